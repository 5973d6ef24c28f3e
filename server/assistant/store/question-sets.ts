import { sql } from 'kysely';
import type { QuestionsReply } from '#domain/assistant/wire/retrieval-test.ts';
import { searchWords } from '#domain/ground/text-search.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, firstValue, hasRow, rowsOf, type Tx } from '../../database/db.ts';
import { type Page, readPage } from '../../database/page.ts';
import { hasAllWords } from '../../database/text-search.ts';

/** Maximum number of questions that are asked to measure an index. */
export const measuredQuestions = 3_000;

/** The questions that the assistant is measured with, see migration 0078. */

export interface SetQuestion {
  id: string;
  set: string;
  question: string;
  /** Earlier questions of the conversation, oldest first. */
  before: string[];
  /** The entry that answers it; null when none does. */
  entryId: string | null;
  /** Entries that answer it equally well. */
  also: string[];
  note: string;
}

const columns = sql`s.id::text as id, s.set_name as "set", s.question, s.before, s.entry_id as "entryId", s.also, s.note`;

/** Returns the questions to measure with: those that were added by staff, then the product's own. */
export async function questionsToAsk(db: Db | Tx): Promise<SetQuestion[]> {
  return await rowsOf<SetQuestion>(db)`select ${columns} from question_sets s where s.removed_at is null
    order by s.key is not null, s.id limit ${measuredQuestions}`;
}

/** A question of the product's own, with its key. */
export type OwnQuestion = Omit<SetQuestion, 'id' | 'note'> & { key: string };

/** Adds the product's own questions that were never here. @returns their number */
export async function addOwnQuestions(db: Db | Tx, questions: readonly OwnQuestion[]): Promise<number> {
  const rows = await rowsOf<unknown>(db)`
    insert into question_sets (key, set_name, question, before, entry_id, also)
    select key, "set", question, before, "entryId", also
      from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb)
        as q (key text, "set" text, question text, before jsonb, "entryId" text, also jsonb)
    on conflict (key) do nothing returning id`;
  return rows.length;
}

/** Returns a page of the questions, newest first. */
export async function questionsPage(
  db: Db,
  { search, sets, ...page }: Page & { search: string; sets: string[] | undefined },
): Promise<QuestionsReply> {
  const list = {
    columns: sql`s.id::text as id, s.set_name as "set", s.question, s.before, s.entry_id, s.note,
      q.question as entry_title, u.display_name as added_by, ${asWire('s.added_at')} as added_at`,
    from: sql`question_sets s left join qnas q on q.id = s.entry_id left join users u on u.id = s.added_by
      where s.removed_at is null and (${sets ?? null}::text[] is null or s.set_name = any(${sets ?? null}::text[]))
        and ${hasAllWords(sql`concat_ws(' ', s.question, q.question)`, searchWords(search))}`,
    order: sql`s.id desc`,
  };
  return await readPage(db, list, page);
}

/** Adds a question, unless the same one is there. @returns its id; undefined when its entry does not exist */
export async function addQuestion(
  tx: Tx,
  {
    question,
    before,
    entryId,
    note,
    by,
  }: Pick<SetQuestion, 'question' | 'before' | 'entryId' | 'note'> & { by: string },
): Promise<string | undefined> {
  const found = await sql`select from qnas where id = ${entryId}`.execute(tx);
  if (entryId !== null && found.rows.length === 0) return undefined;
  return await firstValue<string>(tx)`
    insert into question_sets (set_name, question, before, entry_id, note, added_by)
    values ('own', ${question}, ${JSON.stringify(before)}, ${entryId}, ${note}, ${by}) returning id::text as id`;
}

/** Removes a question. @returns false when there is none with this id */
export async function removeQuestion(tx: Tx, id: string): Promise<boolean> {
  return await hasRow(tx)`update question_sets set removed_at = now()
    where id = ${id}::bigint and removed_at is null returning id`;
}
