import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import type { Bus } from '../../server/spine/bus/push.ts';
import { snapshotOf } from '../../server/start/snapshot.ts';
import { pullPage } from '../support/pull-page.ts';
import { type TestDatabase, freshDatabase } from '../support/database/cluster.ts';
import { busOn, newId, somebody, wish } from '../support/users.ts';
import type { Db } from '../../server/database/db.ts';

/** Sixteen users write at once while a device pulls: the situation in which a wrong feed loses events. */

const writers = 16;
const rooms = 6;
const framesPerWriter = 25;

let database: TestDatabase;
let db: Db;
let bus: Bus;
let engineer: User;
let roomIds: string[];

beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  bus = await busOn(db);
  engineer = await somebody(db, 'engineer');
  roomIds = Array.from({ length: rooms }, newId);
  const opened = roomIds.map((roomId, i) => wish('room.open', { roomId, type: 7, resultName: `result ${i}` }));
  const results = await bus.executeCommands(engineer.id, opened);
  if (results.some((result) => result.s !== 'ok')) throw new Error(JSON.stringify(results));
});

afterAll(() => database.close());

/** Sixteen concurrent writers, each frame into one to three rooms, so that frames wait for each other's locks. */
async function writeFrames(): Promise<void> {
  await Promise.all(Array.from({ length: writers }, (_, writer) => writeAs(writer)));
}

async function writeAs(writer: number): Promise<void> {
  for (let n = 0; n < framesPerWriter; n++) {
    const frame = Array.from({ length: 1 + ((writer + n) % 3) }, (_, i) =>
      wish('chat.send', {
        roomId: roomIds[(writer * 7 + n * 5 + i) % rooms],
        content: `${writer}/${n}/${i}`,
        files: [],
      }),
    );
    const results = await bus.executeCommands(engineer.id, frame);
    if (results.some((result) => result.s !== 'ok')) throw new Error(JSON.stringify(results));
  }
}

/** Returns the next page. */
type Feed = (cursor: Cursor) => Promise<{ events: WireEvent[]; next: Cursor }>;

const ours: Feed = (cursor) => pullPage(db, engineer, cursor, 50);

/** The same with a plain number as the cursor: everything after the last number seen. */
const plainSeq: Feed = async (cursor) => {
  const { rows } = await sql<WireEvent & { seq: number; xid: string }>`
    select e.seq, e.xid::text as xid, e.stream, e.sseq, e.type, e.v, e.data, e.cmd_id as "cmdId" from events e
    where e.seq > ${cursor.seq} and e.stream in (select 'room:' || room_id from room_members where user_id = ${engineer.id})
    order by e.seq limit 50`.execute(db);
  const events = rows.map(({ seq, xid, ...event }): WireEvent =>
    Object.assign(event, { pos: { epoch: cursor.epoch, xid, seq } }),
  );
  return { events, next: { ...cursor, seq: events.at(-1)?.pos.seq ?? cursor.seq } };
};

interface Seen {
  missed: number;
  twice: number;
  outOfOrder: number;
}

/** Pulls during and after the writing until nothing more comes, then compares with the log itself. */
async function pullWhileWriting(feed: Feed): Promise<Seen> {
  const [first] = await snapshotOf(db, engineer, { streams: [] });
  if (first === undefined || !('pos' in first)) throw new Error('no place to start from');
  const before = await lastSeq();
  let cursor: Cursor = feed === plainSeq ? { ...first.pos, seq: before } : first.pos;
  const seen: WireEvent[] = [];
  let writing = true;
  const written = writeFrames().finally(() => (writing = false));
  for (let quiet = 0; quiet < 3;) {
    const page = await feed(cursor);
    cursor = page.next;
    seen.push(...page.events);
    quiet = writing || page.events.length > 0 ? 0 : quiet + 1;
    if (page.events.length === 0) await wait(1);
  }
  await written;
  const { rows } = await sql<{
    seq: number;
  }>`select seq from events where seq > ${before} and stream like 'room:%'`.execute(db);
  const known = new Set(seen.map(({ pos }) => pos.seq));
  const newOnes = seen.filter(({ pos }) => pos.seq > before);
  return {
    missed: rows.filter(({ seq }) => !known.has(seq)).length,
    twice: newOnes.length - new Set(newOnes.map(({ pos }) => pos.seq)).size,
    outOfOrder: inversions(newOnes),
  };
}

/** Returns how often a room's order was violated. */
function inversions(events: Pick<WireEvent, 'stream' | 'sseq'>[]): number {
  const places = new Map<string, number>();
  let count = 0;
  for (const { stream, sseq } of events) {
    if (sseq <= (places.get(stream) ?? 0)) count++;
    places.set(stream, sseq);
  }
  return count;
}

function placeOf(room: unknown): number | undefined {
  const isRoom = typeof room === 'object' && room !== null && 'sseq' in room;
  return isRoom ? Number(room.sseq) : undefined;
}

async function lastSeq(): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from events`.execute(db);
  return rows[0]?.seq ?? 0;
}

test('29 a device that pulls while sixteen write misses nothing and sees each room in order', async () => {
  for (let round = 0; round < 3; round++) {
    expect(await pullWhileWriting(ours)).toEqual({ missed: 0, twice: 0, outOfOrder: 0 });
  }
});

test('28 sixteen writers leave every room in the log in its own order, without a gap', async () => {
  await writeFrames();
  const { rows } = await sql<Pick<WireEvent, 'stream' | 'sseq'>>`
    select stream, sseq from events where stream like 'room:%' order by xid, seq`.execute(db);
  expect(inversions(rows)).toBe(0);
  for (const roomId of roomIds) {
    const places = rows.filter(({ stream }) => stream === `room:${roomId}`).map(({ sseq }) => sseq);
    expect(places).toEqual(places.map((_, i) => i + 1));
    expect(places.length).toBeGreaterThan(framesPerWriter);
  }
});

test('with a plain position as the cursor the same device misses events', async () => {
  let missed = 0;
  for (let round = 0; round < 12 && missed === 0; round++) missed = (await pullWhileWriting(plainSeq)).missed;
  expect(missed).toBeGreaterThan(0);
});

test('39 a snapshot taken while others write, and the pull after it, leave no gap', async () => {
  const written = writeFrames();
  const snapshots: { taken: Map<string, number>; pos: Cursor }[] = [];
  for (let n = 0; n < 5; n++) {
    const lines = await snapshotOf(db, engineer);
    const [first] = lines;
    if (first === undefined || !('pos' in first)) throw new Error('no place');
    const taken = new Map<string, number>();
    for (const line of lines) {
      const place = 'stream' in line ? placeOf(line.rows.room) : undefined;
      if (place !== undefined && 'stream' in line) taken.set(line.stream, place);
    }
    snapshots.push({ taken, pos: first.pos });
    await wait(15);
  }
  await written;
  for (const { taken, pos } of snapshots) {
    const after = new Map<string, Set<number>>();
    let cursor = pos;
    for (let more = true; more;) {
      const page = await pullPage(db, engineer, cursor, 500);
      for (const { stream, sseq } of page.events) after.set(stream, (after.get(stream) ?? new Set()).add(sseq));
      cursor = page.next;
      more = page.more;
    }
    for (const roomId of roomIds) {
      const stream = `room:${roomId}`;
      const { rows } = await sql<{ sseq: number }>`select sseq from events where stream = ${stream}`.execute(db);
      const had = taken.get(stream) ?? 0;
      const lost = rows.filter(({ sseq }) => sseq > had && after.get(stream)?.has(sseq) !== true);
      expect(lost).toEqual([]);
    }
  }
});
