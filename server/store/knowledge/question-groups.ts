import { sql } from 'kysely';
import type { GroupState } from '#domain/question-fates.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db, Tx } from '../system/db.ts';

/** Groups of questions that are alike, see migration 0082. */

/** A question that is in no group yet. */
export interface UngroupedQuestion {
  id: string;
  text: string;
}

/** Returns questions that were not answered, or not well, and are in no group yet, oldest first. */
export async function ungroupedQuestions(db: Db, limit: number): Promise<UngroupedQuestion[]> {
  const { rows } = await sql<UngroupedQuestion>`
    select question_id as id, text from question_records
     where group_id is null and outcome <> 'other' and fate in ('suggested', 'none', 'disliked', 'handed_over')
     order by asked_at limit ${limit}`.execute(db);
  return rows;
}

/** A question of a group that may be alike. */
export interface GroupedQuestion {
  groupId: string;
  text: string;
}

/** Returns grouped questions that share words or nearest entries with this one, those that share most first. */
export async function questionsNear(
  tx: Tx,
  { words, nearest }: { words: readonly string[]; nearest: readonly string[] },
): Promise<GroupedQuestion[]> {
  const { rows } = await sql<GroupedQuestion>`
    select group_id as "groupId", text from question_records
     where group_id is not null and (words && ${words}::text[] or nearest && ${nearest}::text[])
     order by cardinality(array(select unnest(words) intersect select unnest(${words}::text[])))
            + cardinality(array(select unnest(nearest) intersect select unnest(${nearest}::text[]))) desc, asked_at desc
     limit ${serverLimits.comparedQuestions}`.execute(tx);
  return rows;
}

/** Lets only one transaction sort questions into groups, so that two questions that are alike do not open two groups. */
export async function lockGroups(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp question groups', 0))`.execute(tx);
}

/** Puts a question into a group, or into a new one. A question that is in a group stays there. */
export async function putIntoGroup(
  tx: Tx,
  { id, groupId, words, nearest }: { id: string; groupId: string | undefined; words: string[]; nearest: string[] },
): Promise<void> {
  await sql`with free as (
      select question_id from question_records where question_id = ${id} and group_id is null for update
    ), made as (
      insert into question_groups (state) select 'open' from free where ${groupId ?? null}::bigint is null returning id
    )
    update question_records r
       set group_id = coalesce(${groupId ?? null}::bigint, (select id from made)), words = ${words}, nearest = ${nearest},
           entry_id = coalesce(r.entry_id, ${nearest[0] ?? null})
      from free where r.question_id = free.question_id`.execute(tx);
}

/** A group as it is stored. */
export interface StoredGroup {
  state: GroupState;
  qnaId: string | null;
  /** Other ways to ask that were added to the Q&A. */
  added: string[];
}

/** Returns a group and locks it. */
export async function lockGroup(tx: Tx, id: string): Promise<StoredGroup | undefined> {
  const { rows } = await sql<StoredGroup>`
    select state, qna_id as "qnaId", coalesce(added, '[]') as added from question_groups where id = ${id}::bigint
       for update`.execute(tx);
  return rows[0];
}

/** Writes what becomes of a group; without a Q&A, nothing answers it. */
export async function writeGroup(
  tx: Tx,
  group: { id: string; state: GroupState; by: string; qnaId?: string; qnaVersion?: number; added?: string[] },
): Promise<void> {
  const { id, state, by, qnaId = null, qnaVersion = null, added = [] } = group;
  await sql`update question_groups
      set state = ${state}, qna_id = ${qnaId}, qna_version = ${qnaVersion}::int, added = ${JSON.stringify(added)},
          decided_by = case when ${state} = 'open' then null else ${by}::uuid end,
          decided_at = case when ${state} = 'open' then null else now() end
    where id = ${id}::bigint`.execute(tx);
}

/** Notes that a new Q&A answers a group; a group that is dealt with meanwhile, or gone, stays as it is. */
export async function settleOpenGroup(
  tx: Tx,
  { id, qnaId, by }: { id: string; qnaId: string; by: string },
): Promise<void> {
  const group = await lockGroup(tx, id);
  if (group?.state === 'open') await writeGroup(tx, { id, state: 'settled', by, qnaId, qnaVersion: 1 });
}
