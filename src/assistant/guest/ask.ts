import { fromPromise } from 'xstate';
import {
  guestQuestions,
  type GuestFailure,
  type GuestQuestion,
  type GuestResult,
} from '../../machines/guest-questions.ts';
import { Refused, Unreachable } from '../../net/errors.ts';
import { askAsGuest } from '../calls/guest-questions.ts';
import type { Api } from '../../net/http.ts';
import { guestApi } from '../../net/page-apis.ts';

/** The machine with the page's API client, which carries no session. */
export const guestMachine = guestQuestions.provide({
  actors: { ask: fromPromise<GuestResult, GuestQuestion>(({ input }) => ask(guestApi, input)) },
});

/** Asks the server. @param now ms since 1970 */
export async function ask(api: Api, question: GuestQuestion, now: () => number = Date.now): Promise<GuestResult> {
  try {
    return { kind: 'answered', ...(await askAsGuest(api, question)) };
  } catch (error) {
    if (error instanceof Unreachable && error.status === 429 && (error.retryAfterMs ?? 0) > longestPauseMs)
      return { kind: 'limit', until: now() + (error.retryAfterMs ?? 0) };
    return { kind: 'failed', failure: guestFailureOf(error) };
  }
}

/**
 * The server refuses both too many calls and too many questions with 429. It asks for at most this pause after too many
 * calls; a question becomes possible again when the oldest of a day is over, mostly hours later.
 */
const longestPauseMs = 5 * 60_000;

function guestFailureOf(error: unknown): GuestFailure {
  if (error instanceof Refused) return 'refused';
  return error instanceof Unreachable && error.status !== undefined ? 'busy' : 'unreachable';
}
