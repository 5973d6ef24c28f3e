import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { openUserDb } from '../../../src/db/open.ts';

const real = { ...Dexie.dependencies };

afterEach(() => {
  Object.assign(Dexie.dependencies, real);
});

const never = (): never => {
  throw new Error('nobody blocks');
};

function browserThatSays(name: string): void {
  const open = (): never => {
    throw new DOMException('no', name);
  };
  Object.assign(Dexie.dependencies, { indexedDB: { open } });
}

test('a database of this browser is opened and kept', async () => {
  const userId = randomUUID();
  const { db, isKept } = await openUserDb(userId, never);
  await db.transaction('rw', db.drafts, () => db.drafts.put({ key: 'k', value: 'kept', at: 0 }));
  db.close();
  const again = await openUserDb(userId, never);
  expect(isKept).toBe(true);
  expect(await again.db.drafts.get('k')).toMatchObject({ value: 'kept' });
  again.db.close();
});

test.each(['SecurityError', 'UnknownError', 'InvalidStateError'])(
  'where the browser says %s to every database, one in memory serves until the page goes',
  async (name) => {
    browserThatSays(name);
    const { db, isKept } = await openUserDb(randomUUID(), never);
    expect(isKept).toBe(false);
    await db.transaction('rw', db.drafts, () => db.drafts.put({ key: 'k', value: 'here', at: 0 }));
    expect(await db.drafts.get('k')).toMatchObject({ value: 'here' });
    db.close();
  },
);

test('a full disk is not passed over: what waits on it must not seem gone', async () => {
  browserThatSays('QuotaExceededError');
  await expect(openUserDb(randomUUID(), never)).rejects.toMatchObject({ name: 'QuotaExceededError' });
});

test('while a window with an older database version blocks the upgrade, the user is told', async () => {
  const userId = randomUUID();
  const { db: first } = await openUserDb(userId, never);
  const { name } = first;
  first.close();
  const older = new Dexie(name);
  older.version(0.1).stores({});
  await Dexie.delete(name);
  await older.open();
  // The older connection ignores the request to close.
  older.on('versionchange', () => false);
  const said: string[] = [];
  const opening = openUserDb(userId, () => {
    said.push('blocked');
    older.close();
    return () => said.push('free');
  });
  const { db } = await opening;
  expect(said).toEqual(['blocked', 'free']);
  db.close();
});
