import { expect, test } from 'vitest';
import { handoffIdOf } from '#domain/spine/commands.ts';
import { markRead } from '../../../src/chat/calls/read-mark.ts';
import { placeOrder } from '../../../src/order/calls/order-place.ts';
import { transitionOrder } from '../../../src/order/calls/order-transition.ts';
import { requestHandoff } from '../../../src/assistant/calls/handoff-request.ts';
import { removeMember } from '../../../src/chat/calls/member-remove.ts';
import { redactMessage } from '../../../src/chat/calls/message-redact.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { discardWaiting } from '../../../src/db/send-again.ts';
import { refuse } from '../../../src/db/refused.ts';
import { EarlyMessages } from '../../../src/db/early.ts';
import { foldMessages, newestMessages } from '../../../src/db/message-records.ts';
import { outboxTables, readPending } from '../../../src/db/pending.ts';
import { readMessages, showMessages, messagesOf } from '../../../src/chat/views/message-views.ts';
import { waitingCount, waitingOf } from '../../../src/db/unsent-commands.ts';
import { ordersInNeed } from '../../../src/order/views/order-views.ts';
import { roomOf, roomsOf, unreadByOrder, unreadOf } from '../../../src/chat/views/room-views.ts';
import type { UserDb } from '../../../src/db/schema.ts';
import { deviceOf, messageIn, roomOfMe, testUser } from '../../support/src/user.ts';

const say = (roomId: string, content: string) => ({ roomId, content, files: [] });

async function put(db: UserDb, messages: Parameters<typeof foldMessages>[1]): Promise<void> {
  await db.transaction('rw', db.messages, () => foldMessages(db, messages));
}

test('a question handed over offline says that it joins the open expert room, if there is one', async () => {
  const { db, me, ctx } = deviceOf();
  const assistant = roomOfMe(me, { type: 1 });
  const resolved = roomOfMe(me, { type: 5, status: 'resolved' });
  await db.rooms.bulkPut([assistant, resolved]);
  const made = await requestHandoff(ctx, { roomId: assistant.id, questionId: 'a question' });
  expect((await roomOf(db, me, made))?.joins).toBe(false);
  await db.rooms.put(roomOfMe(me, { type: 5 }));
  expect((await roomOf(db, me, made))?.joins).toBe(true);
  const joining = (await roomsOf(db, me)).filter(({ joins }) => joins);
  expect(joining.map(({ id }) => id)).toEqual([made]);
});

test('a question handed over offline stands in the new room with its note, its order and what was asked before', async () => {
  const { db, me, ctx } = deviceOf();
  const assistant = roomOfMe(me, { type: 1 });
  await db.rooms.put(assistant);
  const author = { id: me.id, name: me.display_name, kind: 'user' } as const;
  const asked = [
    messageIn(assistant, { sseq: 2, content: 'What is a K value?', author, senderType: 'USER' }),
    messageIn(assistant, { sseq: 3, content: 'Who repairs my glove box?', author, senderType: 'USER' }),
  ];
  await put(db, asked);
  const [earlier, question] = asked.map(({ id }) => id) as [string, string];
  const made = await requestHandoff(ctx, {
    roomId: assistant.id,
    questionId: question,
    earlier: [earlier],
    note: 'New gloves',
  });
  const { messages } = await messagesOf(db, me, made, 50);
  expect(messages).toMatchObject([
    {
      id: handoffIdOf(question),
      content: 'Who repairs my glove box?',
      author: { id: me.id, kind: 'user' },
      delivery: 'queued',
      handoff: { note: 'New gloves', turns: [{ text: 'What is a K value?' }, { text: 'Who repairs my glove box?' }] },
    },
  ]);
  expect(await roomOf(db, me, made)).toMatchObject({ waiting: 1, last: { preview: 'Who repairs my glove box?' } });
  expect((await messagesOf(db, me, assistant.id, 50)).messages).toHaveLength(2);
  const room = (await roomsOf(db, me)).find(({ id }) => id === made);
  expect(room?.last?.preview).toBe('Who repairs my glove box?');
});

test('a handover that was refused stays in its room until its user decides', async () => {
  const { db, me, ctx } = deviceOf();
  const assistant = roomOfMe(me, { type: 1 });
  await db.rooms.put(assistant);
  const made = await requestHandoff(ctx, { roomId: assistant.id, questionId: 'a question', note: 'New gloves' });
  const [waiting] = await waitingOf(db);
  const pending = await readPending(db);
  const entry = pending.entries[0]!;
  await db.transaction('rw', [...outboxTables(db), db.attention], () =>
    refuse(db, pending, [{ cmdId: entry.cmdId, entry, code: 'FORBIDDEN', message: '', at: 0 }]),
  );
  const { messages } = await messagesOf(db, me, made, 50);
  expect(messages).toMatchObject([{ id: waiting?.cmdId, delivery: 'refused', handoff: { note: 'New gloves' } }]);
});

test('a message shows once while it is both queued and confirmed', async () => {
  const { db, me, ctx } = deviceOf();
  const room = roomOfMe(me);
  await db.rooms.put(room);
  const cmdId = await sendMessage(ctx, say(room.id, 'mine'));
  const mine = messageIn(room, {
    id: cmdId,
    sseq: 2,
    content: 'mine',
    author: { id: me.id, name: 'me', kind: 'user' },
    senderType: 'USER',
  });
  const early = new EarlyMessages();
  early.add(mine);
  const shown = async () =>
    (await messagesOf(db, me, room.id, 50, early)).messages.map(({ content, pending }) => [content, pending]);
  expect(await shown()).toEqual([['mine', false]]);
  await put(db, [mine]);
  expect(await shown()).toEqual([['mine', false]]);
});

test('a message seen early does not vanish between its confirmation and the next reading of the rows', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me);
  await db.rooms.put(room);
  const theirs = messageIn(room, { sseq: 2, content: 'theirs' });
  const early = new EarlyMessages();
  const before = await readMessages(db, me, room.id, 50);
  const shown = (read: typeof before) => showMessages(read, me, 50, early).messages.map(({ content }) => content);
  early.add(theirs);
  await put(db, [theirs]);
  early.drop([theirs]);
  expect(shown(before)).toEqual(['theirs']);
  expect(shown(await readMessages(db, me, room.id, 50))).toEqual(['theirs']);
});

test('what was seen early and confirmed long ago is forgotten', () => {
  const { me } = deviceOf();
  const room = roomOfMe(me);
  const early = new EarlyMessages();
  const seen = Array.from({ length: 500 }, (_, i) => messageIn(room, { sseq: i + 2 }));
  early.add(...seen);
  expect(early.of(room.id)).toHaveLength(500);
  early.drop(seen);
  expect(early.of(room.id).length).toBeLessThan(500);
});

test('the newest fifty are shown, and that there are older ones, here or on the server', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me, { sseq: 400 });
  await db.rooms.put(room);
  await db.windows.put({ roomId: room.id, from: 1, complete: true });
  await put(
    db,
    Array.from({ length: 400 }, (_, i) => messageIn(room, { sseq: i + 1, content: `${i + 1}` })),
  );
  const { messages, hasOlder } = await messagesOf(db, me, room.id, 50);
  expect(messages.map(({ content }) => content)).toEqual(Array.from({ length: 50 }, (_, i) => `${351 + i}`));
  expect(hasOlder).toBe(true);
  expect((await messagesOf(db, me, room.id, 400)).hasOlder).toBe(false);
  await db.windows.put({ roomId: room.id, from: 1, complete: false });
  expect((await messagesOf(db, me, room.id, 400)).hasOlder).toBe(true);
});

test.each([1, 50, 127, 128, 129, 300])(
  'the newest %i of a room with gaps are found whatever pages they lie in',
  async (limit) => {
    const { db, me } = deviceOf();
    const room = roomOfMe(me);
    const places = Array.from({ length: 320 }, (_, i) => 1 + i * 3);
    await put(
      db,
      places.map((sseq) => messageIn(room, { sseq })),
    );
    const found = await newestMessages(db, room.id, limit);
    expect(found.length).toBeGreaterThanOrEqual(Math.min(limit, 320));
    expect(found.slice(-limit).map((message) => message.sseq)).toEqual(places.slice(-limit));
  },
);

test('reading takes effect at once: the count goes down before the server knows', async () => {
  const { db, me, ctx } = deviceOf();
  const room = roomOfMe(me, { sseq: 5, unread: { user: [3, 4, 5], support: [] } });
  await db.rooms.put(room);
  expect(unreadOf(await roomsOf(db, me))).toEqual({ expert: 3, po: 0, ai: 0 });
  await markRead(ctx, { roomId: room.id, upTo: 4 });
  expect((await roomsOf(db, me)).map(({ unreadCount }) => unreadCount)).toEqual([1]);
  expect(await waitingCount(db)).toEqual({ waiting: 0, needYou: 0 });
});

test('unread messages are counted by order, and those of an expert chat are not among them', async () => {
  const { db, me } = deviceOf();
  const unreadIn = (type: 5 | 6 | 7, orderId: string | null, ...user: number[]) =>
    roomOfMe(me, { type, orderId, sseq: 9, unread: { user, support: [] } });
  await db.rooms.bulkPut([
    unreadIn(5, null, 2),
    unreadIn(6, 'a', 3, 4, 5),
    unreadIn(7, 'a', 6),
    unreadIn(6, 'b'),
    unreadIn(7, null, 7),
  ]);
  expect(Object.fromEntries(unreadByOrder(await roomsOf(db, me)))).toEqual({ a: 4, b: 0, null: 1 });
});

test('own orders that need their customer are counted, until what the customer does about them is kept here', async () => {
  const { db, me, ctx } = deviceOf(testUser({ company_id: 102 }));
  const [asked, priced] = [ctx.newId(), ctx.newId()];
  const of = (id: string, status: string, more = {}) =>
    ({ id, ownerId: me.id, status, doc: {}, vers: {}, at: {}, history: [], updatedAt: '', ...more }) as never;
  await db.orders.bulkPut([
    of(asked, 'draft', { history: [{ event: 'REQUEST_CHANGES', to: 'draft' }] }),
    of(priced, 'reviewed', { quote: null }),
    of(ctx.newId(), 'reviewed', { ownerId: 'a colleague' }),
    of(ctx.newId(), 'testing'),
  ]);
  expect(await ordersInNeed(db, me)).toBe(2);
  await placeOrder(ctx, { orderId: asked });
  expect(await ordersInNeed(db, me)).toBe(1);
  await transitionOrder(ctx, { orderId: priced, event: 'ACCEPT_QUOTE' });
  expect(await ordersInNeed(db, me)).toBe(0);
});

test('rooms are sorted by their last message, also offline', async () => {
  const { db, me, ctx } = deviceOf();
  const [a, b] = [roomOfMe(me), roomOfMe(me)];
  await db.rooms.bulkPut([a, b]);
  await sendMessage(ctx, say(a.id, 'x'));
  expect((await roomsOf(db, me)).map(({ id }) => id)).toEqual([a.id, b.id]);
  const made = await openRoom(ctx, { type: 6, name: 'Order' });
  await sendMessage(ctx, say(made, 'y'));
  expect((await roomsOf(db, me)).map(({ id }) => id)[0]).toBe(made);
});

test('opening a room counts with its first message as one pending change', async () => {
  const { db, ctx } = deviceOf();
  const roomId = await openRoom(ctx, { type: 5 });
  expect(await waitingCount(db)).toEqual({ waiting: 1, needYou: 0 });
  await sendMessage(ctx, say(roomId, 'hello'));
  expect(await waitingCount(db)).toEqual({ waiting: 1, needYou: 0 });
  await sendMessage(ctx, say(roomId, 'anybody there?'));
  expect(await waitingCount(db)).toEqual({ waiting: 2, needYou: 0 });
});

test('a message deleted offline disappears at once, with a clock, and returns if the deletion is discarded', async () => {
  const { db, me, ctx } = deviceOf();
  const room = roomOfMe(me, { sseq: 3 });
  await db.rooms.put(room);
  const author = { id: me.id, name: me.display_name, kind: 'user' as const };
  const mine = messageIn(room, { sseq: 2, content: 'a slip', author, senderType: 'USER' });
  await put(db, [mine, messageIn(room, { sseq: 3, content: 'theirs' })]);
  await redactMessage(ctx, { roomId: room.id, messageId: mine.id });
  const shown = async () =>
    (await messagesOf(db, me, room.id, 50)).messages.map((message) => [
      message.content,
      message.redacted ?? false,
      message.delivery,
    ]);
  expect(await shown()).toEqual([
    ['', true, 'queued'],
    ['theirs', false, null],
  ]);
  const [deletion] = await waitingOf(db);
  await discardWaiting(ctx, deletion?.cmdId ?? '');
  expect(await shown()).toEqual([
    ['a slip', false, 'sent'],
    ['theirs', false, null],
  ]);
});

test('staff see in the head of a room that its customer is being taken out', async () => {
  const { db, me, ctx } = deviceOf(testUser({ role: 'EXPERT' }));
  const room = roomOfMe(testUser());
  await db.rooms.put(room);
  expect((await roomOf(db, me, room.id))?.customerLeaves).toBe(false);
  await removeMember(ctx, { roomId: room.id, userId: room.customerId });
  expect((await roomOf(db, me, room.id))?.customerLeaves).toBe(true);
});
