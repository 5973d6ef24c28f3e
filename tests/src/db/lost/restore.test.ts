import { Dexie, liveQuery } from 'dexie';
import { afterAll, expect, test, vi } from 'vitest';
import { sendMessage } from '../../../../src/chat/calls/chat-send.ts';
import { blobOf } from '../../../../src/db/files/blobs.ts';
import { draftOf, saveDraft } from '../../../../src/db/drafts.ts';
import { readMeta } from '../../../../src/db/meta.ts';
import { outboxTables, pendingIn, readPending, recordOf } from '../../../../src/db/pending.ts';
import { markSent } from '../../../../src/db/progress.ts';
import type { RestoredParts } from '../../../../src/db/lost/refill.ts';
import { restoreWhenDeleted, type UnsentRows } from '../../../../src/db/lost/restore.ts';
import { UserDb, type OutboxEntry } from '../../../../src/db/schema.ts';
import { refuse, withdraw } from '../../../../src/db/refused.ts';
import { takeLead } from '../../../../src/sync/fence.ts';
import { newId } from '../../../../src/sync/engine.ts';
import { patchOrder } from '../../../../src/order/calls/order-patch.ts';
import { deleteStorageUnder } from '../../../support/src/delete-storage.ts';
import { roomOfMe, startAt, testUser } from '../../../support/src/user.ts';
import { until } from '../../../support/until.ts';
import { outboxRules } from '../../../../src/nouns.ts';

const life = new AbortController();
afterAll(() => life.abort());

const me = testUser();
const say = (content: string, files: File[] = []) => ({ roomId: 'r', content, files });

/** A page of this user, as the app opens it. */
async function openPage(user = testUser(), signal = life.signal) {
  const db = new UserDb(user.id);
  const heard: RestoredParts[] = [];
  const notStored: UnsentRows[] = [];
  const tries: (() => void)[] = [];
  const zones: { global: boolean }[] = [];
  const restoring = restoreWhenDeleted(db, {
    newId,
    restored: (what) => {
      heard.push(what);
      zones.push((Dexie.Promise as unknown as { PSD: { global: boolean } }).PSD);
    },
    failed: (unsent) => notStored.push(unsent),
    later: (run) => tries.push(run),
  });
  // A full disk; below what the page keeps in memory, as the browser is.
  let isFull = false;
  db.use({
    stack: 'dbcore',
    name: 'disk',
    level: 0,
    create: (core) => ({
      ...core,
      table: (name) => ({
        ...core.table(name),
        mutate: (request) =>
          isFull && request.type !== 'delete'
            ? Promise.reject(new Dexie.QuotaExceededError())
            : core.table(name).mutate(request),
      }),
    }),
  });
  await db.open();
  restoring.hold(signal);
  const ctx = { db, rules: outboxRules, me: user, newId, appVersion: 'test', appended: () => undefined };
  const fill = (full: boolean) => void (isFull = full);
  return { user, db, ctx, heard, zones, notStored, tries, restoring, fill };
}

/** Resolves when the live queries of a page have read this many commands. */
async function untilRead(db: UserDb, count: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const reading = liveQuery(() => readPending(db)).subscribe(({ entries }) => {
      if (entries.length !== count) return;
      setTimeout(() => reading.unsubscribe());
      setTimeout(resolve);
    });
  });
}

const identityOf = (db: UserDb) => db.transaction('r!', db.meta, async () => readMeta(db, 'identity'));
const waitingIn = async (db: UserDb) => (await readPending(db)).entries.map(({ cmdId }) => cmdId);

test('what was not sent is in the new database, under the same ids and in the same order', async () => {
  const { db, ctx, heard } = await openPage();
  const first = await sendMessage(ctx, say('first'));
  const second = await sendMessage(ctx, say('second'));
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  expect(await waitingIn(db)).toEqual([first, second]);
  const third = await sendMessage(ctx, say('third'));
  expect(await waitingIn(db)).toEqual([first, second, third]);
  expect(heard).toEqual([{ commands: 2, filesGone: [] }]);
});

test('a message that was stored just before is not lost, although nothing has read it since', async () => {
  const { db, ctx } = await openPage();
  const cmdId = await sendMessage(ctx, say('just now'));
  deleteStorageUnder([db]);
  expect(await waitingIn(db)).toEqual([cmdId]);
});

test('a change that was merged just before is not lost, although nothing has read it since', async () => {
  const { db, ctx } = await openPage();
  const cmdId = await patchOrder(ctx, { orderId: 'o', changes: [{ path: 'contact', value: 'first' }] });
  await untilRead(db, 1);
  await patchOrder(ctx, { orderId: 'o', changes: [{ path: 'contact', value: 'second' }] });
  deleteStorageUnder([db]);
  const [entry] = (await readPending(db)).entries;
  expect(entry).toMatchObject({ cmdId, args: { changes: [{ path: 'contact', value: 'second' }] } });
});

test('a change that was sent just before is sent again as it was, and the next one under an id of its own', async () => {
  const { db, ctx } = await openPage();
  const cmdId = await patchOrder(ctx, { orderId: 'o', changes: [{ path: 'contact', value: 'sent' }] });
  await untilRead(db, 1);
  await db.transaction('rw!', outboxTables(db), async () => {
    const pending = await pendingIn(db);
    await markSent(db, pending, [pending.entries[0]?.n ?? 0]);
  });
  deleteStorageUnder([db]);
  await patchOrder(ctx, { orderId: 'o', changes: [{ path: 'contact', value: 'later' }] });
  const { entries } = await readPending(db);
  expect(entries).toMatchObject([
    { cmdId, args: { changes: [{ value: 'sent' }] } },
    { args: { changes: [{ value: 'later' }] } },
  ]);
});

test('a refused message that was discarded after a deletion does not come back at the next one', async () => {
  const { db, ctx, heard } = await openPage();
  const [kept, discarded] = [await sendMessage(ctx, say('kept')), await sendMessage(ctx, say('refused'))];
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  await db.transaction('rw!', [...outboxTables(db), db.attention], async () => {
    const pending = await pendingIn(db);
    const entry = pending.entries.find(({ cmdId }) => cmdId === discarded) as OutboxEntry;
    await refuse(db, pending, [{ cmdId: discarded, entry, code: 'NOT_FOUND', message: '', at: 0 }]);
  });
  await withdraw(db, outboxRules, discarded);
  await untilRead(db, 1);
  deleteStorageUnder([db]);
  await until('the page has noticed again', () => heard.length === 2);
  expect(await waitingIn(db)).toEqual([kept]);
});

test('a page reads again what it would restore when that changes, and not when the server has only accepted it', async () => {
  const { db, ctx } = await openPage();
  const accepted: number[] = [];
  const watching = liveQuery(() => db.acks.count()).subscribe((count) => void accepted.push(count));
  await until('it is watched', () => accepted.length === 1);
  const reads = vi.spyOn(db.drafts, 'toArray');
  await saveDraft(db, 'room:r', { text: 'half a sentence', files: [] });
  await sendMessage(ctx, say('first'));
  await until('both were read', () => reads.mock.calls.length === 2);
  await db.transaction('rw!', db.acks, () => db.acks.add({ ns: [], pos: { epoch: 'e', xid: '1', seq: 1 } } as never));
  await until('live queries have seen it', () => accepted.at(-1) === 1);
  watching.unsubscribe();
  expect(reads).toHaveBeenCalledTimes(2);
});

test('texts that were typed and not sent are there again', async () => {
  const { db, heard } = await openPage();
  await saveDraft(db, 'room:r', { text: 'half a sentence', files: [new File(['x'], 'a.pdf')] });
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  const draft = await draftOf<{ text: string; files: File[] }>(db, 'room:r');
  expect(draft?.text).toBe('half a sentence');
  expect(draft?.files.map(({ name }) => name)).toEqual(['a.pdf']);
});

test('a file that this page has attached is there again', async () => {
  const { db, ctx, heard } = await openPage();
  await sendMessage(ctx, say('with a file', [new File(['bytes'], 'a.pdf', { type: 'application/pdf' })]));
  const [hash] = (await readPending(db)).entries[0]?.deps ?? [];
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  expect(await (await blobOf(db, hash as string))?.text()).toBe('bytes');
});

test('a file whose bytes are gone is named, and its message waits for a decision', async () => {
  const before = await openPage();
  const cmdId = await sendMessage(
    before.ctx,
    say('see the file', [new File(['b'], 'a.pdf', { type: 'application/pdf' })]),
  );
  before.db.close();
  // After a reload the page has the bytes only as a reference to the database.
  const { db, heard } = await openPage(before.user);
  await untilRead(db, 1);
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  expect(heard[0]?.filesGone).toEqual(['a.pdf']);
  expect(await db.attention.get(cmdId)).toMatchObject({ code: 'FILE_GONE', details: { files: ['a.pdf'] } });
  expect(await waitingIn(db)).toEqual([]);
});

test('a message that may have been sent is sent again under its id, although the bytes of its file are gone', async () => {
  const before = await openPage();
  const cmdId = await sendMessage(
    before.ctx,
    say('see the file', [new File(['b'], 'a.pdf', { type: 'application/pdf' })]),
  );
  await before.db.transaction('rw!', outboxTables(before.db), async () => {
    const pending = await pendingIn(before.db);
    await markSent(
      before.db,
      pending,
      pending.entries.map(({ n }) => n),
    );
  });
  before.db.close();
  const { db, heard } = await openPage(before.user);
  await untilRead(db, 1);
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  expect(await db.attention.count()).toBe(0);
  expect((await readPending(db)).entries).toMatchObject([{ cmdId, deps: [] }]);
});

test('the conversation that is shown stays, until the server sends everything again', async () => {
  const { db, heard } = await openPage();
  await startAt(db, 10);
  await db.transaction('rw', db.rooms, () => db.rooms.put(roomOfMe(me, { id: 'r' })));
  expect(await db.rooms.get('r')).toBeDefined();
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  expect(await db.rooms.get('r')).toMatchObject({ id: 'r' });
  expect(await db.transaction('r!', db.meta, async () => readMeta(db, 'cursor'))).toBeUndefined();
});

test('two tabs restore each command once, also one that was discarded in the meantime', async () => {
  const frozen = new AbortController();
  const first = await openPage();
  const second = await openPage(first.user, frozen.signal);
  const cmdId = await sendMessage(first.ctx, say('from the first tab'));
  const discarded = await sendMessage(first.ctx, say('not wanted after all'));
  await Promise.all([first, second].map(({ db }) => untilRead(db, 2)));
  frozen.abort();
  deleteStorageUnder([first.db, second.db]);
  await until('the first has restored', () => first.heard.length === 1);
  expect(await withdraw(first.db, outboxRules, discarded)).toBeDefined();
  expect(await waitingIn(second.db)).toEqual([cmdId]);
  await until('the second has restored', () => second.heard.length === 1);
  expect(second.heard).toEqual([{ commands: 0, filesGone: [] }]);
  expect((await identityOf(first.db))?.id).toBe((await identityOf(second.db))?.id);
});

test('a leader of the deleted database is none of the new one', async () => {
  const { db, heard } = await openPage();
  const before = await takeLead(db, 'tab', 1000);
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  expect(await takeLead(db, 'tab', 2000)).not.toBe(before);
});

test('a number is never given twice, so that a late reply names no other command', async () => {
  const { db, ctx, heard } = await openPage();
  await sendMessage(ctx, say('first'));
  const [entry] = (await readPending(db)).entries;
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  await sendMessage(ctx, say('second'));
  const [again, later] = (await readPending(db)).entries;
  expect(again?.n).toBe(entry?.n);
  expect(recordOf(later?.n ?? 0)).toBeGreaterThan(recordOf(entry?.n ?? 0));
});

test('a connection that the browser closes without deleting anything changes nothing', async () => {
  const { db, ctx, heard } = await openPage();
  const cmdId = await sendMessage(ctx, say('still here'));
  const { idbdb } = db as unknown as { idbdb: { close(): void; onclose: () => void } };
  idbdb.close();
  idbdb.onclose();
  expect(await waitingIn(db)).toEqual([cmdId]);
  expect(heard).toEqual([]);
});

test('who leaves the page waits until what was not sent is in the new database', async () => {
  const { db, ctx, restoring, heard } = await openPage();
  const cmdId = await sendMessage(ctx, say('just now'));
  deleteStorageUnder([db]);
  await restoring.untilRestored();
  await until('the page is told', () => heard.length === 1);
  expect(heard).toEqual([{ commands: 1, filesGone: [] }]);
  db.close();
  const next = new UserDb(ctx.me.id);
  expect(await waitingIn(next)).toEqual([cmdId]);
  next.close();
});

test('what cannot be stored again is named, is tried again, and nothing new overtakes it', async () => {
  const { db, ctx, heard, notStored, tries, fill } = await openPage();
  const cmdId = await sendMessage(ctx, say('written before'));
  await saveDraft(db, 'room:r', { text: 'half a sentence', files: [] });
  fill(true);
  deleteStorageUnder([db]);
  await until('the page says so', () => notStored.length === 1);
  expect(notStored[0]?.entries.map((entry) => entry.cmdId)).toEqual([cmdId]);
  expect(notStored[0]?.drafts.map(({ key }) => key)).toEqual(['room:r']);
  fill(false);
  await expect(sendMessage(ctx, say('written meanwhile'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(heard).toEqual([]);

  tries.shift()?.();
  await until('it is stored', () => heard.length === 1);
  const later = await sendMessage(ctx, say('written later'));
  expect(await waitingIn(db)).toEqual([cmdId, later]);
  expect(notStored).toHaveLength(1);
});

test('work that begins when all is restored is no part of the opening, so a pull stores all that it got', async () => {
  const { db, heard, zones } = await openPage();
  deleteStorageUnder([db]);
  await until('the page has noticed', () => heard.length === 1);
  expect(zones[0]?.global).toBe(true);
});
