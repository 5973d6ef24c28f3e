import { assign, fromPromise, setup } from 'xstate';
import { limits } from '#domain/limits.ts';
import type { Me } from '#domain/users.ts';

/**
 * Who is using the app.
 *
 *   checking ──found──────────────> signedIn ──left────> signingOut ──> signedOut
 *      └──────none──> signedOut        ├──────ended──> ended ──4 s──> (reload) signedOut
 *                     │      ^ failed  ├──────refused─> refused ──> signedOut
 *                     submitted,       ├──────offerTaken─> swapping ──> (reload)
 *                                      └──────leftElsewhere─> following ──> signedOut, or (reload)
 *                     codeShown
 *                     v      │
 *                    signingIn ──ok──> signedIn; ──a new password is asked for──> signedOut
 *
 * `ended` is entered once however many calls answer 401: one notice, one reload. What waits to be sent stays where it is.
 */
export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
  /** The answer to a challenge: the password to have from now on, and the session the challenge came with. */
  newPassword?: string;
  session?: string;
}

/** A code from the mail, which makes the account and signs in. */
export interface ShownCode {
  email: string;
  verificationCode: string;
  /** Which of several sign-ups with this address is meant. */
  signUpId?: string;
  /** Of the API: 2 signs in whoever shows the code, 1 only instant testers; `signIn`: of an account that is there already. */
  version: 1 | 2 | 'signIn';
}

/** The code was right, and that is all: the password is still to be given. */
export interface Verified {
  verified: true;
}

export interface SignedInAs {
  me: Me;
  token: string;
}

/** The password was right, and a new one has to be set before anything else. */
export interface Challenge {
  challenge: Credentials & { session: string };
}

/** What the start found: the session this device remembers, and what a link with a token came to. */
export interface Recalled {
  session: SignedInAs | null;
  notice?: 'startRefused' | 'linkUnchecked';
  /** A link's session belongs to another user: the change is offered, never made by itself. */
  offer?: SignedInAs;
}

type Problem = { code: string; message: string; retryAfterMs?: number; details?: unknown };

/** Which notice of the catalogue, with the server's words where it has any. */
type Notice = { name: 'sessionOver' | 'startRefused' | 'linkUnchecked' | 'verified'; message?: string };

type AuthEvent =
  | ({ type: 'auth.submitted' } & Credentials)
  | ({ type: 'auth.codeShown' } & ShownCode)
  /** A call was answered with 401. */
  | { type: 'auth.ended'; reason: string }
  /** The server does not know the person this device remembered at the start. */
  | { type: 'auth.refused' }
  | { type: 'auth.left' }
  /** Another tab has signed out, or in as somebody else. */
  | { type: 'auth.leftElsewhere' }
  | { type: 'auth.refreshed'; me: Me }
  | { type: 'auth.offerTaken' }
  | { type: 'auth.offerDeclined' };

export interface AuthContext {
  me: Me | null;
  token: string | null;
  /** A failed sign-in's code and text, for the form; and how long the server asked to wait. */
  error: Problem | null;
  /** What is said over the page about the session. */
  notice: Notice | null;
  /** The address of the last sign-in, for the page that it leads to. */
  tried: string | null;
  /** The last sign-in was with a code from a mail. */
  triedCode: boolean;
  challenge: Challenge['challenge'] | null;
  offer: SignedInAs | null;
}

const nobody = { me: null, token: null };

export const authMachine = setup({
  types: { context: {} as AuthContext, events: {} as AuthEvent },
  actors: {
    /** The session this device remembers, if any. */
    recall: fromPromise<Recalled>(() => Promise.resolve({ session: null })),
    signIn: fromPromise<SignedInAs | Challenge | Verified, Credentials | ShownCode>(() =>
      Promise.reject(new Error('not provided')),
    ),
    signOut: fromPromise<void>(() => Promise.resolve()),
    /** After a 401: clears caches and cookies, keeps what waits. */
    forget: fromPromise<void>(() => Promise.resolve()),
    /** Saves what is typed and clears what is left here; gives whether somebody else is signed in now. */
    follow: fromPromise<boolean>(() => Promise.resolve(false)),
    /** Ends this session and begins the one that a link brought. */
    swap: fromPromise<void, SignedInAs>(() => Promise.resolve()),
  },
  actions: {
    reload: () => undefined,
    /** Keeps over the reload that the server has ended the session. */
    noteEnd: () => undefined,
    /** This device remembers what has changed about the person. */
    keepMe: (_now, _me: Me) => undefined,
  },
  delays: { untilReload: limits.signedOutReloadMs },
}).createMachine({
  id: 'auth',
  context: { ...nobody, error: null, notice: null, tried: null, triedCode: false, challenge: null, offer: null },
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'recall',
        onDone: [
          {
            guard: ({ event }) => event.output.session !== null,
            target: 'signedIn',
            actions: assign(({ event: { output } }) => ({
              ...(output.session ?? nobody),
              offer: output.offer ?? null,
              notice: noticeOf(output),
            })),
          },
          { target: 'signedOut', actions: assign({ notice: ({ event }) => noticeOf(event.output) }) },
        ],
        onError: 'signedOut',
      },
    },
    signedOut: {
      on: {
        'auth.submitted': 'signingIn',
        'auth.codeShown': 'signingIn',
        'auth.offerTaken': { guard: ({ context }) => context.offer !== null, target: 'swapping' },
        'auth.offerDeclined': { actions: assign({ offer: null }) },
      },
    },
    signingIn: {
      entry: assign({
        error: null,
        notice: null,
        tried: ({ event }) => ('email' in event ? event.email : null),
        triedCode: ({ event }) => event.type === 'auth.codeShown',
        // The answer to a challenge keeps it: the form stands until it is accepted.
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
        'auth.offerDeclined': { actions: assign({ offer: null }) },
      },
    },
    signingOut: {
      invoke: { src: 'signOut', onDone: 'signedOut', onError: 'signedOut' },
      exit: assign(nobody),
    },
    following: {
      invoke: {
        src: 'follow',
        onDone: [{ guard: ({ event }) => event.output, actions: 'reload' }, { target: 'signedOut' }],
        onError: 'signedOut',
      },
      exit: assign(nobody),
    },
    refused: {
      invoke: { src: 'forget', onDone: 'signedOut', onError: 'signedOut' },
      exit: assign(nobody),
    },
    swapping: {
      invoke: {
        src: 'swap',
        input: ({ context }) => context.offer as SignedInAs,
        onDone: { actions: 'reload' },
        onError: { actions: 'reload' },
      },
    },
    ended: {
      invoke: { src: 'forget' },
      after: { untilReload: { target: 'signedOut', actions: ['noteEnd', 'reload', assign(nobody)] } },
    },
  },
});

function noticeOf({ notice }: Recalled): Notice | null {
  return notice === undefined ? null : { name: notice };
}

/** What a call throws; a server that answered "later" has said so, and perhaps how much later. */
function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : 'Sign-in failed. Try again.';
  const { code, status, retryAfterMs, details } = (error ?? {}) as Record<string, unknown>;
  const wait = typeof retryAfterMs === 'number' ? { retryAfterMs } : {};
  if (typeof code === 'string') return { code, message, ...(details === undefined ? {} : { details }) };
  if (status === 429) return { code: 'RATE_LIMITED', message, ...wait };
  return { code: status === undefined ? 'UNREACHABLE' : 'UNAVAILABLE', message, ...wait };
}
