import { afterEach, expect, test, vi } from 'vitest';
import { deliveryMarks, keepDelivered } from '../../../../src/chat/views/delivered.ts';
import { UserDb } from '../../../../src/db/schema.ts';

afterEach(() => vi.useRealTimers());

const rooms = ['a', 'b'];

async function opened(): Promise<UserDb> {
  const db = new UserDb(crypto.randomUUID());
  await db.windows.bulkPut(rooms.map((roomId) => ({ roomId, from: 1, complete: true })));
  return db;
}

const stored = async (db: UserDb) => (await db.windows.bulkGet(rooms)).map((row) => row?.delivered);

test('marks that come together are stored in one transaction, each room with the furthest of each side', async () => {
  const db = await opened();
  const transactions = vi.spyOn(db, 'transaction');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const keep = deliveryMarks(db);
  keep('a', 'user', 4);
  keep('a', 'user', 3);
  keep('b', 'support', 2);
  keep('a', 'support', 5);
  keep('nowhere', 'user', 9);
  expect(transactions).not.toHaveBeenCalled();
  vi.runAllTimers();
  vi.useRealTimers();
  await expect
    .poll(() => stored(db))
    .toEqual([
      { user: 4, support: 5 },
      { user: 0, support: 2 },
    ]);
  expect(transactions).toHaveBeenCalledTimes(1);
});

test('a mark never moves back', async () => {
  const db = await opened();
  await keepDelivered(db, [{ roomId: 'a', side: 'user', upTo: 4 }]);
  await keepDelivered(db, [{ roomId: 'a', side: 'user', upTo: 2 }]);
  expect(await stored(db)).toEqual([{ user: 4, support: 0 }, undefined]);
});
