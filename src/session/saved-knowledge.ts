import type { AskedOffline } from '../db/context.ts';
import type { SavedAnswer } from '../db/saved-answers.ts';
import type { UserDb } from '../db/schema.ts';
import { knowledgeOf } from '../db/views.ts';
import { pause } from '../workers/patience.ts';

/** How long the server may take before this device answers from what it has saved. */
const patienceMs = 3000;

/** Answers from the knowledge saved on this device; the worker that does it starts with the first question. */
export function answersFromSaved(db: UserDb, isLive: () => boolean) {
  let loaded: { count: number; done: Promise<unknown> } | undefined;

  async function worker() {
    const { search } = await import('../workers/clients.ts');
    const entries = await knowledgeOf(db);
    if (loaded?.count !== entries.length) loaded = { count: entries.length, done: search.load(entries) };
    await loaded.done;
    return search;
  }

  /** The courtesy beside a pending question: only when the server does not answer soon. */
  async function answerMeanwhile({ questionId, ...question }: AskedOffline): Promise<SavedAnswer | null> {
    if (isLive()) await pause(patienceMs);
    const { readPending } = await import('../db/pending.ts');
    const { entries } = await readPending(db);
    if (!entries.some((entry) => entry.cmdId === questionId)) return null;
    return await (await worker()).ask(question, { questionId, handoffAllowed: true });
  }

  return { answerMeanwhile };
}
