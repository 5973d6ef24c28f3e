import { readFile } from 'node:fs/promises';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { isCommandType } from '#domain/spine/commands.ts';
import { readPending } from '../../../src/db/pending.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { AcceptedRow, OutboxRecord, ProgressRow } from '../../../src/db/schema.ts';
import { waitingOf } from '../../../src/db/unsent-commands.ts';
import { newestMessages } from '../../../src/db/message-records.ts';
import { deviceOf, messageIn, roomOfMe } from '../../support/src/user.ts';
import { tablesOfVersion1 } from '../../support/recorded/version-1.ts';

/** Records written by earlier versions. Users' devices still hold such records, so these files are only added to. */
async function recordsOf<T>(version: number): Promise<T> {
  return JSON.parse(await readFile(new URL(`./golden-outbox-v${version}.json`, import.meta.url), 'utf8')) as T;
}

test('52 what version 1 has queued is still understood: each command with its number, id, lane and fate', async () => {
  const { db, me } = deviceOf();
  await writtenByVersion1(me.id);
  const pending = await readPending(db);
  const { entries } = pending;
  expect(entries.map(({ n, type }) => [n, type])).toEqual([
    [2, 'chat.send'],
    [3, 'read.mark'],
    [4, 'question.ask'],
    [5, 'order.patch'],
    [6, 'order.place'],
    [7, 'feedback.give'],
    [8, 'handoff.request'],
    [9, 'order.transition'],
  ]);
  expect(entries.every(({ type, v }) => isCommandType(type) && v === 1)).toBe(true);
  const ns = entries.map(({ n }) => n);
  expect(ns.filter((n) => pending.isAccepted(n))).toEqual([2]);
  expect(ns.filter((n) => pending.isSent(n))).toEqual([2, 3, 4]);
  expect((await waitingOf(db)).map(({ state }) => state)).toEqual([
    'sent',
    ...Array.from({ length: 7 }, () => 'queued'),
  ]);
});

test('52 an outbox of version 2 is still readable, including commands sent again in their old position', async () => {
  const { db, me } = deviceOf();
  await writtenByVersion2(me.id);
  const pending = await readPending(db);
  expect(pending.entries.map(({ n, type }) => [n, type])).toEqual([
    [1024, 'order.transition'],
    [1025, 'chat.send'],
    [1026, 'read.mark'],
    [1027, 'question.ask'],
    [2048, 'order.patch'],
    [2049, 'order.place'],
    [2050, 'feedback.give'],
    [2051, 'handoff.request'],
  ]);
  const ns = pending.entries.map(({ n }) => n);
  expect(ns.filter((n) => pending.isAccepted(n))).toEqual([1025]);
  expect(ns.filter((n) => pending.isSent(n))).toEqual([1025, 1026, 1027]);
});

test('52 messages that version 2 kept as objects are all there in the texts of version 3', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me, { sseq: 3 });
  const kept = [1, 2, 3].map((sseq) => messageIn(room, { sseq, content: `“${sseq}” – 電池` }));
  const before = new Dexie(`vfp_u_${me.id}`);
  before.version(2).stores({ ...tablesOfVersion1, acks: '++a' });
  await before.table('rooms').add(room);
  await before.table('messages').add({ roomId: room.id, page: 0, rows: kept });
  before.close();
  expect(await newestMessages(db, room.id, 50)).toEqual(kept);
});

/** Creates the database with the tables and records of version 1. */
async function writtenByVersion1(userId: string): Promise<void> {
  type Progress = ProgressRow & { accepted: number[]; acceptedPos: Cursor };
  const { outbox, progress } = await recordsOf<{ outbox: OutboxRecord[]; progress: Progress[] }>(1);
  const before = new Dexie(`vfp_u_${userId}`);
  before.version(1).stores(tablesOfVersion1);
  await before.table('outbox').bulkAdd(outbox);
  await before.table('progress').bulkAdd(progress);
  before.close();
}

/** Creates the database with the tables and records of version 2. */
async function writtenByVersion2(userId: string): Promise<void> {
  const rows = await recordsOf<{ outbox: OutboxRecord[]; progress: ProgressRow[]; acks: AcceptedRow[] }>(2);
  const before = new Dexie(`vfp_u_${userId}`);
  before.version(2).stores({ ...tablesOfVersion1, acks: '++a' });
  await before.table('outbox').bulkAdd(rows.outbox);
  await before.table('progress').bulkAdd(rows.progress);
  await before.table('acks').bulkAdd(rows.acks);
  before.close();
}
