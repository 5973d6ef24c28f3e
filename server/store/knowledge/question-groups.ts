import { sql } from 'kysely';
import type { GroupState } from '#domain/question-fates.ts';
import type { Tx } from '../system/db.ts';

/** Groups of questions that are alike, see migration 0082. */

/** Lets only one transaction sort questions into groups, so that two questions that are alike do not open two groups. */
export async function lockGroups(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp question groups', 0))`.execute(tx);
}

/**
 * Puts questions that are in no group, and all questions of other open groups, into a group; without `into`, into a new
 * one. The other groups are deleted. Nothing is changed when one of the groups is gone, when an expert has decided about
 * one of the others, or when no question is left without a group.
 * @returns how many questions were in no group before
 */
export async function putTogether(
  tx: Tx,
  { into, groups, questions }: { into: string | undefined; groups: readonly string[]; questions: readonly string[] },
): Promise<number> {
  const free = await sql<{ id: string }>`select question_id as id from question_records
    where group_id is null and question_id = any(${questions}::uuid[]) for update`.execute(tx);
  const open = await sql`select g.id from question_groups g
    where g.id = any(${groups}::bigint[]) and g.state = 'open' and not exists (
            select from question_moves m where m.is_split and g.id in (m.from_group, m.to_group))
    for update`.execute(tx);
  const isThere = into === undefined || (await lockGroup(tx, into)) !== undefined;
  if (!isThere || open.rows.length < groups.length || free.rows.length === 0) return 0;
  const id = into ?? (await openGroup(tx));
  await sql`update question_records set group_id = ${id}::bigint
    where group_id = any(${groups}::bigint[]) or question_id = any(${free.rows.map((row) => row.id)}::uuid[])`.execute(
    tx,
  );
  await sql`delete from question_groups where id = any(${groups}::bigint[])`.execute(tx);
  return free.rows.length;
}

/** Opens a group without questions. @returns its id */
export async function openGroup(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into question_groups (state) values ('open') returning id::text as id`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('a group of questions was not opened');
  return made.id;
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
