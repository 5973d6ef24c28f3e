import { afterAll, expect, test } from 'vitest';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { busWorld, change, patch } from '../../../support/database/bus-world.ts';
import { newId, somebody, wish } from '../../../support/users.ts';
import { handoffNoteChars } from '#domain/chat/handoff-turn.ts';

const entry: KnowledgeEntry = {
  id: 'k1',
  large: 'Testing',
  medium: 'Basics',
  small: '',
  question: 'What does a reference performance test measure?',
  alternatives: ['What does RPT mean?'],
  answer: 'A reference performance test measures capacity and resistance at fixed conditions.',
  keywords: ['RPT'],
  urls: ['https://example.com/rpt'],
  status: 'published',
};

const { close, db, engineer, messages, one, openRoom, send } = await busWorld([entry]);
afterAll(close);

/** Asks the entry's question and hands it over. @returns the handoff's reply and the room it named */
async function handOver(more: object, user = engineer) {
  const roomId = await openRoom(user, 1);
  const question = wish('question.ask', { roomId, text: entry.question, chatType: 1 });
  await one(user, question);
  const result = await one(
    user,
    wish('handoff.request', { roomId, expertRoomId: newId(), questionId: question.cmdId, ...more }),
  );
  const room = result.s === 'ok' ? (result.out as { canonicalRoomId: string }).canonicalRoomId : undefined;
  const card = (room === undefined ? [] : await messages(room)).at(-1);
  const note = (await messages(roomId)).at(-1);
  return { result, card, note };
}

/** Creates a draft order of the engineer. */
async function newDraft(): Promise<string> {
  const orderId = newId();
  expect(await one(engineer, patch(orderId, change('quantity', 3, null)))).toMatchObject({ s: 'ok' });
  return orderId;
}

test('the experts get my note, the order I came from, and the sources of the answer with their links', async () => {
  const orderId = await newDraft();
  const { card, note } = await handOver({ note: 'I tried it at 25 °C.', orderId });
  expect(card).toMatchObject({ content: entry.question, senderType: 'USER' });
  expect(card?.handoff).toMatchObject({
    note: 'I tried it at 25 °C.',
    order: { id: orderId, number: expect.any(String) },
    turns: [
      { kind: 'user', text: entry.question, sources: [] },
      { kind: 'assistant', sources: [{ question: entry.question, urls: entry.urls }] },
    ],
  });
  // The conversation with the assistant keeps only the fact that an expert was asked.
  expect(Object.keys(note?.handoff ?? {}).toSorted()).toEqual(['questionId', 'roomId']);
});

test('an older app hands a question over without a note or an order', async () => {
  const { card } = await handOver({});
  expect(Object.keys(card?.handoff ?? {}).toSorted()).toEqual(['questionId', 'roomId', 'turns']);
});

test('a note in which nothing is visible is no note', async () => {
  expect((await handOver({ note: ' \n\u200b' })).card?.handoff?.note).toBeUndefined();
});

test('a note may be as long as the limit, and no longer', async () => {
  const longest = 'a'.repeat(handoffNoteChars);
  expect((await handOver({ note: longest })).card?.handoff?.note).toBe(longest);
  const { result } = await handOver({ note: `${longest}a` });
  expect(result).toMatchObject({ s: 'rejected', code: 'VALIDATION' });
});

test('the order of somebody else, or one that does not exist, is not named to the experts', async () => {
  const customer = await somebody(db, 'customer');
  for (const orderId of [await newDraft(), newId()]) {
    const { result, card } = await handOver({ orderId }, customer);
    expect(result.s).toBe('ok');
    expect(card?.handoff?.turns).toHaveLength(2);
    expect(card?.handoff?.order).toBeUndefined();
  }
});

test('a repeat with another note keeps the first one, and is one message', async () => {
  const roomId = await openRoom(engineer, 1);
  const question = wish('question.ask', { roomId, text: entry.question, chatType: 1 });
  await one(engineer, question);
  const over = (note: string) =>
    wish('handoff.request', { roomId, expertRoomId: newId(), questionId: question.cmdId, note });
  const results = await send(engineer, over('first'), over('second'));
  const rooms = results.map((result) => (result.s === 'ok' ? (result.out as { canonicalRoomId: string }) : undefined));
  expect(rooms[0]).toBeDefined();
  expect(rooms[1]).toEqual(rooms[0]);
  const cards = (await messages(rooms[0]?.canonicalRoomId ?? '')).filter(
    ({ handoff }) => handoff?.questionId === question.cmdId,
  );
  expect(cards.map(({ handoff }) => handoff?.note)).toEqual(['first']);
});
