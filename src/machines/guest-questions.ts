import { assign, fromPromise, setup } from 'xstate';
import { problemWithQuestion, type Answer } from '#domain/chat/chat.ts';

/**
 * The questions of a guest to the assistant, in the memory of one page.
 *
 *   writing ──asked──> asking ──answered──> writing: the answer is added, the text is cleared
 *      │ ^               └──limit or failed──> writing: the problem is shown, text and key stay
 *      │ └── typed
 *      └──repeated──> asking, with the same key, so that the question counts once
 */
export interface GuestQuestion {
  /** Idempotency key. A question has one until it is answered. */
  key: string;
  text: string;
}

export interface GuestTurn extends GuestQuestion {
  content: string;
  answer: Answer;
}

/** Reason why a question has no answer: a key of guest.json under `problem`. */
export type GuestFailure = 'unreachable' | 'busy' | 'refused';

/** Outcome of a question. */
export type GuestResult =
  | { kind: 'answered'; content: string; answer: Answer; used: number; limit: number }
  /** None is left. `until`: when the next one is possible, in ms since 1970. */
  | { kind: 'limit'; until: number }
  | { kind: 'failed'; failure: GuestFailure };

interface GuestContext {
  newKey: () => string;
  text: string;
  turns: GuestTurn[];
  /** The question that is being asked, or was asked and not answered. */
  asked: GuestQuestion | undefined;
  failure: GuestFailure | undefined;
  /** Questions left today, of how many; unknown before the first answer. */
  left: { count: number; limit: number } | undefined;
  /** Time at which the next question is possible, in ms since 1970. */
  until: number | undefined;
}

type GuestEvent =
  | { type: 'text.typed'; text: string }
  | { type: 'question.asked'; text: string }
  | { type: 'question.repeated' };

export const guestQuestions = setup({
  types: {
    context: {} as GuestContext,
    events: {} as GuestEvent,
    input: {} as { newKey: () => string },
  },
  actors: { ask: fromPromise<GuestResult, GuestQuestion>(() => Promise.reject(new Error('not provided'))) },
}).createMachine({
  id: 'guestQuestions',
  context: ({ input }) => ({
    newKey: input.newKey,
    text: '',
    turns: [],
    asked: undefined,
    failure: undefined,
    left: undefined,
    until: undefined,
  }),
  initial: 'writing',
  on: { 'text.typed': { actions: assign({ text: ({ event }) => event.text }) } },
  states: {
    writing: {
      on: {
        'question.asked': {
          guard: ({ event }) => problemWithQuestion(event.text) === undefined,
          target: 'asking',
          actions: assign(({ context, event }) => ({ asked: questionOf(context, event.text.trim()) })),
        },
        'question.repeated': { guard: ({ context }) => context.asked !== undefined, target: 'asking' },
      },
    },
    asking: {
      entry: assign({ failure: undefined, until: undefined }),
      invoke: {
        src: 'ask',
        input: ({ context }) => context.asked ?? { key: context.newKey(), text: '' },
        onDone: { target: 'writing', actions: assign(({ context, event }) => after(context, event.output)) },
        onError: { target: 'writing', actions: assign({ failure: 'unreachable' as const }) },
      },
    },
  },
});

/** The same text without an answer is the same question. */
function questionOf({ asked, newKey }: GuestContext, text: string): GuestQuestion {
  return asked?.text === text ? asked : { key: newKey(), text };
}

function after(context: GuestContext, result: GuestResult): Partial<GuestContext> {
  const { asked, text, turns } = context;
  if (result.kind === 'failed') return { failure: result.failure };
  if (result.kind === 'limit') return { until: result.until };
  if (asked === undefined) return {};
  const { content, answer, used, limit } = result;
  return {
    turns: [...turns, { ...asked, content, answer }],
    // Text typed since the question was asked stays.
    text: text.trim() === asked.text ? '' : text,
    asked: undefined,
    left: { count: Math.max(0, limit - used), limit },
  };
}
