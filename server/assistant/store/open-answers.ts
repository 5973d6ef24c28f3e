import { sql } from 'kysely';
import type { Answer } from '#domain/chat/chat.ts';
import { countWritten, type Db, firstRow, rowsOf } from '../../database/db.ts';
import { SECOND } from '#domain/ground/units.ts';

/** A process that has not renewed its lease of an answer for this long counts as ended. */
export const answerLeaseMs = 15 * SECOND;

/** Answers that a language model is writing, as rows: who writes each, and what is written so far. */

/** Text and metadata of an answer. */
export interface AnswerContent {
  content: string;
  answer: Answer;
}

/** An answer that is to be written. */
export interface OpenAnswer {
  id: string;
  roomId: string;
  questionId: string;
  asker: string;
  /** The answer without the model. */
  instead: AnswerContent;
}

/** Time after which a process that has not renewed its leases counts as ended. */
const lease = sql`${answerLeaseMs} * interval '1 ms'`;

/** Returns the statement that opens answers, for the transaction of their questions. @param holder the process that writes them */
export function openingAnswers(holder: string, answers: readonly OpenAnswer[]) {
  return sql`insert into open_answers (id, room_id, question_id, asker, instead, holder, lease_until)
    select id, "roomId", "questionId", asker, instead, ${holder}, now() + ${lease}
    from json_to_recordset(${JSON.stringify(answers)}::json)
      as a (id uuid, "roomId" uuid, "questionId" uuid, asker uuid, instead json)`;
}

/**
 * Saves what is written so far and renews the leases.
 * @returns the ids of those to stop, and of those that this process no longer holds
 */
export async function saveProgress(
  db: Db,
  holder: string,
  texts: readonly { id: string; text: string }[],
): Promise<{ stopped: string[]; lost: string[] }> {
  const rows = await rowsOf<{ id: string; stopped: boolean }>(db)`
    update open_answers o set text = t.text, lease_until = now() + ${lease}
      from json_to_recordset(${JSON.stringify(texts)}::json) as t (id uuid, text text)
     where o.id = t.id and o.holder = ${holder} returning o.id, o.stopped`;
  const held = new Set(rows.map(({ id }) => id));
  return {
    stopped: rows.flatMap(({ id, stopped }) => (stopped ? [id] : [])),
    lost: texts.flatMap(({ id }) => (held.has(id) ? [] : [id])),
  };
}

/** Takes over answers whose process has ended. @returns them, with what was written */
export async function takeOver(db: Db, holder: string): Promise<(OpenAnswer & { text: string; stopped: boolean })[]> {
  // Most looks find nothing: they only read.
  const due = await sql`select from open_answers where lease_until < now() limit 1`.execute(db);
  if (due.rows.length === 0) return [];
  return await rowsOf<OpenAnswer & { text: string; stopped: boolean }>(db)`
    update open_answers set holder = ${holder}, lease_until = now() + ${lease}
     where id in (select id from open_answers where lease_until < now() order by lease_until limit 50 for update skip locked)
    returning id, room_id as "roomId", question_id as "questionId", asker, instead, text, stopped`;
}

/** Notes that a user wants an answer to stop. @returns false if it is not open, or no longer */
export async function askToStop(db: Db, id: string): Promise<boolean> {
  return (await countWritten(db)`update open_answers set stopped = true where id = ${id}`) === 1;
}

/** Returns an open answer with what is saved of its text. */
export async function openAnswerOf(
  db: Db,
  id: string,
): Promise<(Pick<OpenAnswer, 'roomId' | 'questionId' | 'instead'> & { text: string }) | undefined> {
  return await firstRow<Pick<OpenAnswer, 'roomId' | 'questionId' | 'instead'> & { text: string }>(db)`
    select room_id as "roomId", question_id as "questionId", instead, text from open_answers where id = ${id}`;
}
