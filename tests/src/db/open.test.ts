import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { openUserDb, databaseOpenMs } from '../../../src/db/open.ts';

const real = { ...Dexie.dependencies };

afterEach(() => {
  Object.assign(Dexie.dependencies, real);
  vi.useRealTimers();
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
  const { db, isKept } = await openUserDb(userId, { blocked: never });
  await db.transaction('rw', db.drafts, () => db.drafts.put({ key: 'k', value: 'kept', at: 0 }));
  db.close();
  const again = await openUserDb(userId, { blocked: never });
  expect(isKept).toBe(true);
  expect(await again.db.drafts.get('k')).toMatchObject({ value: 'kept' });
  again.db.close();
});

test.each(['SecurityError', 'UnknownError', 'InvalidStateError'])(
  'where the browser says %s to every database, one in memory serves until the page goes',
  async (name) => {
    browserThatSays(name);
    const { db, isKept } = await openUserDb(randomUUID(), { blocked: never });
    expect(isKept).toBe(false);
    await db.transaction('rw', db.drafts, () => db.drafts.put({ key: 'k', value: 'here', at: 0 }));
    expect(await db.drafts.get('k')).toMatchObject({ value: 'here' });
    db.close();
  },
);

test('a full disk is not passed over: what waits on it must not seem gone', async () => {
  browserThatSays('QuotaExceededError');
  await expect(openUserDb(randomUUID(), { blocked: never })).rejects.toMatchObject({ name: 'QuotaExceededError' });
});

test('while a window with an older database version blocks the upgrade, the user is told', async () => {
  const userId = randomUUID();
  const { db: first } = await openUserDb(userId, { blocked: never });
  const { name } = first;
  first.close();
  const older = new Dexie(name);
  older.version(0.1).stores({});
  await Dexie.delete(name);
  await older.open();
  // The older connection ignores the request to close.
  older.on('versionchange', () => false);
  const said: string[] = [];
  const opening = openUserDb(userId, {
    blocked() {
      said.push('blocked');
      older.close();
      return () => said.push('free');
    },
  });
  const { db } = await opening;
  expect(said).toEqual(['blocked', 'free']);
  db.close();
});

test('where the browser never answers, one in memory serves after some seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(Dexie.dependencies, { indexedDB: { open: () => ({}) } });
  const opening = openUserDb(randomUUID(), { blocked: never });
  await vi.advanceTimersByTimeAsync(databaseOpenMs);
  vi.useRealTimers();
  const { db, isKept } = await opening;
  expect(isKept).toBe(false);
  db.close();
});

test('a database whose upgrade another window blocks is waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const request: { onblocked?: (event: unknown) => void } = {};
  Object.assign(Dexie.dependencies, { indexedDB: { open: () => request } });
  const blocked = vi.fn<() => () => void>(() => () => undefined);
  const closed = vi.fn<() => void>();
  const prepare = (db: Dexie) => void (db.close = closed);
  void openUserDb(randomUUID(), { blocked, prepare });
  await vi.advanceTimersByTimeAsync(0);
  request.onblocked?.({ oldVersion: 1, newVersion: 2 });
  await vi.advanceTimersByTimeAsync(2 * databaseOpenMs);
  expect(blocked).toHaveBeenCalledOnce();
  // One that is given up is closed, before another in memory takes its place.
  expect(closed).not.toHaveBeenCalled();
});
