import { type RawBuilder, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import type { Bus } from '../../server/spine/bus/push.ts';
import { snapshotOf } from '../../server/start/snapshot.ts';
import { pullPage } from '../support/pull-page.ts';
import { type TestDatabase, freshDatabase } from '../support/database/cluster.ts';
import { busOn, newId, somebody, wish } from '../support/users.ts';
import { until } from '../support/until.ts';
import type { Db } from '../../server/database/db.ts';

/**
 * Two transactions, stepped by hand through the one order in which a feed with a simpler cursor loses an event, or a
 * room without its lock is reordered. It is deterministic, so each run shows what our feed prevents.
 */

let database: TestDatabase;
let db: Db;
let bus: Bus;
let engineer: User;
let roomId: string;
let stream: string;
let first: Writer;
let second: Writer;

beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  bus = await busOn(db);
  engineer = await somebody(db, 'engineer');
});
afterAll(() => database.close());

beforeEach(async () => {
  roomId = newId();
  stream = `room:${roomId}`;
  const [opened] = await bus.executeCommands(engineer.id, [wish('room.open', { roomId, type: 7, resultName: roomId })]);
  if (opened?.s !== 'ok') throw new Error(JSON.stringify(opened));
  [first, second] = [await Writer.begin(), await Writer.begin()];
});
afterEach(async () => {
  await first.end();
  await second.end();
});

/** A transaction on its own connection, executed step by step. */
class Writer {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async begin(): Promise<Writer> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin');
    return new Writer(client);
  }

  /** Takes a transaction id, as writing an idempotency row does. */
  async takeXid(): Promise<void> {
    await this.#client.query('select pg_current_xact_id()');
  }

  /** Waits for the room's lock; as the first statement it assigns no transaction id yet. */
  async lockRoom(): Promise<void> {
    await this.#client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [stream]);
  }

  /** Appends to the room, after the newest position it can see. */
  async append(): Promise<void> {
    await this.#client.query(
      `insert into events (stream, sseq, type, data)
       select $1::text, max(sseq) + 1, 'read.marked', '{}' from events where stream = $1`,
      [stream],
    );
  }

  async commit(): Promise<void> {
    await this.#client.query('commit');
  }

  async end(): Promise<void> {
    await this.#client.end();
  }
}

async function newestPlace(): Promise<Cursor> {
  const [head] = await snapshotOf(db, engineer, { streams: [] });
  if (head === undefined || !('pos' in head)) throw new Error('no place to start from');
  return head.pos;
}

/** Returns the numbers of events that are new since the last call. */
type Feed = () => Promise<number[]>;

/** The product's feed. */
async function ourFeed(): Promise<Feed> {
  let cursor: Cursor = await newestPlace();
  return async () => {
    const page = await pullPage(db, engineer, cursor, 500);
    cursor = page.next;
    return page.events.map(({ pos }) => pos.seq);
  };
}

/** A simpler feed: a plain number as the cursor, showing nothing that an open transaction may still precede. */
async function feedByNumber(): Promise<Feed> {
  let cursor = Math.max(0, ...(await seqs(sql`true`)));
  return async () => {
    const page = await seqs(sql`seq > ${cursor} and xid < pg_snapshot_xmin(pg_current_snapshot())`);
    cursor = page.at(-1) ?? cursor;
    return page;
  };
}

/** Another simpler feed: the pair as the cursor, but the next position is read after the rows. */
async function feedInTwoStatements(between: () => Promise<void>): Promise<Feed> {
  let cursor = (await newestPlace()).xid;
  return async () => {
    const page = await seqs(sql`xid >= ${cursor}::xid8 and xid < pg_snapshot_xmin(pg_current_snapshot())`);
    await between();
    const { rows } = await sql<{ xmin: string }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(db);
    cursor = rows[0]?.xmin ?? cursor;
    return page;
  };
}

/** Returns the matching committed events of the room, by number. */
async function seqs(fits: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select seq from events where stream = ${stream} and sseq > 1 and ${fits} order by seq`.execute(db);
  return rows.map(({ seq }) => seq);
}

/** Waits until everything committed is older than every open transaction, so that a feed may show it. */
async function settled(): Promise<void> {
  await until('nothing older is open', async () => {
    const { rows } = await sql<{ ok: boolean }>`
      select bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())) as ok from events`.execute(db);
    return rows[0]?.ok;
  });
}

test('30 who takes its xid first and its number last is shown first: a plain number then skips the other, the pair does not', async () => {
  const [ours, byNumber] = [await ourFeed(), await feedByNumber()];
  await first.takeXid();
  await second.takeXid();
  await second.append();
  await first.append();
  await first.commit();
  await settled();
  const [late] = await seqs(sql`true`);
  expect(await byNumber()).toEqual([late]);
  expect(await ours()).toEqual([late]);

  await second.commit();
  await settled();
  const [early] = await seqs(sql`true`);
  expect(early).toBeLessThan(late ?? 0);
  expect(await ours()).toEqual([early]);
  expect(await byNumber()).toEqual([]);
});

test('39 a next position read after the rows skips what was committed in between, ours does not', async () => {
  const ours = await ourFeed();
  const inTwo = await feedInTwoStatements(async () => {
    await first.commit();
    await settled();
  });
  await first.takeXid();
  await first.append();
  expect(await ours()).toEqual([]);
  expect(await inTwo()).toEqual([]);
  const [event] = await seqs(sql`true`);
  expect(event).toBeGreaterThan(0);
  expect(await ours()).toEqual([event]);
  expect(await inTwo()).toEqual([]);
});

test('39 what is committed after a snapshot that was taken meanwhile comes with the pull after it', async () => {
  await first.takeXid();
  await second.takeXid();
  await second.append();
  await second.commit();
  const place = await newestPlace();
  await first.append();
  await first.commit();
  await settled();
  const page = await pullPage(db, engineer, place, 500);
  const [, late] = await seqs(sql`true`);
  expect(page.events.map(({ pos }) => pos.seq)).toContain(late);
});

/** Returns the room's positions in the order a feed shows them. */
async function placesAsShown(): Promise<number[]> {
  const { rows } = await sql<{ sseq: number }>`
    select sseq from events where stream = ${stream} and sseq > 1 order by xid, seq`.execute(db);
  return rows.map(({ sseq }) => sseq);
}

test('with the key written before the room is locked, a room can be shown turned round', async () => {
  await first.takeXid();
  await second.takeXid();
  await second.lockRoom();
  await second.append();
  await second.commit();
  await first.lockRoom();
  await first.append();
  await first.commit();
  expect(await placesAsShown()).toEqual([3, 2]);
});

test('with the room locked before anything else, it cannot', async () => {
  await second.lockRoom();
  const locked = first.lockRoom();
  await second.takeXid();
  await second.append();
  await second.commit();
  await locked;
  await first.takeXid();
  await first.append();
  await first.commit();
  expect(await placesAsShown()).toEqual([2, 3]);
});

test('the bus locks the room before anything gives its transaction an xid', async () => {
  await first.lockRoom();
  const writing = bus.executeCommands(engineer.id, [wish('chat.send', { roomId, content: 'waits', files: [] })]);
  const waiting = await until('the bus waits for the room', async () => {
    const { rows } = await sql<{ xid: string | null }>`
      select a.backend_xid::text as xid from pg_stat_activity a join pg_locks l on l.pid = a.pid
      where l.locktype = 'advisory' and not l.granted and a.datname = current_database()`.execute(db);
    return rows[0];
  });
  expect(waiting.xid).toBeNull();
  await first.commit();
  expect(await writing).toMatchObject([{ s: 'ok' }]);
});
