import { setImmediate as nextTurn } from 'node:timers/promises';
import { leansOn } from '#domain/retrieval/follow-up.ts';
import { type Gathered, gather, nearestOf } from '#domain/retrieval/gather.ts';
import { alikeAt, nearestEntry, vectorOf } from '#domain/retrieval/likeness.ts';
import type { RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { lockGroups, putTogether } from '../store/knowledge/question-groups.ts';
import { languageOf } from '../store/knowledge/question-records.ts';
import {
  groupsToGather,
  keepVector,
  ungroupedQuestions,
  unweighedQuestions,
} from '../store/knowledge/question-vectors.ts';
import type { Db, Tx } from '../store/system/db.ts';
import { retrievalSettings } from '#domain/retrieval/settings.ts';

/**
 * Sorts questions that found no good answer into groups of questions that are alike, oldest first. Other requests run in
 * between, and no transaction waits for it.
 * @param most how many questions it sorts at once
 * @returns how many were sorted
 */
export async function groupQuestions(
  db: Db,
  index: RetrievalIndex,
  most: number = serverLimits.groupedAtOnce,
): Promise<number> {
  for (const { id, text, earlier } of await unweighedQuestions(db, most)) {
    const vector = vectorOf(index, text, leansOn(text, earlier, retrievalSettings.maxChars));
    await keepVector(db, { id, vector, nearest: nearestEntry(vector) });
    await nextTurn();
  }
  const questions = await ungroupedQuestions(db, most);
  if (questions.length === 0) return 0;
  const steps = gather(await groupsToGather(db), questions, alikeAt);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await nextTurn();
  let sorted = 0;
  for (const gathered of step.value) sorted += await store(db, gathered);
  return sorted;
}

/** Sorts all questions. @returns how many were sorted */
export async function groupAllQuestions(db: Db, index: RetrievalIndex): Promise<number> {
  let sum = 0;
  const most = serverLimits.groupedAtOnceByJob;
  for (let sorted = await groupQuestions(db, index, most); sorted > 0; sorted = await groupQuestions(db, index, most))
    sum += sorted;
  return sum;
}

/** What has been decided, moved or sorted meanwhile stays; the next sorting sees it. */
async function store(db: Db, { groups, questions }: Gathered): Promise<number> {
  const [stays, ...others] = groups.toSorted((a, b) => Number(a) - Number(b));
  return await db.transaction().execute(async (tx) => {
    await lockGroups(tx);
    return await putTogether(tx, { into: stays, groups: others, questions });
  });
}

/** Returns the id of the group that a question belongs to; undefined when none is near enough. */
export async function nearestGroup(tx: Tx, index: RetrievalIndex, question: string): Promise<string | undefined> {
  const asked = { vector: vectorOf(index, question), language: languageOf(question) };
  return nearestOf(await groupsToGather(tx), asked, alikeAt)?.id;
}
