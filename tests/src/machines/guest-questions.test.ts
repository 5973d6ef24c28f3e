import { expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Answer } from '#domain/chat/chat.ts';
import { guestQuestions, type GuestQuestion, type GuestResult } from '../../../src/machines/guest-questions.ts';
import { questionChars } from '#domain/chat/text-lengths.ts';

/** What a guest's box shows, and when the same question is sent again. */

const answer: Answer = {
  questionId: 'q',
  status: 'done',
  mode: 'kb',
  confidence: 1,
  sources: [],
  suggestions: [],
  handoff: { offered: true, allowed: false },
};
const answered = (used: number): GuestResult => ({ kind: 'answered', content: 'Yes.', answer, used, limit: 5 });
const unreachable: GuestResult = { kind: 'failed', failure: 'unreachable' };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A box whose questions get these results, one after the other. */
function boxWith(...results: (GuestResult | Error)[]) {
  let made = 0;
  const ask = vi.fn<(question: GuestQuestion) => Promise<GuestResult>>(async () => {
    const result = results.shift() ?? new Error('not expected');
    if (result instanceof Error) throw result;
    return result;
  });
  const machine = guestQuestions.provide({
    actors: { ask: fromPromise<GuestResult, GuestQuestion>(({ input }) => ask(input)) },
  });
  const actor = createActor(machine, { input: { newKey: () => `key ${++made}` } }).start();
  const type = (text: string) => actor.send({ type: 'text.typed', text });
  const send = async (text: string) => {
    actor.send({ type: 'question.asked', text });
    await settled();
  };
  return { actor, ask, type, send, now: () => actor.getSnapshot().context };
}

test('an answer is added, the box is emptied, and the questions left are shown', async () => {
  const { type, send, now } = boxWith(answered(2));
  type(' How wide? ');
  await send(' How wide? ');
  expect(now()).toMatchObject({ text: '', turns: [{ text: 'How wide?', content: 'Yes.' }] });
  expect(now().left).toEqual({ count: 3, limit: 5 });
});

test('a question without an answer stays in the box, and asked again has the same key', async () => {
  const { actor, ask, type, send, now } = boxWith(unreachable, new Error('broken'), answered(1), answered(2));
  type('How wide?');
  await send('How wide?');
  expect(now()).toMatchObject({ text: 'How wide?', turns: [], failure: 'unreachable' });
  actor.send({ type: 'question.repeated' });
  await settled();
  expect(now().failure).toBe('unreachable');
  await send('How wide?');
  expect(now()).toMatchObject({ text: '', failure: undefined });
  expect(ask.mock.calls.map(([{ key }]) => key)).toEqual(['key 1', 'key 1', 'key 1']);
  // Answered, the same text is another question.
  await send('How wide?');
  expect(ask.mock.lastCall?.[0].key).toBe('key 2');
});

test('a changed question is another question', async () => {
  const { ask, send } = boxWith(unreachable, answered(1));
  await send('How wide?');
  await send('How tall?');
  expect(ask.mock.calls.map(([{ key }]) => key)).toEqual(['key 1', 'key 2']);
});

test('what is typed while a suggestion is asked stays', async () => {
  const { type, send, now } = boxWith(answered(1));
  type('And the weight?');
  await send('How wide is a 4680 cell?');
  expect(now().text).toBe('And the weight?');
});

test('when no question is left, the box says when the next is possible, and the text stays', async () => {
  const { type, send, now } = boxWith({ kind: 'limit', until: 1000 }, answered(5));
  type('How wide?');
  await send('How wide?');
  expect(now()).toMatchObject({ until: 1000, text: 'How wide?', turns: [] });
  await send('How wide?');
  expect(now()).toMatchObject({ until: undefined, left: { count: 0 } });
});

test.each(['', '  ', 'x'.repeat(questionChars + 1)])('an empty or too long text is not sent', async (text) => {
  const { ask, send } = boxWith();
  await send(text);
  expect(ask).not.toHaveBeenCalled();
});
