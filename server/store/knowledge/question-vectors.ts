import { sql } from 'kysely';
import type { GroupToGather, QuestionToGather } from '#domain/retrieval/gather.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { QuestionVector } from '#domain/retrieval/likeness.ts';
import type { Db, Tx } from '../system/db.ts';

/** Vectors of questions, by which they are gathered into groups; see migration 0086. */

/** Questions that are gathered: those that were not answered, or not well. */
const gathered = sql`outcome <> 'other' and fate in ('suggested', 'none', 'disliked', 'handed_over')`;

/** Returns questions that have no vector yet and need one, oldest first. */
export async function unweighedQuestions(db: Db, limit: number): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select question_id as id, text from question_records
     where terms is null and (group_id is not null or ${gathered}) order by asked_at limit ${limit}`.execute(db);
  return rows;
}

/** Stores the vector of a question, and the entry that comes nearest unless an entry has answered. */
export async function keepVector(
  db: Db,
  { id, vector, nearest }: { id: string; vector: QuestionVector; nearest: string | undefined },
): Promise<void> {
  await sql`update question_records set terms = ${[...vector.keys()]}::text[], weights = ${[...vector.values()]}::real[],
      entry_id = coalesce(entry_id, ${nearest ?? null}) where question_id = ${id}`.execute(db);
}

/** Returns questions with a vector that are in no group, oldest first. */
export async function ungroupedQuestions(db: Db | Tx, limit: number): Promise<QuestionToGather[]> {
  const { rows } = await sql<StoredVector & { id: string }>`
    select question_id as id, terms, weights from question_records
     where group_id is null and terms is not null and ${gathered} order by asked_at limit ${limit}`.execute(db);
  return rows.map(({ id, terms, weights }) => ({ id, vector: new Map(pairsOf({ terms, weights })) }));
}

interface StoredVector {
  terms: string[];
  weights: number[];
}

function pairsOf({ terms, weights }: StoredVector): [string, number][] {
  return terms.map((term, at) => [term, weights[at] ?? 0]);
}

/** Returns all groups with the sums of their vectors: of their newest questions, where there are very many. */
export async function groupsToGather(tx: Tx): Promise<GroupToGather[]> {
  const { rows } = await sql<{ id: string; terms: string[]; weights: number[]; count: number; isSettled: boolean }>`
    select g.id::text as id, s.terms, s.weights, s.count,
           g.state <> 'open' or exists (
             select from question_moves m where m.is_split and g.id in (m.from_group, m.to_group)) as "isSettled"
      from question_groups g join (
        select group_id, array_agg(term) as terms, array_agg(weight) as weights, max(count) as count from (
          select r.group_id, v.term, sum(v.weight)::float8 as weight, max(r.count)::int as count
            from (select group_id, terms, weights, count(*) over (partition by group_id) as count
                    from (select * from question_records where group_id is not null and terms is not null
                           order by asked_at desc limit ${serverLimits.gatheredQuestions}) newest) r
            cross join unnest(r.terms, r.weights) as v (term, weight)
           group by r.group_id, v.term) t
         group by group_id) s on s.group_id = g.id`.execute(tx);
  return rows.map(({ id, terms, weights, count, isSettled }) => ({
    id,
    sum: new Map(pairsOf({ terms, weights })),
    count,
    isSettled,
  }));
}
