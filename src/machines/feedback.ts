import { assign, fromPromise, setup } from 'xstate';

/**
 * The question "was this answer useful?" under an answer.
 *
 *   asked ──rated──> saving ──ok──> followUp ──commented / skipped──> thanked ──dismissed──> closed
 *                      └──failed──> failed ("Oops, Somethings went wrong.") ──rated──> saving
 *   from anywhere ──sentAgain──> savingComment ──ok──> thanked
 *
 * Feedback that the server refuses later is shown at the answer, and can be sent again there.
 */
export interface FeedbackInput {
  rating: 1 | -1;
  comment?: string;
}

type FeedbackEvent =
  | { type: 'feedback.rated'; rating: 1 | -1 }
  | { type: 'feedback.commented'; comment: string }
  | { type: 'feedback.sentAgain'; rating: 1 | -1; comment: string | null }
  | { type: 'feedback.skipped' }
  | { type: 'feedback.dismissed' };

export const feedbackMachine = setup({
  types: {
    context: {} as { rating: 1 | -1 | null; comment: string | null },
    events: {} as FeedbackEvent,
    input: {} as { rating: 1 | -1 | null } | undefined,
  },
  actors: { save: fromPromise<void, FeedbackInput>(() => Promise.reject(new Error('not provided'))) },
  actions: {
    keepRating: assign(({ context, event }) =>
      event.type === 'feedback.rated' ? { rating: event.rating, comment: null } : context,
    ),
  },
  guards: { isRated: ({ context }) => context.rating !== null },
}).createMachine({
  id: 'feedback',
  context: ({ input }) => ({ rating: input?.rating ?? null, comment: null }),
  initial: 'deciding',
  on: {
    'feedback.sentAgain': {
      target: '.savingComment',
      actions: assign(({ event: { rating, comment } }) => ({ rating, comment })),
    },
  },
  states: {
    deciding: { always: [{ guard: 'isRated', target: 'thanked' }, { target: 'asked' }] },
    asked: { on: { 'feedback.rated': { target: 'saving', actions: 'keepRating' } } },
    saving: {
      invoke: { src: 'save', input: inputOf, onDone: 'followUp', onError: 'failed' },
    },
    followUp: {
      on: {
        'feedback.commented': { target: 'savingComment', actions: assign({ comment: ({ event }) => event.comment }) },
        'feedback.skipped': 'thanked',
        'feedback.dismissed': 'thanked',
      },
    },
    savingComment: { invoke: { src: 'save', input: inputOf, onDone: 'thanked', onError: 'failed' } },
    thanked: { on: { 'feedback.rated': { target: 'saving', actions: 'keepRating' }, 'feedback.dismissed': 'closed' } },
    failed: { on: { 'feedback.rated': { target: 'saving', actions: 'keepRating' }, 'feedback.dismissed': 'asked' } },
    closed: {},
  },
});

function inputOf({ context }: { context: { rating: 1 | -1 | null; comment: string | null } }): FeedbackInput {
  return { rating: context.rating ?? 1, ...(context.comment === null ? {} : { comment: context.comment }) };
}
