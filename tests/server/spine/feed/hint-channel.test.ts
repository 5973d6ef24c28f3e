import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import { createHints } from '../../../../server/spine/feed/hints.ts';
import { openPostgresChannel } from '../../../../server/spine/feed/postgres-channel.ts';
import { nowhere, type Hint, type HintedStream } from '../../../../server/ground/hint.ts';
import { silentLog } from '../../../../server/ground/log.ts';
import { type TestDatabase, freshDatabase } from '../../../support/database/cluster.ts';
import { newId } from '../../../support/users.ts';
import { type FaultyNetwork, faultyNetwork } from '../../../support/servers/proxy.ts';
import { patience } from '../../../support/patience.ts';
import { until } from '../../../support/until.ts';
import { aloneAfterMs } from '../../../../server/spine/feed/siblings.ts';

/** Hints through Redis, and through PostgreSQL while Redis is away. Each process has its own network to Redis. */

const redisUrl = process.env['REDIS_URL'];
const timeoutMs = patience.condition;

const positionAt = (seq: number): Cursor => ({ epoch: 'e', xid: '7', seq });
const room = (): HintedStream => ({ stream: `room:${newId()}`, members: [newId()], staff: true, companyId: null });

/** Whether a hint about this stream was heard. */
function isHeard(heard: readonly Hint[], { stream }: HintedStream): boolean {
  return heard.some(({ streams }) => streams.some((each) => each.stream === stream));
}

describe('without Redis', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.close());

  async function open(): Promise<{ hints: Awaited<ReturnType<typeof createHints>>; heard: Hint[] }> {
    const hints = await createHints({ url: database.url, log: silentLog });
    const heard: Hint[] = [];
    hints.subscribe((hint) => heard.push(hint));
    onTestFinished(() => hints.close());
    return { hints, heard };
  }

  test('a process that has long been alone sends nothing, and another one that comes is told to pull', async () => {
    const first = await open();
    const notified: string[] = [];
    const listener = { heard: (text: string) => notified.push(text), opened: () => {}, broke: () => {} };
    const outside = await openPostgresChannel(database.url, listener);
    onTestFinished(() => outside.close());
    const early = room();
    first.hints.committed([early], positionAt(1), []);
    await until('it still sends', () => notified.some((text) => text.includes(early.stream)));

    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aloneAfterMs + 1);
    onTestFinished(() => clock.mockRestore());
    const unsent = room();
    first.hints.committed([unsent], positionAt(2), []);
    const second = await open();
    await until('the other one pulls', () => second.heard.some(({ missed }) => missed));
    expect(notified.some((text) => text.includes(unsent.stream))).toBe(false);

    const [there, back] = [room(), room()];
    first.hints.committed([there], positionAt(3), []);
    second.hints.committed([back], positionAt(4), []);
    await until('each hears the other', () => isHeard(second.heard, there) && isHeard(first.heard, back));
  });
});

describe.skipIf(redisUrl === undefined)('with Redis', () => {
  const redis = new URL(redisUrl ?? 'redis://127.0.0.1:6379');
  let database: TestDatabase;
  let here: Sibling;
  let there: Sibling;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.close());

  beforeEach(async () => {
    here = await Sibling.start(database.url, redis);
    there = await Sibling.start(database.url, redis);
  });

  test('hints go through Redis, and not through PostgreSQL', async () => {
    expect(here.hints.channelsOpen()).toEqual({ postgres: true, redis: true });
    const notified: string[] = [];
    const listener = { heard: (text: string) => notified.push(text), opened: () => {}, broke: () => {} };
    const postgres = await openPostgresChannel(database.url, listener);
    onTestFinished(() => postgres.close());
    const rooms = Array.from({ length: 300 }, room);
    for (const [i, each] of rooms.entries()) here.hints.committed([each], positionAt(i), []);
    await until('all hints arrive', () => there.streams().length === rooms.length, timeoutMs);
    expect(there.streams()).toEqual(rooms);
    // Notifications arrive in order, so any earlier one would arrive before this one.
    const last = JSON.stringify({ pos: nowhere, streams: [] });
    await postgres.send([last]);
    await until('the last one arrives', () => notified.includes(last));
    expect(notified.filter((text) => text.includes('room:'))).toEqual([]);
  });

  test('while Redis is gone for all processes, hints go through PostgreSQL, and through Redis again afterwards', async () => {
    for (const each of [here, there]) each.network.cut();
    const first = room();
    here.hints.committed([first], positionAt(1), []);
    await until('the hint arrives', () => there.has(first), timeoutMs);
    for (const each of [here, there]) each.network.restore();
    await until(
      'Redis is back',
      () => here.hints.channelsOpen().redis === true && there.hints.channelsOpen().redis === true,
      timeoutMs,
    );
    const second = room();
    here.hints.committed([second], positionAt(2), []);
    await until('the hint arrives', () => there.has(second), timeoutMs);
    expect(there.times(first)).toBe(1);
    expect(there.times(second)).toBe(1);
  });

  test('a process that alone loses Redis sends and receives all hints, and its devices are told to pull once', async () => {
    there.network.cut();
    await until('the outage is noticed', () => there.hints.channelsOpen().redis === false, timeoutMs);
    await until('missed hints are reported', () => there.heard.some(({ missed }) => missed), timeoutMs);
    const [from, back] = [room(), room()];
    here.hints.committed([from], positionAt(1), []);
    there.hints.committed([back], positionAt(2), []);
    await until('both hints arrive', () => there.has(from) && here.has(back), timeoutMs);
    expect(there.heard.filter(({ missed }) => missed)).toHaveLength(1);
    expect(here.heard.filter(({ missed }) => missed)).toHaveLength(0);
  });

  test('a Redis that accepts everything and never replies is abandoned after a few seconds', async () => {
    here.network.loseReplies();
    const lost = room();
    here.hints.committed([lost], positionAt(1), []);
    await until('Redis is abandoned', () => here.hints.channelsOpen().redis === false, timeoutMs);
    const next = room();
    here.hints.committed([next], positionAt(2), []);
    await until('the hint arrives', () => there.has(next), timeoutMs);
    // The first hint reached Redis and only the reply was lost. It is sent again through PostgreSQL, but arrives once.
    expect(there.times(lost)).toBe(1);
  });

  test('a process that starts without Redis sends hints, and uses Redis once it is available', async () => {
    const late = await Sibling.start(database.url, redis, (network) => network.cut());
    expect(late.hints.channelsOpen()).toEqual({ postgres: true, redis: false });
    const early = room();
    late.hints.committed([early], positionAt(1), []);
    await until('the hint arrives', () => here.has(early) && there.has(early), timeoutMs);
    late.network.restore();
    await until('Redis is available', () => late.hints.channelsOpen().redis === true, timeoutMs);
  });

  test('a process on another database with the same Redis receives no hints', async () => {
    const other = await freshDatabase();
    onTestFinished(() => other.close());
    const otherProcess = await Sibling.start(other.url, redis);
    const hinted = room();
    here.hints.committed([hinted], positionAt(1), []);
    await until('the hint arrives on the same database', () => there.has(hinted), timeoutMs);
    expect(otherProcess.heard).toEqual([]);
  });
});

/** One process's hints, and the network between it and Redis. */
class Sibling {
  readonly heard: Hint[] = [];
  readonly hints: Awaited<ReturnType<typeof createHints>>;
  readonly network: FaultyNetwork;

  private constructor(hints: Sibling['hints'], network: FaultyNetwork) {
    this.hints = hints;
    this.network = network;
    hints.subscribe((hint) => this.heard.push(hint));
  }

  static async start(url: string, redis: URL, before?: (network: FaultyNetwork) => void): Promise<Sibling> {
    const network = await faultyNetwork(() => Number(redis.port || 6379));
    onTestFinished(() => network.close());
    before?.(network);
    const through = new URL(redis);
    through.host = `127.0.0.1:${network.port}`;
    const hints = await createHints({ url, redisUrl: through.href, log: silentLog });
    onTestFinished(() => hints.close());
    return new Sibling(hints, network);
  }

  streams(): HintedStream[] {
    return this.heard.flatMap(({ streams }) => streams);
  }

  times({ stream }: HintedStream): number {
    return this.streams().filter((each) => each.stream === stream).length;
  }

  has(stream: HintedStream): boolean {
    return this.times(stream) > 0;
  }
}
