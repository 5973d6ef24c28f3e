import { sql } from 'kysely';
import { leansOn } from '#domain/assistant/retrieval/follow-up.ts';
import { retrievalSettings } from '#domain/assistant/retrieval/thresholds.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, firstRow } from '../../database/db.ts';

/** The questions before a question in its conversation, and what the question leaned on. */

/** The questions of the conversation before a record `r`, newest first: an SQL fragment for a lateral join. */
const before = sql`(
  select b.text, b.answer_id, b.asked_at from question_records b
   where b.room_id = r.room_id and b.asked_at < r.asked_at and b.outcome <> 'other'
   order by b.asked_at desc limit ${retrievalSettings.questionsBefore})`;

/** The texts of these questions, oldest first: an SQL expression. */
export const textsBefore = sql`coalesce((select array_agg(b.text order by b.asked_at) from ${before} b), '{}')`;

/** A question with those that it can only be understood with. */
export interface Understood {
  /** The question before it; null if it stands alone. */
  before: string | null;
  /** The question with all that it leans on, so that it stands alone. */
  understood: string;
}

/** @param earlier the questions before it, oldest first */
export function understood(text: string, earlier: readonly string[]): Understood {
  const leans = leansOn(text, earlier, retrievalSettings.maxChars);
  return { before: leans.at(-1) ?? null, understood: [...leans, text].join(' ') };
}

/** A question of a conversation with its answer. */
export interface Turn {
  question: string;
  /** Null while it is written. */
  answer: string | null;
  asked_at: string;
}

/** Returns the turns that a question leans on, oldest first; undefined when there is no such question. */
export async function turnsBefore(db: Db, questionId: string): Promise<Turn[] | undefined> {
  const found = await firstRow<{ text: string; turns: Turn[] }>(db)`
    select r.text, coalesce((
             select json_agg(json_build_object('question', b.text, 'answer', readable(m.data) ->> 'content',
                                               'asked_at', ${asWire('b.asked_at')}) order by b.asked_at)
               from ${before} b left join messages m on m.id = b.answer_id), '[]') as turns
      from question_records r where r.question_id = ${questionId} and not r.is_hidden`;
  if (found === undefined) return undefined;
  const { text, turns } = found;
  const leans = leansOn(
    text,
    turns.map(({ question }) => question),
    retrievalSettings.maxChars,
  );
  return turns.slice(turns.length - leans.length);
}
