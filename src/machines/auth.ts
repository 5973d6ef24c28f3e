import { assign, fromPromise, setup } from 'xstate';
import type { Me } from '#domain/account/users.ts';
import { SECOND } from '#domain/ground/units.ts';

export const signedOutReloadMs = 4 * SECOND;

/**
 * Machine that knows who is using the app.
 *
 *   checking ──found──────────────> signedIn ──left────> signingOut ──> signedOut
 *      ├──────none──> signedOut        ├──────ended──> ended ──4 s──> forgetting ──> (reload) signedOut
 *      └<─enteredElsewhere─┘           │
 *                     │      ^ failed  ├──────refused─> refused ──> signedOut
 *                     submitted,       ├──────offerTaken─> swapping ──> (reload)
 *                                      └──────leftElsewhere─> following ──> signedOut, or (reload)
 *                     codeShown
 *                     v      │
 *                    signingIn ──ok──> signedIn; ──a new password is asked for──> signedOut
 *
 * Any number of 401 replies enter `ended` once: one notice, one reload. Until then the page stays as it is, so that the
 * user can finish a sentence: rows and cookies are cleared only in `forgetting`. Pending commands stay in the outbox.
 */
export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
  /** Reply to a challenge: the new password, and the session of the challenge. */
  newPassword?: string;
  session?: string;
}

/** A code from an e-mail, which creates the account and signs in. */
export interface ShownCode {
  email: string;
  verificationCode: string;
  /** Id of one of several sign-ups with this address. */
  signUpId?: string;
  /** Version of the endpoint: 2 always signs in, 1 only instant testers. `signIn`: a code for an existing account. */
  version: 1 | 2 | 'signIn';
}

/** The code was correct, but the password is still needed. */
export interface VerifiedCode {
  verified: true;
}

export interface UserSession {
  me: Me;
  token: string;
}

/** The password or code was correct, but a new password must be chosen first. */
export interface Challenge {
  challenge: Credentials & { session: string };
}

/** Result of the start: the stored session, and the outcome of a link with a token. */
export interface RecallResult {
  session: UserSession | null;
  notice?: 'startRefused' | 'linkUnchecked';
  /** The link's session belongs to another user. Switching is offered, never automatic. */
  offer?: UserSession;
}

type AuthProblem = { code: string; message: string; retryAfterMs?: number; details?: unknown };

/** A notice of the catalog, with the server's message if it has one. */
type AuthNotice = { name: 'sessionOver' | 'startRefused' | 'linkUnchecked' | 'verified'; message?: string };

type AuthEvent =
  | ({ type: 'auth.submitted' } & Credentials)
  | ({ type: 'auth.codeShown' } & ShownCode)
  /** A call got a 401. */
  | { type: 'auth.ended'; reason: string }
  /** The server rejected the session that was stored at the start. */
  | { type: 'auth.refused' }
  | { type: 'auth.left' }
  /** Another tab has signed out, or signed in as another user. */
  | { type: 'auth.leftElsewhere' }
  /** Another tab has signed in. */
  | { type: 'auth.enteredElsewhere' }
  | { type: 'auth.refreshed'; me: Me }
  | { type: 'auth.offerTaken' }
  /** Also when the page is closed before the question was answered. */
  | { type: 'auth.offerDeclined' };

export interface AuthContext {
  me: Me | null;
  token: string | null;
  /** Code and message of a failed sign-in, for the form, and the server's Retry-After. */
  error: AuthProblem | null;
  /** Notice about the session, shown above the page. */
  notice: AuthNotice | null;
  /** E-mail address of the last sign-in, for the page that follows it. */
  tried: string | null;
  /** The last sign-in used a code from an e-mail. */
  triedCode: boolean;
  challenge: Challenge['challenge'] | null;
  offer: UserSession | null;
}

const noSession = { me: null, token: null };

export const authMachine = setup({
  types: { context: {} as AuthContext, events: {} as AuthEvent },
  actors: {
    /** Reads the stored session, if any. */
    recall: fromPromise<RecallResult>(() => Promise.resolve({ session: null })),
    signIn: fromPromise<UserSession | Challenge | VerifiedCode, Credentials | ShownCode>(() =>
      Promise.reject(new Error('not provided')),
    ),
    signOut: fromPromise<void>(() => Promise.resolve()),
    /** After a 401: saves typed texts, clears caches and cookies, keeps pending commands. */
    forget: fromPromise<void>(() => Promise.resolve()),
    /** Saves drafts and clears the rest. @returns whether another user is signed in now */
    follow: fromPromise<boolean>(() => Promise.resolve(false)),
    /** Ends this session and starts the one of the link. */
    swap: fromPromise<void, UserSession>(() => Promise.resolve()),
  },
  actions: {
    reload: () => undefined,
    /** Stores, for the sign-in page, that the session has ended without a sign-out here. */
    noteEnd: () => undefined,
    /** Stores changed data of the user on this device. */
    keepMe: (_now, _me: Me) => undefined,
    /** Ends the session of a link on the server: it was not taken, and only this page knows it. */
    endOffer: (_now, _token: string | undefined) => undefined,
  },
  delays: { untilReload: signedOutReloadMs },
}).createMachine({
  id: 'auth',
  context: { ...noSession, error: null, notice: null, tried: null, triedCode: false, challenge: null, offer: null },
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'recall',
        onDone: [
          {
            guard: ({ event }) => event.output.session !== null,
            target: 'signedIn',
            actions: assign(({ context, event: { output } }) => ({
              ...(output.session ?? noSession),
              // Another tab may have signed in while this one asks.
              offer: output.offer ?? context.offer,
              notice: noticeOf(output),
            })),
          },
          {
            target: 'signedOut',
            actions: assign(({ context, event: { output } }) => ({
              notice: noticeOf(output),
              offer: output.offer ?? context.offer,
            })),
          },
        ],
        onError: 'signedOut',
      },
    },
    signedOut: {
      on: {
        'auth.submitted': 'signingIn',
        'auth.codeShown': 'signingIn',
        // A user who is choosing a new password here goes on.
        'auth.enteredElsewhere': { guard: ({ context }) => context.challenge === null, target: 'checking' },
        'auth.offerTaken': { guard: ({ context }) => context.offer !== null, target: 'swapping' },
        'auth.offerDeclined': {
          guard: ({ context }) => context.offer !== null,
          actions: [{ type: 'endOffer', params: ({ context }) => context.offer?.token }, assign({ offer: null })],
        },
      },
    },
    signingIn: {
      entry: assign({
        error: null,
        notice: null,
        tried: ({ event }) => ('email' in event ? event.email : null),
        triedCode: ({ event }) => event.type === 'auth.codeShown',
        // A reply to a challenge keeps the challenge, so the form stays until it is accepted.
        challenge: ({ context, event }) => ('session' in event ? context.challenge : null),
      }),
      invoke: {
        src: 'signIn',
        input: ({ event }) => event as Credentials | ShownCode,
        onDone: [
          {
            guard: ({ event }) => 'challenge' in event.output,
            target: 'signedOut',
            actions: assign(({ event: { output } }) => ('challenge' in output ? output : {})),
          },
          {
            guard: ({ event }) => 'verified' in event.output,
            target: 'signedOut',
            actions: assign({ notice: { name: 'verified' as const } }),
          },
          {
            target: 'signedIn',
            actions: assign(({ event: { output } }) => ('me' in output ? { ...output, challenge: null } : {})),
          },
        ],
        onError: { target: 'signedOut', actions: assign({ error: ({ event }) => problemOf(event.error) }) },
      },
    },
    signedIn: {
      on: {
        'auth.left': 'signingOut',
        'auth.leftElsewhere': 'following',
        'auth.refreshed': {
          actions: [assign({ me: ({ event }) => event.me }), { type: 'keepMe', params: ({ event }) => event.me }],
        },
        'auth.ended': {
          target: 'ended',
          actions: assign({ notice: ({ event }) => ({ name: 'sessionOver' as const, message: event.reason }) }),
        },
        'auth.refused': {
          target: 'refused',
          actions: assign({ notice: { name: 'startRefused' as const } }),
        },
        'auth.offerTaken': { guard: ({ context }) => context.offer !== null, target: 'swapping' },
        'auth.offerDeclined': {
          guard: ({ context }) => context.offer !== null,
          actions: [{ type: 'endOffer', params: ({ context }) => context.offer?.token }, assign({ offer: null })],
        },
      },
    },
    signingOut: {
      invoke: { src: 'signOut', onDone: 'signedOut', onError: 'signedOut' },
      exit: assign(noSession),
    },
    following: {
      invoke: {
        src: 'follow',
        onDone: [{ guard: ({ event }) => event.output, actions: 'reload' }, { target: 'signedOut' }],
        onError: 'signedOut',
      },
      exit: assign(noSession),
    },
    refused: {
      entry: 'noteEnd',
      invoke: { src: 'forget', onDone: 'signedOut', onError: 'signedOut' },
      exit: assign(noSession),
    },
    swapping: {
      invoke: {
        src: 'swap',
        input: ({ context }) => context.offer as UserSession,
        onDone: { actions: 'reload' },
        onError: { actions: 'reload' },
      },
    },
    ended: {
      entry: 'noteEnd',
      after: { untilReload: 'forgetting' },
      // Another tab has cleared what this page shows.
      on: { 'auth.leftElsewhere': 'forgetting' },
    },
    forgetting: {
      invoke: {
        src: 'forget',
        onDone: { target: 'signedOut', actions: 'reload' },
        onError: { target: 'signedOut', actions: 'reload' },
      },
      exit: assign(noSession),
    },
  },
});

function noticeOf({ notice }: RecallResult): AuthNotice | null {
  return notice === undefined ? null : { name: notice };
}

/** Returns code, message and Retry-After of an error thrown by a call. */
function problemOf(error: unknown): AuthProblem {
  const message = error instanceof Error ? error.message : 'Sign-in failed. Try again.';
  const { code, status, retryAfterMs, details } = (error ?? {}) as Record<string, unknown>;
  const wait = typeof retryAfterMs === 'number' ? { retryAfterMs } : {};
  if (typeof code === 'string') return { code, message, ...(details === undefined ? {} : { details }) };
  if (status === 429) return { code: 'RATE_LIMITED', message, ...wait };
  return { code: status === undefined ? 'UNREACHABLE' : 'UNAVAILABLE', message, ...wait };
}
