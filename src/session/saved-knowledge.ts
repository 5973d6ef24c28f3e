import { limits } from '#domain/limits.ts';
import type { PendingQuestion } from '../db/context.ts';
import type { SavedAnswer } from '../db/saved-answers.ts';
import type { UserDb } from '../db/schema.ts';
import { knowledgeOf } from '../db/views.ts';
import { pause } from '../workers/pauses.ts';

/** Creates the search for answers in the knowledge saved on this device; its worker starts with the first question. */
export function answersFromSaved(db: UserDb, isLive: () => boolean) {
  let loaded: { count: number; done: Promise<unknown> } | undefined;

  async function worker() {
    const { search } = await import('../workers/clients.ts');
    const entries = await knowledgeOf(db);
    if (loaded?.count !== entries.length) loaded = { count: entries.length, done: search.load(entries) };
    await loaded.done;
    return search;
  }

  /** Resolves with an answer beside a pending question; null when the question is no longer pending after the wait. */
  async function answerMeanwhile({ questionId, ...question }: PendingQuestion): Promise<SavedAnswer | null> {
    if (isLive()) await pause(limits.serverAnswerWaitMs);
    const { readPending } = await import('../db/pending.ts');
    const { entries } = await readPending(db);
    if (!entries.some((entry) => entry.cmdId === questionId)) return null;
    return await (await worker()).ask(question, { questionId, handoffAllowed: true });
  }

  return { answerMeanwhile };
}
