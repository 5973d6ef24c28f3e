import { sql } from 'kysely';
import type { MeasuredVersion, MeasuredVersionsReply } from '#domain/assistant/wire/question-tables.ts';
import type { ExportedQuestion, TableQuestion } from '#domain/assistant/knowledge/qna/question-table.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, rowsOf, type Tx, valuesOf } from '../../database/db.ts';

/** The questions that the assistant is measured with as a table, and what they gave over time. */

/** Returns all questions as they are exported, those that staff added first. */
export async function questionsForTable(db: Db | Tx): Promise<ExportedQuestion[]> {
  return await rowsOf<ExportedQuestion>(db)`
    select s.id::text as id, s.set_name as "set", s.question, s.before, s.entry_id as "entryId", s.also, s.note,
           q.question as "entryTitle"
      from question_sets s left join qnas q on q.id = s.entry_id
     where s.removed_at is null order by s.key is not null, s.id`;
}

/** Returns the ids of all entries, as experts have edited them or as the assistant answers from them. */
export async function knownEntries(db: Db | Tx): Promise<Set<string>> {
  return new Set(
    await valuesOf<string>(db)`
    select id from qnas union select id from knowledge
     union select entry_id from question_sets where removed_at is null and entry_id is not null
     union select jsonb_array_elements_text(also) from question_sets where removed_at is null`,
  );
}

/** Waits for other imports of questions, until the end of the transaction. */
export async function lockQuestions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp question sets', 0))`.execute(tx);
}

/** Adds questions, each in place of another one if it replaces one; replaced ones are kept as removed. */
export async function replaceQuestions(
  tx: Tx,
  changes: readonly { row: TableQuestion; replaced: string | null; set: string }[],
  by: string,
): Promise<void> {
  const removed = changes.flatMap(({ replaced }) => (replaced === null ? [] : [replaced]));
  await sql`update question_sets set removed_at = now() where id = any(${removed}::bigint[])`.execute(tx);
  const rows = changes.map(({ row, set }) => ({ ...row, set }));
  await sql`insert into question_sets (set_name, question, before, entry_id, also, note, added_by)
    select "set", question, before, "entryId", also, note, ${by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r ("set" text, question text, before jsonb, "entryId" text, also jsonb, note text)`.execute(tx);
}

/**
 * Returns what the questions gave with each version that was measured, oldest first, with the numbers of questions that
 * were added and removed since the one before. The first version counts none.
 */
export async function measuredVersions(db: Db, most: number): Promise<MeasuredVersionsReply> {
  const rows = await rowsOf<MeasuredVersion & { total: number }>(db)`
    with newest as (
      select count(*) over ()::int as total, number, made_at, made_by, note, figures -> 'after' as figures, coalesce(sets, '[]') as sets,
             lag(made_at) over (order by number) as since
        from index_versions where figures is not null order by number desc limit ${most})
    select n.total, n.number, ${asWire('n.made_at')} as made_at, u.display_name as made_by, n.note, n.figures, n.sets,
           (select count(*)::int from question_sets s where s.added_at > n.since and s.added_at <= n.made_at
               and (s.removed_at is null or s.removed_at > n.made_at)) as added,
           (select count(*)::int from question_sets s where s.removed_at > n.since and s.removed_at <= n.made_at
               and s.added_at <= n.since) as removed
      from newest n left join users u on u.id = n.made_by order by n.number`;
  return { items: rows.map(({ total: _total, ...item }) => item), total: rows[0]?.total ?? 0 };
}
