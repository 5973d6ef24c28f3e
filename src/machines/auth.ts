import { assign, fromPromise, setup } from 'xstate';
import { limits } from '#domain/limits.ts';
import type { Me } from '#domain/users.ts';

/**
 * Who is using the app.
 *
 *   checking ──found──────────────> signedIn ──left────> signingOut ──> signedOut
 *      └──────none──> signedOut        └──────ended──> ended ──4 s──> (reload) signedOut
 *                     │      ^ failed
 *                     submitted, codeShown
 *                     v      │
 *                    signingIn ──ok──> signedIn
 *
 * `ended` is entered once however many calls answer 401: one notice, one reload. What waits to be sent stays where it is.
 */
export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

/** A code from the mail, which makes the account and signs in. */
export interface ShownCode {
  email: string;
  verificationCode: string;
  /** Which of several sign-ups with this address is meant. */
  signUpId?: string;
}

export interface SignedInAs {
  me: Me;
  token: string;
}

type Problem = { code: string; message: string; retryAfterMs?: number };
type Notice = { title: string; message: string };

type AuthEvent =
  | ({ type: 'auth.submitted' } & Credentials)
  | ({ type: 'auth.codeShown' } & ShownCode)
  | { type: 'auth.ended'; reason: string }
  | { type: 'auth.left' }
  | { type: 'auth.refreshed'; me: Me };

export interface AuthContext {
  me: Me | null;
  token: string | null;
  /** A failed sign-in's code and text, for the form; and how long the server asked to wait. */
  error: Problem | null;
  /** Stays on top until the page reloads. */
  notice: Notice | null;
}

const nobody = { me: null, token: null };

export const authMachine = setup({
  types: { context: {} as AuthContext, events: {} as AuthEvent },
  actors: {
    /** The session this device remembers; null for none. */
    recall: fromPromise<SignedInAs | null>(() => Promise.resolve(null)),
    signIn: fromPromise<SignedInAs, Credentials | ShownCode>(() => Promise.reject(new Error('not provided'))),
    signOut: fromPromise<void>(() => Promise.resolve()),
    /** After a 401: clears caches and cookies, keeps what waits. */
    forget: fromPromise<void>(() => Promise.resolve()),
  },
  actions: { reload: () => undefined },
  delays: { untilReload: limits.signedOutReloadMs },
}).createMachine({
  id: 'auth',
  context: { ...nobody, error: null, notice: null },
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'recall',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'signedIn',
            actions: assign(({ event }) => event.output ?? nobody),
          },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
    },
    signedOut: { on: { 'auth.submitted': 'signingIn', 'auth.codeShown': 'signingIn' } },
    signingIn: {
      entry: assign({ error: null, notice: null }),
      invoke: {
        src: 'signIn',
        input: ({ event }) => event as Credentials | ShownCode,
        onDone: { target: 'signedIn', actions: assign(({ event }) => event.output) },
        onError: { target: 'signedOut', actions: assign({ error: ({ event }) => problemOf(event.error) }) },
      },
    },
    signedIn: {
      on: {
        'auth.left': 'signingOut',
        'auth.refreshed': { actions: assign({ me: ({ event }) => event.me }) },
        'auth.ended': {
          target: 'ended',
          actions: assign({ notice: ({ event }) => ({ title: 'VFP Login Error', message: event.reason }) }),
        },
      },
    },
    signingOut: {
      invoke: { src: 'signOut', onDone: 'signedOut', onError: 'signedOut' },
      exit: assign(nobody),
    },
    ended: {
      invoke: { src: 'forget' },
      after: { untilReload: { target: 'signedOut', actions: ['reload', assign(nobody)] } },
    },
  },
});

/** What a call throws; a server that answered "later" has said so, and perhaps how much later. */
function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : 'Sign-in failed. Try again.';
  const { code, status, retryAfterMs } = (error ?? {}) as { code?: unknown; status?: unknown; retryAfterMs?: unknown };
  const wait = typeof retryAfterMs === 'number' ? { retryAfterMs } : {};
  if (typeof code === 'string') return { code, message };
  if (status === 429) return { code: 'RATE_LIMITED', message, ...wait };
  return { code: status === undefined ? 'UNREACHABLE' : 'UNAVAILABLE', message, ...wait };
}
