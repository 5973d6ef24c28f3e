import { Dexie } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '#domain/chat/chat.ts';
import { trimCaches, watchFullDisk, withFreedSpace } from '../../../src/db/free-space.ts';
import { foldMessages } from '../../../src/db/message-records.ts';
import { UserDb } from '../../../src/db/schema.ts';

const message = (sseq: number) =>
  ({ id: `m${sseq}`, roomId: 'r1', sseq, content: '', files: [] }) as unknown as Message;

/** A room whose window starts at 5000 and that has three message pages: one in it, two left over from deletions. */
async function roomWithRemains(): Promise<UserDb> {
  const db = new UserDb(`free-space-${Math.random()}`);
  onTestFinished(() => db.close());
  await db.transaction('rw', [db.messages, db.windows], async () => {
    await foldMessages(db, [message(150), message(400), message(5010)]);
    await db.windows.put({ roomId: 'r1', from: 5000, complete: false, delivered: { user: 5010, support: 5009 } });
  });
  return db;
}

test('a device that makes space asks the server again for the messages it has never had', async () => {
  const db = await roomWithRemains();
  await trimCaches(db);
  expect((await db.windows.get('r1'))?.from).toBe(5000);
});

test('a device that makes space keeps the delivery ticks', async () => {
  const db = await roomWithRemains();
  await trimCaches(db);
  expect((await db.windows.get('r1'))?.delivered).toEqual({ user: 5010, support: 5009 });
});

test('a device that makes space keeps the newest two pages of a room', async () => {
  const db = await roomWithRemains();
  await trimCaches(db);
  expect(await db.messages.count()).toBe(2);
});

const refused = () => Promise.reject(new Dexie.QuotaExceededError());

test('a full disk is reported when making space was not enough, and is over when a write succeeds', async () => {
  const db = await roomWithRemains();
  const heard: boolean[] = [];
  watchFullDisk(db, (isFull) => heard.push(isFull));
  let writes = 0;
  await withFreedSpace(db, () => (writes++ === 0 ? refused() : Promise.resolve()));
  expect(heard).toEqual([]);
  for (let i = 0; i < 2; i++)
    await expect(withFreedSpace(db, refused)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(heard).toEqual([true]);
  await withFreedSpace(db, () => Promise.resolve());
  expect(heard).toEqual([true, false]);
});
