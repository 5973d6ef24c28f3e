import { liveQuery } from 'dexie';
import { expect, test, vi } from 'vitest';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { placeOrder, placing } from '../../../src/order/calls/order-place.ts';
import { transitionOrder } from '../../../src/order/calls/order-transition.ts';
import type { CommandContext } from '../../../src/db/context.ts';
import { waitingOf } from '../../../src/db/unsent-commands.ts';
import { orderOf } from '../../../src/order/views/order-views.ts';
import { retryRefused } from '../../../src/order/calls/order-send-again.ts';
import { discardWaiting } from '../../../src/db/send-again.ts';
import { markRead } from '../../../src/chat/calls/read-mark.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { asPage, asPageRow, positionsPerRecord } from '../../../src/db/message-records.ts';
import { refuse } from '../../../src/db/refused.ts';
import { append } from '../../../src/db/outbox.ts';
import { pendingIn, readPending } from '../../../src/db/pending.ts';
import { markSent } from '../../../src/db/progress.ts';
import type { OutboxEntry, UserDb } from '../../../src/db/schema.ts';
import { blobOf } from '../../../src/db/files/blobs.ts';
import { deviceOf, reloaded, roomOfMe } from '../../support/src/user.ts';
import { patience } from '../../support/patience.ts';

const say = (roomId: string, content: string) => ({ roomId, content, files: [] });
const small = () => new File(['x'], 'a.pdf', { type: 'application/pdf' });

async function sendAll(db: UserDb): Promise<void> {
  await db.transaction('rw', [db.outbox, db.progress, db.acks], async () => {
    const pending = await pendingIn(db);
    await markSent(
      db,
      pending,
      pending.entries.map(({ n }) => n),
    );
  });
}

test('a command is there after a reload at the moment its append returned', async () => {
  const { ctx, me } = deviceOf();
  const cmdId = await sendMessage(ctx, say('r', 'kept'));
  const { db } = reloaded(ctx);
  const { entries } = await readPending(db);
  expect(entries).toMatchObject([{ cmdId, lane: 'room:r', args: { content: 'kept' } }]);
  expect(me.id).toBe(ctx.me.id);
});

test('ten thousand appends of one turn share records of five hundred, keep their order, and all survive', async () => {
  const { ctx } = deviceOf();
  const ids = await Promise.all(Array.from({ length: 10_000 }, (_, i) => sendMessage(ctx, say(`r${i % 20}`, `m${i}`))));
  const { db } = reloaded(ctx);
  expect(await db.outbox.count()).toBe(20);
  const { entries } = await readPending(db);
  expect(entries.map((entry) => entry.cmdId)).toEqual(ids);
  expect(new Set(entries.map((entry) => entry.n)).size).toBe(10_000);
  expect(entries.map((entry) => entry.n)).toEqual(entries.map((entry) => entry.n).toSorted((a, b) => a - b));
});

test('two tabs that append at the same time get distinct numbers in a stable order', async () => {
  const first = deviceOf();
  const second = deviceOf(first.me);
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => sendMessage((i % 2 === 0 ? first : second).ctx, say('r', `m${i}`))),
  );
  const { entries } = await readPending(first.db);
  expect(new Set(entries.map((entry) => entry.n)).size).toBe(40);
  expect(entries.map((entry) => entry.n)).toEqual(entries.map((entry) => entry.n).toSorted((a, b) => a - b));
  const ofFirst = entries
    .map((entry) => (entry.args as { content: string }).content)
    .filter((m) => Number(m.slice(1)) % 2 === 0);
  expect(ofFirst).toEqual(Array.from({ length: 20 }, (_, i) => `m${i * 2}`));
});

test('numbers are never used twice, also when the outbox has been emptied in between', async () => {
  const { ctx, db } = deviceOf();
  const first = await sendMessage(ctx, say('r', 'one'));
  const [before] = (await readPending(db)).entries;
  await discardWaiting(ctx, first);
  expect(await db.outbox.count()).toBe(0);
  await sendMessage(ctx, say('r', 'two'));
  const [after] = (await readPending(db)).entries;
  expect(after?.n).toBeGreaterThan(before?.n ?? Infinity);
});

test('a message and the bytes of its files are kept together', async () => {
  const { ctx } = deviceOf();
  const file = new File(['photo bytes'], 'cell.png', { type: 'image/png' });
  await sendMessage(ctx, { roomId: 'r', content: '', files: [file, file] });
  const { db } = reloaded(ctx);
  const [entry] = (await readPending(db)).entries;
  const { files } = (entry as OutboxEntry<'chat.send'>).args;
  expect(entry?.deps).toEqual(files.map((ref) => ref.sha256));
  expect(new Set(files.map((ref) => ref.id)).size).toBe(2);
  expect(await db.blobs.count()).toBe(1);
  expect(await blobOf(db, files[0]?.sha256 ?? '')).toBeDefined();
});

test('07 an empty message, a sixth file and a file of 5 MB are refused before anything is stored', async () => {
  const { ctx, db } = deviceOf();
  const large = new File([new Uint8Array(5 * 1024 * 1024)], 'b.pdf', { type: 'application/pdf' });
  await expect(sendMessage(ctx, say('r', '  '))).rejects.toMatchObject({ code: 'EMPTY_MESSAGE' });
  await expect(
    sendMessage(ctx, { roomId: 'r', content: 'x', files: Array.from({ length: 6 }, small) }),
  ).rejects.toMatchObject({ code: 'TOO_MANY_FILES' });
  await expect(sendMessage(ctx, { roomId: 'r', content: 'x', files: [large] })).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
  });
  expect(await db.outbox.count()).toBe(0);
});

test('when the device is full, caches are trimmed and the append goes through', async () => {
  const { ctx, db, me } = deviceOf();
  const room = roomOfMe(me);
  await db.messages.bulkPut([1, 2, 3, 4].map((page) => asPageRow({ roomId: room.id, page, rows: [] })));
  const full = vi.spyOn(db.outbox, 'bulkAdd').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await sendMessage(ctx, say(room.id, 'still kept'));
  expect(full).toHaveBeenCalledTimes(2);
  expect((await db.messages.toArray()).map((row) => asPage(row).page)).toEqual([4, 3]);
  expect((await db.windows.get(room.id))?.from).toBe(3 * positionsPerRecord);
  expect((await readPending(db)).entries).toHaveLength(1);
});

test('when there is no space at all, the append fails with an error, and queued commands stay', async () => {
  const { ctx, db } = deviceOf();
  await sendMessage(ctx, say('r', 'before'));
  vi.spyOn(db.outbox, 'bulkAdd').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await expect(sendMessage(ctx, say('r', 'too much'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect((await readPending(db)).entries.map((entry) => entry.args)).toMatchObject([{ content: 'before' }]);
});

test('one command that cannot be stored does not take the others of its turn with it', async () => {
  const { ctx, db } = deviceOf();
  const bad = append(ctx, {
    cmdId: ctx.newId(),
    type: 'chat.send',
    args: { roomId: 'r', content: 'x', files: [(() => 1) as never] },
  });
  const good = sendMessage(ctx, say('r', 'fine'));
  await expect(bad).rejects.toMatchObject({ name: 'DataCloneError' });
  await good;
  expect((await readPending(db)).entries.map((entry) => entry.args)).toMatchObject([{ content: 'fine' }]);
});

test('a waiting read mark just moves on, but one that has left is followed by another', async () => {
  const { ctx, db } = deviceOf();
  await markRead(ctx, { roomId: 'r', upTo: 3 });
  await markRead(ctx, { roomId: 'r', upTo: 7 });
  await markRead(ctx, { roomId: 'r', upTo: 5 });
  expect((await readPending(db)).entries.map((entry) => entry.args)).toEqual([{ roomId: 'r', upTo: 7 }]);
  await sendAll(db);
  await markRead(ctx, { roomId: 'r', upTo: 9 });
  expect((await readPending(db)).entries.map((entry) => entry.args)).toEqual([
    { roomId: 'r', upTo: 7 },
    { roomId: 'r', upTo: 9 },
  ]);
});

test('patches of an order merge while unsent, and keep their first base', async () => {
  const { ctx, db } = deviceOf();
  const orderId = ctx.newId();
  await patchOrder(ctx, { orderId, changes: [{ path: 'format', value: 'pouch' }] });
  await patchOrder(ctx, {
    orderId,
    changes: [
      { path: 'format', value: 'coin' },
      { path: 'quantity', value: 3 },
    ],
  });
  const [merged] = (await readPending(db)).entries;
  expect(merged?.args).toEqual({
    orderId,
    changes: [
      { path: 'format', value: 'coin', base: null },
      { path: 'quantity', value: 3, base: null },
    ],
  });
});

test.each([
  ['placed', (ctx: CommandContext, orderId: string) => placeOrder(ctx, { orderId })],
  ['discarded', (ctx: CommandContext, orderId: string) => transitionOrder(ctx, { orderId, event: 'DISCARD' })],
])('an order that waits to be %s takes no change behind that, and again once it is taken back', async (_, end) => {
  const { ctx, db, me } = deviceOf();
  const orderId = ctx.newId();
  const change = (value: number) => patchOrder(ctx, { orderId, changes: [{ path: 'quantity', value }] });
  await change(24);
  await end(ctx, orderId);
  await expect(change(12)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  expect((await orderOf(db, me, orderId))?.doc).toEqual({ quantity: 24 });
  await discardWaiting(ctx, (await waitingOf(db)).at(-1)?.cmdId ?? '');
  await change(12);
  expect((await orderOf(db, me, orderId))?.doc).toEqual({ quantity: 12 });
});

test('a placing that is put back after the order was changed comes behind the change, and names the order as it was', async () => {
  const { ctx, db } = deviceOf();
  const orderId = ctx.newId();
  await patchOrder(ctx, { orderId, changes: [{ path: 'quantity', value: 24 }] });
  await sendAll(db);
  await placeOrder(ctx, { orderId });
  const [, placed] = (await readPending(db)).entries;
  const undo = await discardWaiting(ctx, placed?.cmdId ?? '');
  await patchOrder(ctx, { orderId, changes: [{ path: 'quantity', value: 12 }] });
  await undo();
  const { entries } = await readPending(db);
  expect(entries.map(({ type }) => type)).toEqual(['order.patch', 'order.patch', 'order.place']);
  expect(entries[2]).toMatchObject({ cmdId: placed?.cmdId, args: placed?.args });
});

test('a refused order that is placed again includes the changes since', async () => {
  const { ctx, db } = deviceOf();
  const orderId = ctx.newId();
  await patchOrder(ctx, { orderId, changes: [{ path: 'quantity', value: 24 }] });
  await sendAll(db);
  await placeOrder(ctx, { orderId });
  const placed = (await readPending(db)).entries.find(({ type }) => type === 'order.place');
  if (placed === undefined) throw new Error('nothing is placed');
  await db.transaction('rw', [db.outbox, db.progress, db.acks, db.attention], async () => {
    await refuse(db, await pendingIn(db), [
      { cmdId: placed.cmdId, entry: placed, code: 'PRICE_CHANGED', message: 'no', at: 0 },
    ]);
  });
  await patchOrder(ctx, { orderId, changes: [{ path: 'quantity', value: 12 }] });
  await retryRefused(ctx, placed.cmdId);
  const { entries } = await readPending(db);
  expect(entries.map(({ type }) => type)).toEqual(['order.patch', 'order.patch', 'order.place']);
  expect(entries[2]?.args).toEqual(placing({ id: orderId, doc: { quantity: 12 } }, exampleRateCard).args);
});

test('only the order that was looked at is placed', async () => {
  const { ctx, db } = deviceOf();
  const orderId = ctx.newId();
  await patchOrder(ctx, { orderId, changes: [{ path: 'quantity', value: 24 }] });
  const docHash = docHashOf({ quantity: 24 });
  await patchOrder(ctx, { orderId, changes: [{ path: 'quantity', value: 12 }] });
  await expect(placeOrder(ctx, { orderId, docHash })).rejects.toMatchObject({ code: 'ORDER_CHANGED' });
  await placeOrder(ctx, { orderId, docHash: docHashOf({ quantity: 12 }) });
  expect((await readPending(db)).entries.map(({ type }) => type)).toEqual(['order.patch', 'order.place']);
});

test('coalescing keeps the numbers and ids of everything else in the record', async () => {
  const { ctx, db } = deviceOf();
  const [message] = await Promise.all([sendMessage(ctx, say('r', 'x')), markRead(ctx, { roomId: 'q', upTo: 1 })]);
  const numbers = (await readPending(db)).entries.map(({ n, type }) => [n, type]);
  expect(numbers.map(([, type]) => type)).toEqual(['chat.send', 'read.mark']);
  await markRead(ctx, { roomId: 'q', upTo: 4 });
  const { entries } = await readPending(db);
  expect(entries.map(({ n, type }) => [n, type])).toEqual(numbers);
  expect(entries[1]?.args).toMatchObject({ upTo: 4 });
  expect(entries[0]?.cmdId).toBe(message);
});

test('a command that may have reached the server cannot be discarded; another can, and Undo puts it back in its old position', async () => {
  const { ctx, db } = deviceOf();
  const first = await sendMessage(ctx, say('r', 'first'));
  await sendAll(db);
  const second = await sendMessage(ctx, say('r', 'second'));
  await sendMessage(ctx, say('r', 'third'));
  await discardWaiting(ctx, first);
  const undo = await discardWaiting(ctx, second);
  const contents = async () =>
    (await readPending(db)).entries.map((entry) => (entry.args as { content: string }).content);
  expect(await contents()).toEqual(['first', 'third']);
  await undo();
  expect(await contents()).toEqual(['first', 'second', 'third']);
});

test('a refused command that is sent again is a new command in its old position, and dependent ones follow', async () => {
  const { ctx, db } = deviceOf();
  const orderId = ctx.newId();
  await patchOrder(ctx, { orderId, changes: [{ path: 'format', value: 'pouch' }] });
  await sendAll(db);
  await patchOrder(ctx, { orderId, changes: [{ path: 'format', value: 'coin' }] });
  const before = (await readPending(db)).entries;
  const [refused] = before;
  if (refused === undefined) throw new Error('nothing waits');
  await db.transaction('rw', [db.outbox, db.progress, db.acks, db.attention], async () => {
    await refuse(db, await pendingIn(db), [
      { cmdId: refused.cmdId, entry: refused, code: 'INVALID', message: 'no', at: 0 },
    ]);
  });
  await retryRefused(ctx, refused.cmdId);
  const { entries } = await readPending(db);
  expect(entries.map((entry) => entry.n)).toEqual(before.map((entry) => entry.n));
  expect(entries[0]?.cmdId).not.toBe(refused.cmdId);
  expect(entries[1]?.args).toMatchObject({ changes: [{ base: entries[0]?.cmdId }] });
  expect(await db.attention.count()).toBe(0);
});

test('a screen that watches the queue sees each append, with a file or without', async () => {
  const { ctx, db } = deviceOf();
  const seen: number[] = [];
  const watching = liveQuery(() => readPending(db)).subscribe(({ entries }) => void seen.push(entries.length));
  await vi.waitFor(() => expect(seen.at(-1)).toBe(0), patience.condition);
  await sendMessage(ctx, say('r', 'first'));
  await vi.waitFor(() => expect(seen.at(-1)).toBe(1), patience.condition);
  await sendMessage(ctx, { ...say('r', 'second'), files: [new File(['x'], 'cell.png', { type: 'image/png' })] });
  await vi.waitFor(() => expect(seen.at(-1)).toBe(2), patience.condition);
  watching.unsubscribe();
});

test('who reads the queue once does not ask how long it is, which only a watching screen needs', async () => {
  const { ctx, db } = deviceOf();
  await sendMessage(ctx, say('r', 'first'));
  await readPending(db);
  const count = vi.spyOn(db.outbox, 'count');
  expect((await readPending(db, false)).entries).toHaveLength(1);
  expect(count).not.toHaveBeenCalled();
});
