import { Dexie } from 'dexie';
import { UserDb } from './schema.ts';

/**
 * Opens a user's database. Where the browser stores nothing (storage blocked or broken, some private windows), the
 * database is in memory: everything works while the page is open, and a banner says so (decision 0012).
 * @param onBlocked called while a window with an older version blocks the upgrade; returns a function that is called
 * when the upgrade is no longer blocked
 */
export async function openUserDb(
  userId: string,
  onBlocked: () => () => void,
): Promise<{ db: UserDb; isKept: boolean }> {
  const db = new UserDb(userId);
  let go: (() => void) | undefined;
  db.on('blocked', () => {
    go ??= onBlocked();
  });
  try {
    await db.open();
    return { db, isKept: true };
  } catch (error) {
    if (!isStorageUnavailable(error)) throw error;
    const { indexedDB, IDBKeyRange } = await import('fake-indexeddb');
    Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });
    const inMemory = new UserDb(userId);
    await inMemory.open();
    return { db: inMemory, isKept: false };
  } finally {
    go?.();
  }
}

/** Names of the errors with which browsers refuse to open any database. A full disk or a newer version has others. */
const refusals = new Set(['MissingAPIError', 'InvalidStateError', 'SecurityError', 'UnknownError']);

function isStorageUnavailable(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.name);
}
