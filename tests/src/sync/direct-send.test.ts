import { afterEach, expect, test, vi } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { refuse } from '../../../src/db/refused.ts';
import { outboxTables, pendingIn, readPending, recordOf } from '../../../src/db/pending.ts';
import { takeLead } from '../../../src/sync/fence.ts';
import { accepted } from '../../support/src/fake-world.ts';
import { draining, say } from '../../support/src/draining.ts';
import { until } from '../../support/until.ts';

/** A message that leaves with its append, and when it does not. */

type Draining = Awaited<ReturnType<typeof draining>>;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A writer that runs and has nothing to do, and a user whose appends may ask it. */
async function idle(parts: Parameters<typeof draining>[0] = {}): Promise<Draining & { looks: () => number }> {
  const made = await draining(parts);
  const { db, ctx, writer } = made;
  const stopped = new AbortController();
  stops.push(() => stopped.abort());
  const looked = vi.spyOn(db.attention, 'toArray');
  void writer.run(stopped.signal);
  await until('the writer waits', () => {
    const direct = writer.reserve();
    direct?.release();
    return direct !== undefined;
  });
  ctx.sendsAtOnce = () => writer.reserve();
  ctx.appended = (isSent) => isSent === true || writer.send({ type: 'wake' });
  return { ...made, looks: () => looked.mock.calls.length };
}

const sent = ({ world }: Draining) =>
  world.pushes.map(({ commands }) => commands.map(({ args }) => (args as { content: string }).content));

test('a message leaves when its append has committed, and the drain does not choose it again', async () => {
  const all = await idle();
  all.world.onPush = async (body) => {
    expect((await readPending(all.db)).entries.map(({ cmdId }) => cmdId)).toEqual(
      body.commands.map(({ cmdId }) => cmdId),
    );
    return accepted(body);
  };
  const id = await sendMessage(all.ctx, say('r', 'hello'));
  await until('it is accepted', async () => (await readPending(all.db)).unaccepted().length === 0);
  expect(sent(all)).toEqual([['hello']]);
  const pending = await readPending(all.db);
  expect(pending.entries.map(({ cmdId, n }) => [cmdId, pending.isSent(n)])).toEqual([[id, true]]);
  expect(all.looks()).toBe(0);
});

test('messages of one turn leave together, in their order', async () => {
  const all = await idle();
  await Promise.all(['one', 'two', 'three'].map((text) => sendMessage(all.ctx, say('r', text))));
  await until('they are accepted', async () => (await readPending(all.db)).unaccepted().length === 0);
  expect(sent(all)).toEqual([['one', 'two', 'three']]);
});

test('a message does not overtake one that waits', async () => {
  const all = await idle();
  // Another tab has appended it, and this drain has not heard of it yet.
  await sendMessage({ ...all.ctx, sendsAtOnce: () => undefined, appended: () => undefined }, say('r', 'first'));
  await sendMessage(all.ctx, say('r', 'second'));
  await until('both are accepted', async () => (await readPending(all.db)).unaccepted().length === 0);
  expect(sent(all).flat()).toEqual(['first', 'second']);
});

test('while a frame is in flight, the next message waits for the drain', async () => {
  const all = await idle();
  const { promise, resolve } = Promise.withResolvers<void>();
  all.world.onPush = async (body) => {
    await promise;
    return accepted(body);
  };
  await sendMessage(all.ctx, say('r', 'one'));
  expect(all.writer.reserve()).toBeUndefined();
  await sendMessage(all.ctx, say('r', 'two'));
  expect(sent(all)).toEqual([['one']]);
  resolve();
  await until('both are accepted', async () => (await readPending(all.db)).unaccepted().length === 0);
  expect(sent(all)).toEqual([['one'], ['two']]);
});

test('once the server has accepted a message, the next one leaves with its append, before a page has brought the first', async () => {
  const all = await idle();
  all.writer.send({ type: 'pagesChanged', getsPages: true });
  const waits = vi.spyOn(all.world, 'sleep');
  const replies = () => waits.mock.calls.filter(([ms]) => ms === 30).length;
  const one = await sendMessage(all.ctx, say('r', 'one'));
  await until('the reply has come', () => replies() === 1);
  await sendMessage(all.ctx, say('r', 'two'));
  await until('the reply to the second has come', () => replies() === 2);
  expect(sent(all)).toEqual([['one'], ['two']]);
  expect((await readPending(all.db)).entries[0]?.cmdId).toBe(one);
  expect(all.looks()).toBe(0);
  all.writer.send({ type: 'page.stored', cmdIds: [one] });
  expect(all.looks()).toBe(0);
});

test('what another tab appends while a message leaves is found', async () => {
  const all = await idle();
  const direct = all.writer.reserve();
  await sendMessage({ ...all.ctx, sendsAtOnce: () => undefined, appended: () => undefined }, say('r', 'theirs'));
  const [theirs] = (await readPending(all.db)).entries;
  all.writer.send({ type: 'changed', highest: recordOf(theirs?.n ?? 0) });
  expect(sent(all)).toEqual([]);
  direct?.release();
  await until('it is accepted', async () => (await readPending(all.db)).unaccepted().length === 0);
  expect(sent(all)).toEqual([['theirs']]);
});

test('beside a refused message that waits for its user, the next one goes through the drain', async () => {
  const all = await idle();
  const bad = await sendMessage(
    { ...all.ctx, sendsAtOnce: () => undefined, appended: () => undefined },
    say('r', 'bad'),
  );
  await all.db.transaction('rw', [...outboxTables(all.db), all.db.attention, all.db.meta], async () => {
    const pending = await pendingIn(all.db);
    const entry = pending.entries.find(({ cmdId }) => cmdId === bad);
    if (entry !== undefined)
      await refuse(all.db, pending, [{ cmdId: bad, entry, code: 'TOO_LONG', message: 'Too long.', at: 0 }]);
  });
  await sendMessage(all.ctx, say('r', 'good'));
  await until('it is accepted', async () => (await readPending(all.db)).unaccepted().length === 0);
  expect(sent(all).flat()).toEqual(['good']);
  expect(all.looks()).toBeGreaterThan(0);
});

test('a tab that leads no more sends nothing at once', async () => {
  const all = await idle();
  await takeLead(all.db, 'another tab', 0);
  await sendMessage(all.ctx, say('r', 'hello'));
  expect(sent(all)).toEqual([]);
  expect((await readPending(all.db)).unaccepted()).toHaveLength(1);
});

test('an append that fails leaves the drain free', async () => {
  const all = await idle();
  vi.spyOn(all.db.outbox, 'bulkAdd').mockRejectedValueOnce(new Error('no disk'));
  await expect(sendMessage(all.ctx, say('r', 'lost'))).rejects.toThrow('no disk');
  await sendMessage(all.ctx, say('r', 'kept'));
  await until('it is accepted', async () => (await readPending(all.db)).unaccepted().length === 0);
  expect(sent(all)).toEqual([['kept']]);
});
