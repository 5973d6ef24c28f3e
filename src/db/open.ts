import { Dexie } from 'dexie';
import { UserDb } from './schema.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Longest wait for a sign of the browser that it opens a database; then the page works in memory. */
export const databaseOpenMs = 8 * SECOND;

interface OpenOptions {
  /**
   * Called while a window with an older version blocks the upgrade; returns a function that is called when the upgrade
   * is no longer blocked.
   */
  blocked: () => () => void;
  /** Called with the database before it is opened, also with one in memory. */
  prepare?: (db: UserDb) => void;
}

/**
 * Opens a user's database. Where the browser stores nothing (storage blocked or broken, some private windows), or never
 * answers, the database is in memory: everything works while the page is open, and a banner says so (decision 0012).
 */
export async function openUserDb(userId: string, opening: OpenOptions): Promise<{ db: UserDb; isKept: boolean }> {
  const db = new UserDb(userId);
  opening.prepare?.(db);
  let go: (() => void) | undefined;
  db.on('blocked', () => {
    go ??= opening.blocked();
  });
  try {
    // An upgrade may take long, and waits for other windows. Both have given a sign.
    await openWithin(db, databaseOpenMs, () => go !== undefined || db.backendDB() !== null);
    return { db, isKept: true };
  } catch (error) {
    if (!isStorageUnavailable(error)) throw error;
    db.close();
    const { indexedDB, IDBKeyRange } = await import('fake-indexeddb');
    Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });
    const inMemory = new UserDb(userId);
    opening.prepare?.(inMemory);
    await inMemory.open();
    return { db: inMemory, isKept: false };
  } finally {
    go?.();
  }
}

/**
 * Opens a database.
 * @param hasSign whether the browser has given any sign since
 * @throws NoAnswer when there is none in this time, which happens in some private windows
 */
export async function openWithin(db: Dexie, ms: number, hasSign = () => db.backendDB() !== null): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      if (!hasSign()) reject(new NoAnswer());
    }, ms);
  });
  try {
    await Promise.race([db.open(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Thrown when the browser gives no sign that it opens a database. */
class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Names of the errors with which browsers refuse to open any database. A full disk or a newer version has others. */
const refusals = new Set(['NoAnswer', 'MissingAPIError', 'InvalidStateError', 'SecurityError', 'UnknownError']);

function isStorageUnavailable(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.name);
}
