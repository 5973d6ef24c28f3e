import type { RateCard } from '#domain/order/data/rate-card.ts';
import type { KnowledgeLanguage } from '#domain/assistant/wire/saved-knowledge.ts';
import type { PendingQuestion } from '../../db/context.ts';
import type { SavedAnswer } from '../../db/saved-answers.ts';
import { knowledgeOf, knowledgeStateOf } from './saved-knowledge.ts';
import { questionsBefore } from '../views/questions-before.ts';
import type { UserDb } from '../../db/schema.ts';
import { pause } from '../../workers/pauses.ts';
import { search } from '../../workers/search-client.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Time the server has to answer a question before the device answers it from its saved knowledge. */
const serverAnswerWaitMs = 3 * SECOND;

/**
 * Creates the search for answers in the knowledge saved on this device; its worker starts with the first question.
 * @param ordersAllowed whether the user may see prices of orders
 * @param rateCard returns the rate card that prices are computed from
 */
export function answersFromSaved(db: UserDb, isLive: () => boolean, ordersAllowed: boolean, rateCard: () => RateCard) {
  let loaded: { of: string | undefined; done: Promise<unknown> } | undefined;

  /** Loads the entries into the worker, unless it has them. @returns the time of their state, ISO-8601 UTC */
  async function load(): Promise<string | undefined> {
    const state = await knowledgeStateOf(db);
    // Entries of an older version of the app have no stamp, so they are loaded for each question.
    const of = state?.stamp;
    if (loaded?.of === undefined || loaded.of !== of) {
      loaded = { of, done: knowledgeOf(db).then((entries) => search.load(entries)) };
    }
    try {
      await loaded.done;
    } catch (error) {
      // The next question tries again.
      loaded = undefined;
      throw error;
    }
    return state === undefined ? undefined : new Date(state.at).toISOString();
  }

  /** Resolves with an answer beside a pending question; null when the question is no longer pending after the wait. */
  async function answerMeanwhile({ questionId, roomId, ...question }: PendingQuestion): Promise<SavedAnswer | null> {
    if (isLive()) await pause(serverAnswerWaitMs);
    const { readPending } = await import('../../db/pending.ts');
    const { entries } = await readPending(db);
    if (!entries.some((entry) => entry.cmdId === questionId)) return null;
    const asOf = await load();
    const { withCalculations, withComputed } = await import('#domain/assistant/computed.ts');
    const previous = await search.contextOf(withCalculations(await questionsBefore(db, roomId, questionId)));
    const asked = withComputed(previous === undefined ? question : { ...question, previous }, rateCard());
    const reply = await search.ask(asked, { questionId, handoffAllowed: true, ordersAllowed });
    return reply === null || asOf === undefined ? reply : { ...reply, asOf };
  }

  return { answerMeanwhile };
}

/** Returns the language of the page, in which its user reads answers. */
export function languageOfPage(): KnowledgeLanguage {
  return document.documentElement.lang === 'ko' ? 'ko' : 'en';
}
