import { sql } from 'kysely';
import type { NearGroup } from '#domain/protocol/records.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db, Tx } from '../system/db.ts';

/** What experts move by hand from one group of questions to another, see migration 0086. */
export interface QuestionMove {
  /** Null when the group is gone. */
  from: string | null;
  to: string;
  questionIds: string[];
}

/** Moves questions of a group to another one; without `questionIds`, all of them. @returns the ids of those that were moved */
export async function moveQuestions(
  tx: Tx,
  { from, to, questionIds }: { from: string; to: string; questionIds?: readonly string[] | undefined },
): Promise<string[]> {
  const chosen = questionIds === undefined ? sql`true` : sql`question_id = any(${questionIds}::uuid[])`;
  const { rows } = await sql<{ id: string }>`update question_records set group_id = ${to}::bigint
     where group_id = ${from}::bigint and ${chosen} returning question_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Notes what was moved. @returns the id of the move */
export async function keepMove(tx: Tx, move: QuestionMove & { isSplit: boolean; by: string }): Promise<string> {
  const { from, to, questionIds, isSplit, by } = move;
  const { rows } = await sql<{ id: string }>`
    insert into question_moves (from_group, to_group, is_split, question_ids, moved_by)
    values (${from}::bigint, ${to}::bigint, ${isSplit}, ${questionIds}::uuid[], ${by}) returning id::text as id`.execute(
    tx,
  );
  return rows[0]?.id ?? '';
}

/** Takes a move out of the list of moves. @returns what was moved; undefined when it is undone already */
export async function takeMove(tx: Tx, id: string): Promise<QuestionMove | undefined> {
  const { rows } = await sql<QuestionMove>`delete from question_moves where id = ${id}::bigint
    returning from_group::text as "from", to_group::text as "to", question_ids as "questionIds"`.execute(tx);
  return rows[0];
}

/** Whether questions of a group are in another language than those of the group that they are moved into. */
export async function wouldMixLanguages(
  tx: Tx,
  { from, to, questionIds }: { from: string; to: string; questionIds?: readonly string[] | undefined },
): Promise<boolean> {
  const chosen = questionIds === undefined ? sql`true` : sql`question_id = any(${questionIds}::uuid[])`;
  const { rows } = await sql<{ mixed: boolean }>`select count(distinct language) > 1 as mixed from question_records
     where group_id = ${to}::bigint or (group_id = ${from}::bigint and ${chosen})`.execute(tx);
  return rows[0]?.mixed === true;
}

/** Returns how many questions a group has. */
export async function sizeOf(tx: Tx, groupId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from question_records where group_id = ${groupId}::bigint`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns open groups of the same language whose questions come near the same entry, those with most of them first. */
export async function groupsNear(db: Db, { id, entryId }: { id: string; entryId: string }): Promise<NearGroup[]> {
  const { rows } = await sql<NearGroup>`
    select g.id::text as id, count(*)::int as questions, (array_agg(r.text order by r.asked_at desc))[1] as example
      from question_records r join question_groups g on g.id = r.group_id and g.state = 'open'
     where r.entry_id = ${entryId} and not r.is_hidden and r.group_id <> ${id}::bigint
       and r.language in (select o.language from question_records o where o.group_id = ${id}::bigint)
     group by g.id order by count(*) desc, g.id limit ${serverLimits.nearGroups}`.execute(db);
  return rows;
}
