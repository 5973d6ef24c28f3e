import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import { createHints } from '../../../../server/spine/feed/hints.ts';
import type { Hint, HintedStream } from '../../../../server/ground/hint.ts';
import { silentLog } from '../../../../server/ground/log.ts';
import { freshDatabase } from '../../../support/database/cluster.ts';
import { newId } from '../../../support/users.ts';
import { until } from '../../../support/until.ts';

/** Hints between two processes on one PostgreSQL, simulated in one process. */

let here: Awaited<ReturnType<typeof createHints>>;
let there: typeof here;
let received: Hint[];

const database = await freshDatabase();
afterAll(() => database.close());

beforeEach(async () => {
  here = await createHints({ url: database.url, log: silentLog });
  there = await createHints({ url: database.url, log: silentLog });
  received = [];
  there.subscribe((hint) => received.push(hint));
});
afterEach(async () => {
  await here.close();
  await there.close();
});

const positionAt = (seq: number): Cursor => ({ epoch: 'e', xid: '7', seq });

const room = (members = [newId()]): HintedStream => {
  return { stream: `room:${newId()}`, members, staff: true, companyId: null };
};

function messageSent({ stream }: HintedStream, sseq: number, senderType: 'USER' | 'SUPPORT', kind = 'user'): WireEvent {
  const message = { senderType, author: { id: newId(), name: 'x', kind } };
  return { pos: positionAt(sseq), stream, sseq, type: 'message.sent', v: 1, data: { message }, cmdId: null };
}

const receivedStreams = () => received.flatMap(({ streams }) => streams);

test('another process receives the changed streams, the range of new messages, and the newest one for each side', async () => {
  const [changedRoom, other] = [room(), room()];
  const events = [
    messageSent(changedRoom, 5, 'USER'),
    messageSent(changedRoom, 6, 'SUPPORT'),
    messageSent(changedRoom, 7, 'USER'),
    messageSent(changedRoom, 8, 'SUPPORT', 'system'),
  ];
  const own: Hint[] = [];
  here.subscribe((hint) => own.push(hint));
  here.committed([changedRoom, other], positionAt(8), events);
  await until('the hint arrives', () => received.length > 0);
  const streams = [{ ...changedRoom, came: { first: 5, last: 8 }, newest: { user: 6, support: 7 } }, other];
  expect(received).toEqual([{ pos: positionAt(8), streams, events: [] }]);
  // The sender gets its own hint once, with the events, and not again from PostgreSQL.
  expect(own).toEqual([{ pos: positionAt(8), streams, events }]);
});

test('another process is notified of deliveries', async () => {
  const mark = { roomId: newId(), side: 'support' as const, upTo: 4, members: [newId()] };
  here.delivered([mark]);
  await until('the hint arrives', () => received.length > 0);
  expect(received).toMatchObject([{ streams: [], delivered: [mark] }]);
});

test('a hint that does not fit into one notification is split', async () => {
  const many = Array.from({ length: 64 }, () => room([newId(), newId()]));
  const largeRoom = room(Array.from({ length: 500 }, newId));
  here.committed([...many, largeRoom], positionAt(1), []);
  const receivedMembers = () =>
    receivedStreams().flatMap(({ stream, members }) => (stream === largeRoom.stream ? members : []));
  await until('all parts arrive', () => receivedMembers().length === largeRoom.members.length);
  expect(receivedMembers()).toEqual(largeRoom.members);
  expect(receivedStreams().filter(({ stream }) => stream !== largeRoom.stream)).toEqual(many);
});

test('hints about commits just before a process stops are still sent', async () => {
  const rooms = Array.from({ length: 30 }, () => room());
  for (const [i, each] of rooms.entries()) here.committed([each], positionAt(i), []);
  await here.close();
  await until('the last hint arrives', () => received.length === rooms.length);
  expect(receivedStreams()).toEqual(rooms);
});

test('after the channels were interrupted, all devices are told to pull, and hints continue', async () => {
  here.committed([room()], positionAt(1), []);
  await until('the hint arrives', () => received.length === 1);
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'vfp hints'`.execute(database.db);
  expect(rows).toHaveLength(2);
  here.committed([room()], positionAt(2), []);
  await until('missed hints are reported', () => received.some(({ missed }) => missed));
  expect(received.find(({ missed }) => missed)).toMatchObject({ pos: { epoch: positionAt(1).epoch }, streams: [] });
  const after = room();
  here.committed([after], positionAt(3), []);
  await until('a hint arrives again', () => receivedStreams().some(({ stream }) => stream === after.stream));
});

test('another process is notified that the knowledge base was changed', async () => {
  here.knowledgeChanged();
  await until('the hint arrives', () => received.length > 0);
  expect(received).toMatchObject([{ streams: [], knowledge: true }]);
});
