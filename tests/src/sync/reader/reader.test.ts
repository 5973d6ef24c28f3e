import { expect, test, vi } from 'vitest';
import { comparePositions, type PullBody, type PullReply, pullEvents } from '#domain/spine/wire/sync.ts';
import { readMeta } from '../../../../src/db/meta.ts';
import { note } from '../../../../src/db/synclog.ts';
import { Refused, Unreachable } from '../../../../src/net/errors.ts';
import { pullEventsAtFirst, Reader } from '../../../../src/sync/reader/reader.ts';
import type { EngineReport } from '../../../../src/sync/world.ts';
import { until } from '../../../support/until.ts';
import { FakeWorld } from '../../../support/src/fake-world.ts';
import { deviceOf, fact, messageIn, positionAt, roomOfMe, startAt } from '../../../support/src/user.ts';

/** A device `count` events behind a server with one long room; `caughtUp` runs its pull until it has caught up. */
async function behind(count: number) {
  const { db, me } = deviceOf();
  await startAt(db, 0);
  const room = roomOfMe(me);
  const stream = `room:${room.id}`;
  const log = [
    fact(1, stream, 1, 'room.opened', { room }),
    ...Array.from({ length: count - 1 }, (_, i) =>
      fact(i + 2, stream, i + 2, 'message.sent', { message: messageIn(room, { sseq: i + 2 }) }),
    ),
  ];
  const world = new FakeWorld();
  const asked: number[] = [];
  const page = ({ cursor, limit }: PullBody): PullReply => {
    asked.push(limit);
    const events = log.filter(({ pos }) => pos.seq > cursor.seq).slice(0, limit);
    return { events, next: events.at(-1)?.pos ?? cursor, more: events.length === limit };
  };
  world.onPull = page;
  const caughtUp = async (): Promise<void> => {
    const stopped = new AbortController();
    const report = ({ type }: EngineReport) => {
      if (type === 'pull.caughtUp') stopped.abort();
      // Ends any back-off at once.
      if (type === 'transport.failed') setImmediate(() => world.pass(60_000));
    };
    const reader = new Reader({ db, me: me.id, world, report });
    expect(await reader.run(stopped.signal)).toBe('stopped');
  };
  return { db, world, page, asked, caughtUp };
}

const cursorOf = ({ db }: Awaited<ReturnType<typeof behind>>) =>
  db.transaction('r', db.meta, async () => readMeta(db, 'cursor'));

test('where the network is quick, pages grow to the largest there are', async () => {
  const device = await behind(3000);
  await device.caughtUp();
  expect(await cursorOf(device)).toEqual(positionAt(3000));
  expect(device.asked[0]).toBe(pullEventsAtFirst);
  expect(Math.max(...device.asked)).toBe(pullEvents);
});

test('on a network that carries little in the time of a call, a device that is far behind catches up all the same', async () => {
  const device = await behind(600);
  device.world.onPull = async (body) => {
    const page = device.page(body);
    await device.world.carry(JSON.stringify(page).length);
    return page;
  };
  await device.caughtUp();
  expect(await cursorOf(device)).toEqual(positionAt(600));
});

test('a server that takes only smaller pages is asked for those', async () => {
  const device = await behind(2500);
  device.world.onPull = (body) => {
    if (body.limit > 500) throw new Refused(400, 'VALIDATION', 'limit must be 500 or less');
    return device.page(body);
  };
  await device.caughtUp();
  expect(await cursorOf(device)).toEqual(positionAt(2500));
});

test('a device that no hint reaches looks every 15 seconds, and one that is hinted every minute', async () => {
  for (const [isHinted, everyMs] of [
    [false, 15_000],
    [true, 60_000],
  ] as const) {
    const { db, me } = deviceOf();
    await startAt(db, 10);
    const world = Object.assign(new FakeWorld(), { isHinted: () => isHinted });
    const stopped = new AbortController();
    let looks = 0;
    let next = Promise.withResolvers<void>();
    const report = ({ type }: EngineReport) => {
      if (type !== 'pull.caughtUp') return;
      looks++;
      // The pull starts to sleep only after this call.
      setImmediate(next.resolve);
    };
    const running = new Reader({ db, me: me.id, world, report }).run(stopped.signal);
    await next.promise;
    for (let i = 0; i < 3; i++) {
      next = Promise.withResolvers<void>();
      world.pass(everyMs - 1);
      expect(looks).toBe(i + 1);
      world.pass(1);
      await next.promise;
    }
    expect(looks).toBe(4);
    stopped.abort();
    expect(await running).toBe('stopped');
  }
});

test('a position announced before a restore is not requested again and again after the device has started over', async () => {
  const { db, me } = deviceOf();
  await startAt(db, 9);
  const world = new FakeWorld();
  let isRestored = false;
  world.onSnapshot = () => [{ pos: positionAt(4) }, { end: true }];
  world.onPull = ({ cursor }) =>
    isRestored && comparePositions(cursor, positionAt(4)) > 0
      ? { snapshotRequired: true, floor: positionAt(4) }
      : { events: [], next: cursor, more: false };
  const stopped = new AbortController();
  const pauses: number[] = [];
  const rests = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { sleep } = world;
  world.sleep = (ms, signal) => {
    rests[pauses.push(ms) - 1]?.resolve();
    return sleep(ms, signal);
  };
  const reader = new Reader({ db, me: me.id, world, report: () => undefined });
  const running = reader.run(stopped.signal);
  await rests[0]?.promise;
  isRestored = true;
  reader.send({ type: 'hint', position: positionAt(12) });
  await rests[1]?.promise;
  expect(pauses).toEqual([pauses[0], pauses[0]]);
  stopped.abort();
  expect(await running).toBe('stopped');
});

test('on a full device old history makes room for what is new, and the network is not blamed', async () => {
  const device = await behind(10);
  const full = new DOMException('full', 'QuotaExceededError');
  const write = vi.spyOn(device.db.messages, 'bulkPut').mockRejectedValueOnce(full);
  const trimmed = vi.spyOn(device.db.synclog, 'clear');
  await device.caughtUp();
  expect(write).toHaveBeenCalled();
  expect(trimmed).toHaveBeenCalledOnce();
  expect(device.asked).toHaveLength(1);
  expect(await cursorOf(device)).toEqual(positionAt(10));
});

test('a device whose storage stays full does not show "reconnecting", and continues once there is space', async () => {
  const { db, me } = deviceOf();
  await startAt(db, 9);
  const world = new FakeWorld();
  world.onPull = () => ({ events: [], next: positionAt(10), more: false });
  const full = new DOMException('full', 'QuotaExceededError');
  const write = vi.spyOn(db.meta, 'bulkPut').mockRejectedValue(full);
  const stopped = new AbortController();
  const told: EngineReport['type'][] = [];
  const report = ({ type }: EngineReport) => {
    told.push(type);
    if (type === 'pull.caughtUp' || type === 'transport.failed') stopped.abort();
    if (told.length < 2) return;
    // Storage has space again from the second pull on.
    write.mockRestore();
  };
  const reader = new Reader({ db, me: me.id, world, report });
  const running = reader.run(stopped.signal);
  await until('the write has failed a second time', () => write.mock.calls.length === 2);
  reader.send({ type: 'retry' });
  expect(await running).toBe('stopped');
  expect(told).toEqual(['pull.started', 'pull.started', 'pull.caughtUp']);
});

test('events that an older version of the app left out come with a snapshot, once', async () => {
  const device = await behind(3);
  let snapshots = 0;
  device.world.onSnapshot = () => {
    snapshots++;
    return [{ pos: positionAt(3) }, { end: true }];
  };
  const leaveOut = (type: string) =>
    device.db.transaction('rw', device.db.synclog, () => note(device.db, 'event of unknown type', [{ type }]));
  await leaveOut('message.sung');
  await device.caughtUp();
  expect(snapshots).toBe(0);
  await leaveOut('room.deleted');
  await device.caughtUp();
  expect(snapshots).toBe(1);
  await device.caughtUp();
  expect(snapshots).toBe(1);
  expect(await cursorOf(device)).toEqual(positionAt(3));
});

test('a hint does not end the pause that the server has asked for; its end, and a network that is back, do', async () => {
  const { db, me } = deviceOf();
  await startAt(db, 10);
  const world = new FakeWorld();
  let asked = 0;
  world.onPull = ({ cursor }) => {
    asked++;
    if (asked === 1) throw new Unreachable('busy', { status: 503, retryAfterMs: 120_000 });
    return { events: [], next: cursor, more: false };
  };
  const stopped = new AbortController();
  const failed = Promise.withResolvers<void>();
  const caughtUp = Promise.withResolvers<void>();
  const reader = new Reader({
    db,
    me: me.id,
    world,
    report({ type }) {
      if (type === 'transport.failed') failed.resolve();
      if (type === 'pull.caughtUp') caughtUp.resolve();
    },
  });
  const running = reader.run(stopped.signal);
  await failed.promise;
  for (let second = 0; second < 119; second++) {
    world.pass(1000);
    reader.send({ type: 'hint', position: undefined });
    await db.meta.count();
  }
  expect(asked).toBe(1);
  world.pass(1000);
  await caughtUp.promise;
  expect(asked).toBe(2);
  stopped.abort();
  await running;
});
