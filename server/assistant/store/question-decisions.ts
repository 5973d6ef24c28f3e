import { sql } from 'kysely';
import type { GroupState } from '#domain/ground/question-fates.ts';
import { firstRow, type Tx, valuesOf } from '../../database/db.ts';

/**
 * Decision of experts about questions that found no good answer: a row of `question_groups` for each decision, see
 * migration 0082. Earlier versions of the product also stored groups that are open: nothing is decided about those.
 */
export interface Decision {
  state: Exclude<GroupState, 'open'>;
  qnaId: string | null;
  /** The first version of the Q&A that answers the questions. */
  qnaVersion: number | null;
  /** Other ways to ask that were added to the Q&A. */
  added: string[];
}

/** Returns the ids of those questions that nothing is decided about, and locks them. */
export async function lockUndecided(tx: Tx, questionIds: readonly string[]): Promise<string[]> {
  return await valuesOf<string>(tx)`
    select r.question_id as id from question_records r
     where r.question_id = any(${questionIds}::uuid[]) and not r.is_hidden
       and not exists (select from question_groups g where g.id = r.group_id and g.state <> 'open')
     order by r.question_id for update of r`;
}

/** Stores a decision about questions. Call `lockUndecided` before. @returns its id */
export async function keepDecision(
  tx: Tx,
  { state, qnaId, qnaVersion, added }: Decision,
  about: { questionIds: readonly string[]; by: string },
): Promise<string> {
  const made = await firstRow<{ id: string }>(tx)`
    insert into question_groups (state, qna_id, qna_version, added, decided_by, decided_at)
    values (${state}, ${qnaId}, ${qnaVersion}::int, ${JSON.stringify(added)}, ${about.by}, now())
    returning id::text as id`;
  if (made === undefined) throw new Error('a decision about questions was not stored');
  await sql`update question_records set group_id = ${made.id}::bigint
    where question_id = any(${about.questionIds}::uuid[])`.execute(tx);
  return made.id;
}

/** Returns a decision and locks it; undefined when there is none with this id. */
export async function lockDecision(tx: Tx, id: string): Promise<Decision | undefined> {
  return await firstRow<Decision>(tx)`
    select state, qna_id as "qnaId", qna_version as "qnaVersion", coalesce(added, '[]') as added
      from question_groups where id = ${id}::bigint and state <> 'open' for update`;
}

/** Deletes a decision: its questions are open again. */
export async function deleteDecision(tx: Tx, id: string): Promise<void> {
  await sql`delete from question_groups where id = ${id}::bigint`.execute(tx);
}

/** Notes that a new Q&A answers those of these questions that nothing is decided about. */
export async function settleQuestions(
  tx: Tx,
  questionIds: readonly string[],
  { qnaId, by }: { qnaId: string; by: string },
): Promise<void> {
  const open = await lockUndecided(tx, questionIds);
  if (open.length === 0) return;
  await keepDecision(tx, { state: 'settled', qnaId, qnaVersion: 1, added: [] }, { questionIds: open, by });
}
