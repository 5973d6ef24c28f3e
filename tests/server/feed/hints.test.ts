import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cursor, WireEvent } from '#domain/protocol/sync.ts';
import { createHints, type Hint, type HintedStream } from '../../../server/feed/hints.ts';
import { silentLog } from '../../../server/log.ts';
import { type TestDatabase, freshDatabase } from '../../support/cluster.ts';
import { newId } from '../../support/people.ts';
import { until } from '../../support/until.ts';

/** Two processes' hints on one PostgreSQL, in one process. */

let database: TestDatabase;
let here: Awaited<ReturnType<typeof createHints>>;
let there: typeof here;
let heard: Hint[];

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  here = await createHints({ url: database.url, log: silentLog });
  there = await createHints({ url: database.url, log: silentLog });
  heard = [];
  there.subscribe((hint) => heard.push(hint));
});
afterEach(async () => {
  await here.close();
  await there.close();
});

const place = (seq: number): Cursor => ({ epoch: 'e', xid: '7', seq });

const room = (members = [newId()]): HintedStream => {
  return { stream: `room:${newId()}`, members, staff: true, companyId: null };
};

function said({ stream }: HintedStream, sseq: number, senderType: 'USER' | 'SUPPORT', kind = 'user'): WireEvent {
  const message = { senderType, author: { id: newId(), name: 'x', kind } };
  return { pos: place(sseq), stream, sseq, type: 'message.sent', v: 1, data: { message }, cmdId: null };
}

const told = () => heard.flatMap(({ streams }) => streams);

test('another process learns which streams moved, which messages arrived, and the newest for each side', async () => {
  const [talk, other] = [room(), room()];
  const events = [
    said(talk, 5, 'USER'),
    said(talk, 6, 'SUPPORT'),
    said(talk, 7, 'USER'),
    said(talk, 8, 'SUPPORT', 'system'),
  ];
  const own: Hint[] = [];
  here.subscribe((hint) => own.push(hint));
  here.committed([talk, other], place(8), events);
  await until('it is heard', () => heard.length > 0);
  const streams = [{ ...talk, came: { first: 5, last: 8 }, newest: { user: 6, support: 7 } }, other];
  expect(heard).toEqual([{ pos: place(8), streams, events: [] }]);
  // And whoever told it does not hear its own echo.
  expect(own).toEqual([{ pos: place(8), streams, events }]);
});

test('another process learns what was delivered', async () => {
  const mark = { roomId: newId(), side: 'support' as const, upTo: 4, members: [newId()] };
  here.delivered([mark]);
  await until('it is heard', () => heard.length > 0);
  expect(heard).toMatchObject([{ streams: [], delivered: [mark] }]);
});

test('more than fits into one notification comes in several', async () => {
  const many = Array.from({ length: 64 }, () => room([newId(), newId()]));
  const crowd = room(Array.from({ length: 500 }, newId));
  here.committed([...many, crowd], place(1), []);
  const crowdTold = () => told().flatMap(({ stream, members }) => (stream === crowd.stream ? members : []));
  await until('all of it is heard', () => crowdTold().length === crowd.members.length);
  expect(crowdTold()).toEqual(crowd.members);
  expect(told().filter(({ stream }) => stream !== crowd.stream)).toEqual(many);
});

test('what was committed just before a process stops is announced', async () => {
  const rooms = Array.from({ length: 30 }, () => room());
  for (const [i, each] of rooms.entries()) here.committed([each], place(i), []);
  await here.close();
  await until('the last is heard', () => heard.length === rooms.length);
  expect(told()).toEqual(rooms);
});

test('after the channels broke and came back, all devices are told to pull, and hints continue', async () => {
  here.committed([room()], place(1), []);
  await until('it is heard', () => heard.length === 1);
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'vfp hints'`.execute(database.db);
  expect(rows).toHaveLength(2);
  here.committed([room()], place(2), []);
  await until('everybody is told to look', () => heard.some(({ missed }) => missed));
  expect(heard.find(({ missed }) => missed)).toMatchObject({ pos: { epoch: place(1).epoch }, streams: [] });
  const after = room();
  here.committed([after], place(3), []);
  await until('a hint comes again', () => told().some(({ stream }) => stream === after.stream));
});

test('another process learns that the knowledge base was changed', async () => {
  here.knowledgeChanged();
  await until('it is heard', () => heard.length > 0);
  expect(heard).toMatchObject([{ streams: [], knowledge: true }]);
});
