import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { openUserDb } from '../../../src/db/open.ts';

const real = { ...Dexie.dependencies };

afterEach(() => {
  Object.assign(Dexie.dependencies, real);
});

function browserThatSays(name: string): void {
  const open = (): never => {
    throw new DOMException('no', name);
  };
  Object.assign(Dexie.dependencies, { indexedDB: { open } });
}

test('a database of this browser is opened and kept', async () => {
  const userId = randomUUID();
  const { db, isKept } = await openUserDb(userId);
  await db.transaction('rw', db.drafts, () => db.drafts.put({ key: 'k', value: 'kept', at: 0 }));
  db.close();
  const again = await openUserDb(userId);
  expect(isKept).toBe(true);
  expect(await again.db.drafts.get('k')).toMatchObject({ value: 'kept' });
  again.db.close();
});

test.each(['SecurityError', 'UnknownError', 'InvalidStateError'])(
  'where the browser says %s to every database, one in memory serves until the page goes',
  async (name) => {
    browserThatSays(name);
    const { db, isKept } = await openUserDb(randomUUID());
    expect(isKept).toBe(false);
    await db.transaction('rw', db.drafts, () => db.drafts.put({ key: 'k', value: 'here', at: 0 }));
    expect(await db.drafts.get('k')).toMatchObject({ value: 'here' });
    db.close();
  },
);

test('a full disk is not passed over: what waits on it must not seem gone', async () => {
  browserThatSays('QuotaExceededError');
  await expect(openUserDb(randomUUID())).rejects.toMatchObject({ name: 'QuotaExceededError' });
});
