import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Cursor } from '#domain/protocol/sync.ts';
import { createHints, type Hint, type HintedStream } from '../../../server/feed/hints.ts';
import { openPostgresChannel } from '../../../server/feed/postgres-channel.ts';
import { nowhere } from '../../../server/hint.ts';
import { silentLog } from '../../../server/log.ts';
import { type TestDatabase, freshDatabase } from '../../support/cluster.ts';
import { newId } from '../../support/people.ts';
import { type FaultyNetwork, faultyNetwork } from '../../support/proxy.ts';
import { patience } from '../../support/patience.ts';
import { until } from '../../support/until.ts';

/** Hints through Redis, and what happens without it. Each process reaches Redis through a network of its own. */

const redisUrl = process.env['REDIS_URL'];
const soonMs = patience.condition;

const place = (seq: number): Cursor => ({ epoch: 'e', xid: '7', seq });
const room = (): HintedStream => ({ stream: `room:${newId()}`, members: [newId()], staff: true, companyId: null });

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
    expect(here.hints.lines()).toEqual({ postgres: true, redis: true });
    const notified: string[] = [];
    const listener = { heard: (text: string) => notified.push(text), opened: () => {}, broke: () => {} };
    const postgres = await openPostgresChannel(database.url, listener);
    onTestFinished(() => postgres.close());
    const rooms = Array.from({ length: 300 }, room);
    for (const [i, each] of rooms.entries()) here.hints.committed([each], place(i), []);
    await until('all are heard', () => there.told().length === rooms.length, soonMs);
    expect(there.told()).toEqual(rooms);
    // Notifications come in order: whatever was sent before this one would stand before it.
    const last = JSON.stringify({ pos: nowhere, streams: [] });
    await postgres.send([last]);
    await until('the last is heard', () => notified.at(-1) === last);
    expect(notified.filter((text) => text.includes('room:'))).toEqual([]);
  });

  test('while Redis is gone for all processes, hints go through PostgreSQL, and through Redis again afterwards', async () => {
    for (const each of [here, there]) each.network.cut();
    const first = room();
    here.hints.committed([first], place(1), []);
    await until('it is heard', () => there.has(first), soonMs);
    for (const each of [here, there]) each.network.restore();
    await until('Redis is back', () => here.hints.lines().redis === true && there.hints.lines().redis === true, soonMs);
    const second = room();
    here.hints.committed([second], place(2), []);
    await until('it is heard', () => there.has(second), soonMs);
    expect(there.times(first)).toBe(1);
    expect(there.times(second)).toBe(1);
  });

  test('a process that alone lacks Redis sends and receives all hints, and is told to pull once', async () => {
    there.network.cut();
    await until('it has noticed', () => there.hints.lines().redis === false, soonMs);
    await until('it is told to look', () => there.heard.some(({ missed }) => missed), soonMs);
    const [from, back] = [room(), room()];
    here.hints.committed([from], place(1), []);
    there.hints.committed([back], place(2), []);
    await until('both are heard', () => there.has(from) && here.has(back), soonMs);
    expect(there.heard.filter(({ missed }) => missed)).toHaveLength(1);
    expect(here.heard.filter(({ missed }) => missed)).toHaveLength(0);
  });

  test('a Redis that takes everything and answers nothing is left after a few seconds', async () => {
    here.network.loseReplies();
    const lost = room();
    here.hints.committed([lost], place(1), []);
    await until('it is given up', () => here.hints.lines().redis === false, soonMs);
    const next = room();
    here.hints.committed([next], place(2), []);
    await until('it is heard', () => there.has(next), soonMs);
    // It had reached Redis, whose answer was lost; what went the other way as well is heard once.
    expect(there.times(lost)).toBe(1);
  });

  test('a process that starts without Redis serves, and takes it when it comes', async () => {
    const late = await Sibling.start(database.url, redis, (network) => network.cut());
    expect(late.hints.lines()).toEqual({ postgres: true, redis: false });
    const early = room();
    late.hints.committed([early], place(1), []);
    await until('it is heard', () => here.has(early) && there.has(early), soonMs);
    late.network.restore();
    await until('Redis is there', () => late.hints.lines().redis === true, soonMs);
  });

  test('another database on the same Redis is another world', async () => {
    const other = await freshDatabase();
    onTestFinished(() => other.close());
    const stranger = await Sibling.start(other.url, redis);
    const said = room();
    here.hints.committed([said], place(1), []);
    await until('it is heard at home', () => there.has(said), soonMs);
    expect(stranger.heard).toEqual([]);
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

  told(): HintedStream[] {
    return this.heard.flatMap(({ streams }) => streams);
  }

  times({ stream }: HintedStream): number {
    return this.told().filter((each) => each.stream === stream).length;
  }

  has(stream: HintedStream): boolean {
    return this.times(stream) > 0;
  }
}
