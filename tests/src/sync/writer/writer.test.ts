import { describe, expect, test, vi } from 'vitest';
import { retryPolicy } from '#domain/spine/retry-policy.ts';
import type { PushBody, PushResult } from '#domain/spine/wire/sync.ts';
import { sendMessage } from '../../../../src/chat/calls/chat-send.ts';
import { openRoom } from '../../../../src/chat/calls/room-open.ts';
import { retryRefused } from '../../../../src/order/calls/order-send-again.ts';
import { discardWaiting } from '../../../../src/db/send-again.ts';
import { askFirst, refuse } from '../../../../src/db/refused.ts';
import { applyPage } from '../../../../src/db/confirmed.ts';
import { readMeta } from '../../../../src/db/meta.ts';
import { outboxTables, pendingIn, readPending } from '../../../../src/db/pending.ts';
import { removeEntries } from '../../../../src/db/progress.ts';
import { startOver } from '../../../../src/db/snapshot.ts';
import { waitingOf } from '../../../../src/db/unsent-commands.ts';
import { roomOf } from '../../../../src/chat/views/room-views.ts';
import { Refused, SignedOut, Unreachable } from '../../../../src/net/errors.ts';
import { takeLead } from '../../../../src/sync/fence.ts';
import { draining, say } from '../../../support/src/draining.ts';
import { accepted } from '../../../support/src/fake-world.ts';
import { fact, messageIn, positionAt, roomOfMe, appendCommand } from '../../../support/src/user.ts';
import { patience } from '../../../support/patience.ts';
import { drainEveryMs } from '../../../../src/sync/writer/parts.ts';

const contents = (body: PushBody | undefined) =>
  (body?.commands ?? []).map(({ args }) => (args as { content: string }).content);

test('what waits is sent once, and stays in the queue until a pull has passed it', async () => {
  const { db, ctx, world, run } = await draining();
  await sendMessage(ctx, say('r', 'one'));
  await run();
  await run();
  expect(world.pushes).toHaveLength(1);
  expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['sent']);
});

test('36 the own message may come back before the reply to it, and after', async () => {
  const { db, me, ctx, from, world, run } = await draining();
  const room = roomOfMe(me);
  const early = await sendMessage(ctx, say(room.id, 'early'));
  const opened = fact(11, `room:${room.id}`, 1, 'room.opened', { room });
  const echo = fact(12, `room:${room.id}`, 2, 'message.sent', { message: messageIn(room, { id: early }) }, early);
  world.onPush = async (body) => {
    await applyPage(db, me.id, { events: [opened, echo], from, next: positionAt(12) });
    return accepted(body, {}, 12);
  };
  await run();
  expect((await readPending(db)).entries).toEqual([]);
  world.onPush = (body) => accepted(body, {}, 13);
  const late = await sendMessage(ctx, say(room.id, 'late'));
  await run();
  expect((await readPending(db)).entries.map((entry) => entry.cmdId)).toEqual([late]);
  await applyPage(db, me.id, { events: [], from: positionAt(12), next: positionAt(13) });
  expect((await readPending(db)).entries).toEqual([]);
});

test('a refused message is kept with its reason, and the others go on', async () => {
  const { db, ctx, world, run } = await draining();
  const [bad] = await Promise.all([sendMessage(ctx, say('r', 'bad')), sendMessage(ctx, say('r', 'good'))]);
  world.onPush = (body) => accepted(body, { [bad]: { s: 'rejected', code: 'TOO_LONG', message: 'Too long.' } });
  await run();
  expect((await waitingOf(db)).map(({ state, reason }) => [state, reason?.code ?? null])).toEqual([
    ['refused', 'TOO_LONG'],
    ['sent', null],
  ]);
});

/** Appends the placing of an order and a change behind it; the server refuses the placing. */
async function refusedPlacing({ ctx, world }: Pick<Awaited<ReturnType<typeof draining>>, 'ctx' | 'world'>) {
  const orderId = ctx.newId();
  const place1 = await appendCommand(ctx, 'order.place', {
    orderId,
    docHash: 'a'.repeat(64),
    quoteHash: 'b'.repeat(64),
  });
  const patch = await appendCommand(ctx, 'order.patch', {
    orderId,
    changes: [{ path: 'notes', value: 'x', base: null }],
  });
  world.onPush = (body) =>
    accepted(body, {
      [place1]: { s: 'rejected', code: 'ORDER_CHANGED', message: 'no' },
      [patch]: { s: 'blocked', by: place1 },
    });
  return { place1, patch };
}

test('in an order everything after a refusal waits for its owner; chats flow; discarding lets the order go on at once', async () => {
  const { db, ctx, world, run } = await draining();
  const { place1, patch } = await refusedPlacing({ ctx, world });
  await sendMessage(ctx, say('r', 'chat'));
  await run();
  expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['refused', 'blocked', 'sent']);
  world.pass(drainEveryMs);
  await run();
  expect(world.pushes).toHaveLength(1);
  world.onPush = (body) => accepted(body);
  await discardWaiting(ctx, place1);
  await run();
  expect(world.pushes[1]?.commands.map(({ cmdId }) => cmdId)).toEqual([patch]);
});

test('when a room is refused, its messages wait, and are sent when the room is tried again', async () => {
  const { db, me, ctx, world, run } = await draining();
  const roomId = await openRoom(ctx, { type: 5 });
  const [opening] = (await readPending(db)).entries;
  world.onPush = (body) =>
    accepted(body, { [opening?.cmdId ?? '']: { s: 'rejected', code: 'FORBIDDEN', message: 'no' } });
  await run();
  await sendMessage(ctx, say(roomId, 'hello?'));
  await run();
  expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['refused', 'blocked']);
  expect(world.pushes).toHaveLength(1);
  expect((await roomOf(db, me, roomId))?.pending).toBe(true);
  world.onPush = (body) => accepted(body);
  await retryRefused(ctx, opening?.cmdId ?? '');
  await run();
  expect(world.pushes[1]?.commands.map(({ type }) => type)).toEqual(['room.open', 'chat.send']);
});

test('a message into a room that a hand-off makes waits for the hand-off', async () => {
  const { ctx, world, run } = await draining();
  const expertRoomId = ctx.newId();
  await appendCommand(ctx, 'handoff.request', { roomId: 'r', expertRoomId });
  await sendMessage(ctx, say(expertRoomId, 'here'));
  await run();
  expect(world.pushes.map((body) => body.commands.map(({ type }) => type))).toEqual([
    ['handoff.request'],
    ['chat.send'],
  ]);
});

test('a message whose file is not uploaded is passed over; it goes when the bytes are there', async () => {
  const { db, ctx, world, run } = await draining();
  const file = new File(['bytes'], 'a.pdf', { type: 'application/pdf' });
  await sendMessage(ctx, { roomId: 'r', content: 'photo', files: [file] });
  await sendMessage(ctx, say('r', 'text'));
  await run();
  expect(world.pushes.map(contents)).toEqual([['text']]);
  await db.blobs.toCollection().modify({ uploaded: true });
  await run();
  expect(world.pushes.map(contents)).toEqual([['text'], ['photo']]);
});

test('a 401 parks the queue: nothing is consumed, all is shown as waiting for sign-in', async () => {
  const { db, ctx, world, reports, run } = await draining();
  await sendMessage(ctx, say('r', 'mine'));
  world.onPush = () => Promise.reject(new SignedOut('Signed out on another device.'));
  expect(await run()).toBe('signedOut');
  expect(reports).toEqual([{ type: 'session.refused', reason: 'Signed out on another device.' }]);
  expect((await readPending(db)).entries).toHaveLength(1);
  await vi.waitFor(
    async () => expect(await db.transaction('r', db.meta, () => readMeta(db, 'parked'))).toBe(true),
    patience.condition,
  );
  expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['signin']);
});

test('the outbox of one user is not sent with the token of another', async () => {
  const { db, ctx, world, run } = await draining();
  await sendMessage(ctx, say('r', 'mine'));
  world.onPush = () => Promise.reject(new Refused(409, 'ACTOR_MISMATCH', 'no'));
  expect(await run()).toBe('signedOut');
  expect((await readPending(db)).entries).toHaveLength(1);
});

test.each([
  ['no network', new Unreachable('offline'), false],
  ['a busy server', new Unreachable('busy', { status: 503 }), true],
])('after %s the same commands are sent again, later', async (_, error, failed) => {
  const { db, ctx, world, reports, run } = await draining();
  await sendMessage(ctx, say('r', 'again'));
  world.onPush = () => Promise.reject(error);
  await run();
  expect(reports).toEqual([
    { type: 'transport.failed', retryInMs: 750, isCaptive: false },
    { type: 'push.ended', failed },
  ]);
  world.onPush = (body) => accepted(body);
  await run();
  expect(world.pushes).toHaveLength(1);
  world.pass(750);
  await run();
  expect(reports.at(-1)).toEqual({ type: 'push.ended', failed: false });
  expect(world.pushes[1]?.commands).toEqual(world.pushes[0]?.commands);
  expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['sent']);
});

test('a server that names a time to wait is obeyed', async () => {
  const { ctx, world, run } = await draining();
  await sendMessage(ctx, say('r', 'x'));
  world.onPush = () => Promise.reject(new Unreachable('slow down', { status: 429, retryAfterMs: 9000 }));
  await run();
  world.pass(8999);
  await run();
  expect(world.pushes).toHaveLength(1);
  world.pass(1);
  await run();
  expect(world.pushes).toHaveLength(2);
});

test('a lane that is asked to wait waits alone', async () => {
  const { ctx, world, run } = await draining();
  const [first, second] = await Promise.all(['one', 'two'].map((text) => sendMessage(ctx, say('a', text))));
  world.onPush = (body) =>
    accepted(body, { [first ?? '']: { s: 'retry', afterMs: 4000 }, [second ?? '']: { s: 'blocked', by: first ?? '' } });
  await run();
  world.onPush = (body) => accepted(body);
  await sendMessage(ctx, say('b', 'other'));
  await run();
  expect(contents(world.pushes[1])).toEqual(['other']);
  world.pass(4000);
  await run();
  expect(contents(world.pushes[2])).toEqual(['one', 'two']);
});

const asks =
  (bad: string, more: Record<string, Partial<PushResult>> = {}) =>
  (body: PushBody) =>
    accepted(body, { [bad]: { s: 'retry', afterMs: 4000 }, ...more });

describe('a server that asks for the same command again and again', () => {
  test('is obeyed a limited number of times, also across reloads; then the user decides, and the room continues', async () => {
    const { db, ctx, world, run } = await draining();
    const bad = await sendMessage(ctx, say('r', 'bad'));
    const after = await sendMessage(ctx, say('r', 'after'));
    world.onPush = (body) =>
      contents(body).includes('bad') ? asks(bad, { [after]: { s: 'blocked', by: bad } })(body) : accepted(body);
    for (let i = 0; i < retryPolicy.sameRetries; i++) {
      expect((await waitingOf(db)).map(({ state }) => state)).not.toContain('refused');
      await run();
      world.pass(4000);
    }
    world.onPush = (body) => accepted(body);
    await run();
    expect((await waitingOf(db)).map(({ detail, state, reason }) => [detail, state, reason?.code])).toEqual([
      ['bad', 'refused', 'TRIED_OFTEN'],
      ['after', 'sent', undefined],
    ]);
    expect(world.pushes).toHaveLength(retryPolicy.sameRetries + 1);
    // The server has no receipt for its id, so it is sent again under the same id.
    await retryRefused(ctx, bad);
    await run();
    expect(world.pushes.at(-1)?.commands.map(({ cmdId }) => cmdId)).toEqual([bad]);
    expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  test('halts only the order it is about', async () => {
    const { db, ctx, world, run } = await draining();
    const patch = (orderId: string, value: string) =>
      appendCommand(ctx, 'order.patch', { orderId, changes: [{ path: 'notes', value, base: null }] });
    const orderId = ctx.newId();
    const placing = await appendCommand(ctx, 'order.place', {
      orderId,
      docHash: 'a'.repeat(64),
      quoteHash: 'b'.repeat(64),
    });
    const behind = await patch(orderId, 'behind');
    await patch(ctx.newId(), 'another');
    world.onPush = asks(placing, { [behind]: { s: 'blocked', by: placing } });
    for (let i = 0; i <= retryPolicy.sameRetries; i++) {
      await run();
      world.pass(4000);
    }
    expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['refused', 'blocked', 'sent']);
    expect(world.pushes).toHaveLength(retryPolicy.sameRetries);
  });

  test('counts nothing while it is away: 503, 429 and no network never refuse', async () => {
    const { db, ctx, world, run } = await draining();
    await sendMessage(ctx, say('r', 'patient'));
    for (let i = 0; i < 3 * retryPolicy.sameRetries; i++) {
      const status = [503, 429, undefined][i % 3];
      world.onPush = () =>
        Promise.reject(new Unreachable('away', status === undefined ? { network: 'ERR_NETWORK' } : { status }));
      await run();
      world.pass(120_000);
    }
    expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['queued']);
    world.onPush = (body) => accepted(body);
    await run();
    expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['sent']);
  });

  test('and leaves it out of its replies, decides nothing about it', async () => {
    const { db, ctx, world, run } = await draining();
    await sendMessage(ctx, say('r', 'unheard'));
    world.onPush = () => ({ results: [], cursorHint: null });
    for (let i = 0; i < 2 * retryPolicy.sameRetries; i++) {
      await run();
      world.pass(2000);
    }
    expect((await waitingOf(db)).map(({ state }) => state)).not.toContain('refused');
  });
});

test.each([400, 413])(
  '16 a frame answered with %i is halved down to the one at fault, which then needs its owner',
  async (status) => {
    const { db, ctx, world, run } = await draining();
    await Promise.all(Array.from({ length: 9 }, (_, i) => sendMessage(ctx, say('r', i === 6 ? 'bad' : `${i}`))));
    world.onPush = (body) =>
      contents(body).includes('bad') ? Promise.reject(new Refused(status, 'VALIDATION', 'bad shape')) : accepted(body);
    await run();
    const items = await waitingOf(db);
    expect(items.filter(({ state }) => state === 'refused').map(({ detail }) => detail)).toEqual(['bad']);
    expect(items.filter(({ state }) => state === 'sent')).toHaveLength(8);
  },
);

test('halves of a frame that were accepted before and after a restore are each waited for in their own history', async () => {
  const { db, ctx, world, run } = await draining();
  await Promise.all(['one', 'two', 'three', 'four'].map((text) => sendMessage(ctx, say('r', text))));
  world.onPush = (body) => {
    if (body.commands.length === 4) return Promise.reject(new Refused(413, 'TOO_LARGE', 'halve it'));
    const pos = contents(body).includes('one') ? positionAt(90) : positionAt(5, 'e2');
    return accepted(body, Object.fromEntries(body.commands.map(({ cmdId }) => [cmdId, { s: 'ok', pos }])));
  };
  await run();
  expect((await readPending(db)).unaccepted()).toHaveLength(0);
  const from = await db.transaction('r', db.meta, () => readMeta(db, 'cursor'));
  await startOver(db, { pos: positionAt(6, 'e2'), streams: [], gone: [] }, from);
  // Commands lost by the restore are sent again; those accepted after it are not.
  expect((await readPending(db)).unaccepted().map(({ args }) => (args as { content: string }).content)).toEqual([
    'one',
    'two',
  ]);
});

test('a leader that was replaced writes nothing any more', async () => {
  const { db, ctx, world, run } = await draining();
  await sendMessage(ctx, say('r', 'x'));
  world.onPush = async (body) => {
    await takeLead(db, 'another tab', 0);
    return accepted(body);
  };
  expect(await run()).toBe('fenced');
  expect((await readPending(db)).unaccepted()).toHaveLength(1);
});

test('a command the reply leaves out stays in the queue, and is asked about again after a pause', async () => {
  const { db, ctx, world, run } = await draining();
  await Promise.all(['one', 'two'].map((text) => sendMessage(ctx, say('r', text))));
  let cut = true;
  world.onPush = (body) => {
    const reply = accepted(body);
    if (cut) reply.results.pop();
    cut = false;
    return reply;
  };
  await run();
  expect(world.pushes.map(contents)).toEqual([['one', 'two']]);
  world.pass(1000);
  await run();
  expect(world.pushes.map(contents)).toEqual([['one', 'two'], ['two']]);
  expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('an existing room receives the messages of the new one created on the device', async () => {
  const { db, me, ctx, world, run } = await draining();
  const known = roomOfMe(me);
  await db.rooms.put(known);
  const made = await openRoom(ctx, { type: 5 });
  const [opening] = (await readPending(db)).entries;
  await sendMessage(ctx, say(made, 'hello'));
  world.onPush = (body) => accepted(body, { [opening?.cmdId ?? '']: { out: { canonicalRoomId: known.id } } as never });
  await run();
  const room = await roomOf(db, me, made);
  expect(room?.id).toBe(known.id);
  expect(room?.last?.preview).toBe('hello');
});

test('19 a command that has waited more than 60 days is sent only after its owner was asked', async () => {
  const { db, ctx, world, run } = await draining();
  ctx.serverDate = () => Date.now();
  const cmdId = await sendMessage(ctx, say('r', 'old'));
  world.date = world.serverDate = () => Date.now() + retryPolicy.askBeforeSendingMs + 1000;
  await run();
  expect(world.pushes).toHaveLength(0);
  expect((await waitingOf(db)).map(({ state, reason }) => [state, reason?.code])).toEqual([
    ['refused', 'STILL_WANTED'],
  ]);
  world.date = () => Date.now();
  await retryRefused(ctx, cmdId);
  await run();
  expect(world.pushes[0]?.commands.map((command) => command.cmdId)).toEqual([cmdId]);
});

test('19 what its owner discards while it is under way does not come back with the refusal', async () => {
  const { db, ctx, world, run } = await draining();
  const cmdId = await sendMessage(ctx, say('r', 'old'));
  world.onPush = async (body) => {
    // While the reply is pending, the command is found to be too old: its user is asked, and discards it.
    await db.transaction('rw!', [...outboxTables(db), db.attention], async () => {
      const pending = await pendingIn(db);
      const [entry] = pending.entries;
      if (entry !== undefined) await refuse(db, pending, [{ cmdId, entry, code: askFirst, message: '', at: 0 }]);
    });
    await discardWaiting(ctx, cmdId);
    return accepted(body, { [cmdId]: { s: 'rejected', code: 'NOT_FOUND', message: 'There is no such room.' } });
  };
  await run();
  expect(await waitingOf(db)).toEqual([]);
});

test("19 a wrong clock asks no one: by the server's clock the message is recent", async () => {
  const { db, ctx, world, run } = await draining();
  ctx.serverDate = () => Date.now();
  await sendMessage(ctx, say('r', 'one'));
  // The server's time is not known yet, so a command may be too old to send without asking: all of them wait.
  world.serverDate = () => undefined;
  await sendMessage(ctx, say('r', 'two'));
  await sendMessage(ctx, say('elsewhere', 'three'));
  world.date = () => Date.now() + retryPolicy.askBeforeSendingMs + 1;
  await run();
  expect(world.pushes).toHaveLength(0);
  expect((await waitingOf(db)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
  world.serverDate = () => Date.now();
  await run();
  const said = world.pushes.flatMap(({ commands }) => commands.map(({ args }) => Object(args).content));
  expect(said).toEqual(['one', 'two', 'three']);
});

test('a writer that has ended says that it sends nothing, although a call of it is still under way', async () => {
  const { db, ctx, world, writer, run } = await draining();
  await Promise.all(['r', 'other'].map((room) => sendMessage(ctx, say(room, 'x'))));
  await sendMessage(ctx, say('r', 'y'));
  const late = Promise.withResolvers<never>();
  world.onPush = () => late.promise;
  const running = run();
  await vi.waitFor(() => expect(world.pushes.length).toBeGreaterThan(0), { timeout: patience.condition });
  world.onPush = () => Promise.reject(new SignedOut('over'));
  await sendMessage(ctx, say('third', 'z'));
  writer.send({ type: 'wake' });
  expect(await running).toBe('signedOut');
  expect(writer.underWay).toBe('nothing');
  late.reject(new Unreachable('late'));
  db.close();
});

test('a full disk while a reply is stored is not taken for a lost network, and space is made', async () => {
  const { db, ctx, world, reports, run } = await draining();
  await sendMessage(ctx, say('r', 'one'));
  const trimmed = vi.spyOn(db.synclog, 'clear');
  const write = vi.spyOn(db.acks, 'bulkAdd').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await run();
  expect(write).toHaveBeenCalledTimes(2);
  expect(trimmed).toHaveBeenCalledOnce();
  expect(world.pushes).toHaveLength(1);
  expect(reports.map(({ type }) => type)).not.toContain('transport.failed');
  expect((await readPending(db)).unaccepted()).toHaveLength(0);
});

test('a 401 to a call of a tab that leads no more parks nothing: it says nothing about the present session', async () => {
  const { db, ctx, world, reports, run } = await draining();
  await sendMessage(ctx, say('r', 'one'));
  world.onPush = async () => {
    await takeLead(db, 'another tab', 0);
    throw new SignedOut('Signed out before.');
  };
  await run();
  expect(await db.transaction('r', db.meta, () => readMeta(db, 'parked'))).toBeUndefined();
  expect(reports.map(({ type }) => type)).not.toContain('session.refused');
});

test('after a frame was too large for the server, the next ones are smaller', async () => {
  const { ctx, world, run } = await draining();
  const text = 'x'.repeat(4000);
  const most = 5;
  world.onPush = (body) =>
    body.commands.length > most ? Promise.reject(new Refused(413, 'TOO_LARGE', 'halve it')) : accepted(body);
  await Promise.all(Array.from({ length: 8 }, () => sendMessage(ctx, say('r', text))));
  await run();
  expect(world.pushes.filter(({ commands }) => commands.length > most)).toHaveLength(1);
  await Promise.all(Array.from({ length: 8 }, () => sendMessage(ctx, say('r', text))));
  await run();
  expect(world.pushes.filter(({ commands }) => commands.length > most)).toHaveLength(1);
});

test('a room is free for the next message once a page has brought the one whose reply is lost', async () => {
  const { db, ctx, world, writer } = await draining();
  const stopped = new AbortController();
  const lost = Promise.withResolvers<never>();
  world.onPush = () => lost.promise;
  const first = await sendMessage(ctx, say('r', 'first'));
  const running = writer.run(stopped.signal);
  await vi.waitFor(() => expect(world.pushes).toHaveLength(1), { timeout: patience.condition });
  await db.transaction('rw', [...outboxTables(db)], async () => {
    const pending = await pendingIn(db);
    await removeEntries(db, pending, [pending.entries[0]?.n ?? -1]);
  });
  world.onPush = (body) => accepted(body);
  writer.send({ type: 'page.stored', cmdIds: [first] });
  await sendMessage(ctx, say('r', 'second'));
  writer.send({ type: 'wake' });
  await vi.waitFor(() => expect(world.pushes.map(contents)).toEqual([['first'], ['second']]), {
    timeout: patience.condition,
  });
  lost.reject(new Unreachable('timeout error'));
  stopped.abort();
  expect(await running).toBe('stopped');
});

test('a room that may already be there under another id waits for its reply, which names it', async () => {
  const { ctx, world, writer } = await draining();
  const stopped = new AbortController();
  const reply = Promise.withResolvers<never>();
  world.onPush = () => reply.promise;
  const roomId = await openRoom(ctx, { type: 5 });
  const running = writer.run(stopped.signal);
  await vi.waitFor(() => expect(world.pushes).toHaveLength(1), { timeout: patience.condition });
  writer.send({ type: 'page.stored', cmdIds: world.pushes[0]?.commands.map(({ cmdId }) => cmdId) ?? [] });
  expect(roomId).toBeDefined();
  expect(writer.underWay).toBe('one');
  stopped.abort();
  reply.reject(new Unreachable('timeout error'));
  await running;
});

test('a late reply from before a restore does not replace the position that was accepted after it', async () => {
  const heard: (string | undefined)[] = [];
  const { ctx, world, writer } = await draining({ notifyReader: (_sends, position) => heard.push(position?.epoch) });
  const late = Promise.withResolvers<void>();
  world.onPush = async (body) => {
    const isOld = contents(body).includes('old');
    if (isOld) await late.promise;
    const pos = positionAt(5, isOld ? 'e1' : 'e2');
    return accepted(body, Object.fromEntries(body.commands.map(({ cmdId }) => [cmdId, { s: 'ok', pos }])));
  };
  const stopped = new AbortController();
  await sendMessage(ctx, say('r', 'old'));
  const running = writer.run(stopped.signal);
  await vi.waitFor(() => expect(world.pushes).toHaveLength(1), { timeout: patience.condition });
  world.pass(1);
  await sendMessage(ctx, say('other', 'new'));
  writer.send({ type: 'wake' });
  await vi.waitFor(() => expect(world.pushes).toHaveLength(2), { timeout: patience.condition });
  await vi.waitFor(async () => expect((await readPending(ctx.db)).unaccepted()).toHaveLength(1), {
    timeout: patience.condition,
  });
  late.resolve();
  await vi.waitFor(() => expect(heard.filter((epoch) => epoch !== undefined)).toEqual(['e2']), {
    timeout: patience.condition,
  });
  stopped.abort();
  await running;
});
