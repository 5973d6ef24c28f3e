import { sql } from 'kysely';
import type { GroupToGather, QuestionToGather } from '#domain/retrieval/gather.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { QuestionVector } from '#domain/retrieval/likeness.ts';
import type { Db, Tx } from '../system/db.ts';
import { textsBefore } from './questions-before.ts';

/** Vectors of questions, by which they are gathered into groups; see migration 0086. */

/** Questions that are gathered: those that were not answered, or not well. */
const gathered = sql`outcome <> 'other' and fate in ('suggested', 'none', 'disliked', 'handed_over')`;

/** Returns questions that have no vector yet and need one, with those before them in their conversation; oldest first. */
export async function unweighedQuestions(
  db: Db,
  limit: number,
): Promise<{ id: string; text: string; earlier: string[] }[]> {
  const { rows } = await sql<{ id: string; text: string; earlier: string[] }>`
    select r.question_id as id, r.text, ${textsBefore} as earlier from question_records r
     where vector is null and (group_id is not null or ${gathered}) order by asked_at limit ${limit}`.execute(db);
  return rows;
}

/** Stores the vector of a question, and the entry that comes nearest unless an entry has answered. */
export async function keepVector(
  db: Db,
  { id, vector, nearest }: { id: string; vector: QuestionVector; nearest: string | undefined },
): Promise<void> {
  const rounded = [...vector].map(([term, weight]) => [term, Math.round(weight * 10_000) / 10_000]);
  await sql`update question_records set vector = ${JSON.stringify(Object.fromEntries(rounded))},
      entry_id = coalesce(entry_id, ${nearest ?? null}) where question_id = ${id}`.execute(db);
}

/** Returns questions with a vector that are in no group, oldest first. */
export async function ungroupedQuestions(db: Db, limit: number): Promise<QuestionToGather[]> {
  const { rows } = await sql<{ id: string; vector: StoredVector; language: string }>`
    select question_id as id, vector, language from question_records
     where group_id is null and vector is not null and ${gathered} order by asked_at limit ${limit}`.execute(db);
  return rows.map(({ id, vector, language }) => ({ id, language, vector: new Map(Object.entries(vector)) }));
}

type StoredVector = Record<string, number>;

/** Returns all groups with the sums of their vectors: of their newest questions, where there are very many. */
export async function groupsToGather(db: Db | Tx): Promise<GroupToGather[]> {
  const groups = await sql<{ id: string; isSettled: boolean }>`
    select g.id::text as id, g.state <> 'open' or exists (
             select from question_moves m where m.is_split and g.id in (m.from_group, m.to_group)) as "isSettled"
      from question_groups g`.execute(db);
  const settled = new Map(groups.rows.map(({ id, isSettled }) => [id, isSettled]));
  const { rows } = await sql<{ id: string; vector: StoredVector; language: string }>`
    select group_id::text as id, vector, language from question_records where group_id is not null and vector is not null
     order by asked_at desc limit ${serverLimits.gatheredQuestions}`.execute(db);
  const sums = new Map<string, { sum: Map<string, number>; count: number; language: string }>();
  for (const { id, vector, language } of rows) {
    const group = sums.get(id) ?? { sum: new Map<string, number>(), count: 0, language };
    for (const [term, weight] of Object.entries(vector)) group.sum.set(term, (group.sum.get(term) ?? 0) + weight);
    group.count++;
    sums.set(id, group);
  }
  return [...sums].map(([id, group]) => ({ id, ...group, isSettled: settled.get(id) ?? true }));
}
