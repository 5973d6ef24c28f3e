import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Gathered, gather, nearestOf } from '#domain/retrieval/gather.ts';
import { alikeAt, nearestEntry, vectorOf } from '#domain/retrieval/likeness.ts';
import type { RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { lockGroups, putTogether } from '../store/knowledge/question-groups.ts';
import {
  groupsToGather,
  keepVector,
  ungroupedQuestions,
  unweighedQuestions,
} from '../store/knowledge/question-vectors.ts';
import type { Db, Tx } from '../store/system/db.ts';

/**
 * Sorts questions that found no good answer into groups of questions that are alike, oldest first. Other requests run in
 * between.
 * @returns how many were sorted, at most `serverLimits.groupedAtOnce`
 */
export async function groupQuestions(db: Db, index: RetrievalIndex): Promise<number> {
  for (const { id, text } of await unweighedQuestions(db, serverLimits.groupedAtOnce)) {
    const vector = vectorOf(index, text);
    await keepVector(db, { id, vector, nearest: nearestEntry(vector) });
    await nextTurn();
  }
  // Mostly there is nothing to sort, and no lock to take.
  if ((await ungroupedQuestions(db, 1)).length === 0) return 0;
  return await db.transaction().execute(async (tx) => {
    await lockGroups(tx);
    const questions = await ungroupedQuestions(tx, serverLimits.groupedAtOnce);
    const steps = gather(await groupsToGather(tx), questions, alikeAt);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) await nextTurn();
    await store(tx, step.value);
    return questions.length;
  });
}

/** Sorts all questions, as many at once as `groupQuestions` does. @returns how many were sorted */
export async function groupAllQuestions(db: Db, index: RetrievalIndex): Promise<number> {
  let sum = 0;
  for (let sorted = await groupQuestions(db, index); sorted > 0; sorted = await groupQuestions(db, index))
    sum += sorted;
  return sum;
}

async function store(tx: Tx, gathered: readonly Gathered[]): Promise<void> {
  for (const { groups, questions } of gathered) {
    const [stays, ...others] = groups.toSorted((a, b) => Number(a) - Number(b));
    await putTogether(tx, { into: stays, groups: others, questions });
  }
}

/** Returns the id of the group that a question belongs to; undefined when none is near enough. */
export async function nearestGroup(tx: Tx, index: RetrievalIndex, question: string): Promise<string | undefined> {
  return nearestOf(await groupsToGather(tx), vectorOf(index, question), alikeAt)?.id;
}
