import 'fake-indexeddb/auto';
import { readFile } from 'node:fs/promises';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { isCommandType } from '#domain/commands.ts';
import { readPending } from '../../../src/db/pending.ts';
import type { Cursor } from '#domain/protocol/sync.ts';
import type { OutboxRecord, ProgressRow } from '../../../src/db/schema.ts';
import { waitingOf } from '../../../src/db/views.ts';
import { deviceOf } from '../support/person.ts';

/** Records as version 1 has written them. They are on people's devices: this file is only ever added to. */
const golden = JSON.parse(await readFile(new URL('./golden-outbox-v1.json', import.meta.url), 'utf8')) as {
  outbox: OutboxRecord[];
  progress: (ProgressRow & { accepted: number[]; acceptedPos: Cursor })[];
};

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

/** The database as version 1 of its tables had it. */
async function writtenByVersion1(userId: string): Promise<void> {
  const before = new Dexie(`vfp_u_${userId}`);
  before.version(1).stores({
    meta: '&key',
    rooms: '&id',
    messages: '&[roomId+page]',
    orders: '&id',
    knowledge: '&id',
    people: '&id',
    windows: '&roomId',
    outbox: '++b',
    progress: '&b',
    attention: '&cmdId',
    blobs: '&sha256',
    drafts: '&key',
    synclog: '++i',
  });
  await before.table('outbox').bulkAdd(golden.outbox);
  await before.table('progress').bulkAdd(golden.progress);
  before.close();
}
