import { setImmediate as nextTurn } from 'node:timers/promises';
import { alikeAt, likenessToGroup, type QuestionVector, vectorOf } from '#domain/retrieval/likeness.ts';
import type { RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { lockGroups, putIntoGroup, questionsNear, ungroupedQuestions } from '../store/knowledge/question-groups.ts';
import type { Db, Tx } from '../store/system/db.ts';

/**
 * Sorts questions that found no good answer into groups of questions that are alike: each joins the nearest group, or
 * opens one. Each in its own short transaction, and other requests run in between.
 * @returns how many were sorted
 */
export async function groupQuestions(db: Db, index: RetrievalIndex): Promise<number> {
  const questions = await ungroupedQuestions(db, serverLimits.groupedAtOnce);
  for (const { id, text } of questions) {
    const vector = vectorIn(index, text);
    const words = [...vector.words.of.keys()];
    const nearest = [...vector.nearest.keys()].slice(0, storedNearest);
    await db.transaction().execute(async (tx) => {
      await lockGroups(tx);
      const groupId = await nearestGroup(tx, index, vector);
      await putIntoGroup(tx, { id, groupId, words, nearest });
    });
    await nextTurn();
  }
  return questions.length;
}

const storedNearest = 3;

/** Returns the id of the group that a question belongs to; undefined when none is near enough. */
export async function nearestGroup(
  tx: Tx,
  index: RetrievalIndex,
  question: QuestionVector,
): Promise<string | undefined> {
  const words = [...question.words.of.keys()];
  const nearest = [...question.nearest.keys()].slice(0, storedNearest);
  const others = await questionsNear(tx, { words, nearest });
  const groups = [...Map.groupBy(others, ({ groupId }) => groupId)].map(([id, members]) => ({
    id,
    likeness: likenessToGroup(
      question,
      members.map(({ text }) => vectorIn(index, text)),
    ),
  }));
  const best = groups.reduce<(typeof groups)[number] | undefined>(
    (most, group) => (most === undefined || group.likeness > most.likeness ? group : most),
    undefined,
  );
  return best !== undefined && best.likeness >= alikeAt ? best.id : undefined;
}

/** Vectors of questions that were compared, by index, so that each question is taken apart once. */
const vectors = new WeakMap<RetrievalIndex, Map<string, QuestionVector>>();
const keptVectors = 2_000;

function vectorIn(index: RetrievalIndex, text: string): QuestionVector {
  const kept = vectors.get(index) ?? new Map<string, QuestionVector>();
  vectors.set(index, kept);
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (kept.size >= keptVectors) kept.clear();
  const vector = vectorOf(index, text);
  kept.set(text, vector);
  return vector;
}
