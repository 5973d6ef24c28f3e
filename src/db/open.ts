import { Dexie } from 'dexie';
import { UserDb } from './schema.ts';

/**
 * Opens a person's database. Where this browser keeps nothing (storage blocked or broken, some private windows) it lies
 * in memory instead: everything works while the page is open, and whoever asks is told, see docs/decisions.
 * @param onBlocked called while a window with older tables does not let go of them; what it gives is called when it has
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
    if (!saysNothingIsKept(error)) throw error;
    const { indexedDB, IDBKeyRange } = await import('fake-indexeddb');
    Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });
    const inMemory = new UserDb(userId);
    await inMemory.open();
    return { db: inMemory, isKept: false };
  } finally {
    go?.();
  }
}

/** How browsers refuse to open any database at all; a full disk or tables of a newer version are not among them. */
const refusals = new Set(['MissingAPIError', 'InvalidStateError', 'SecurityError', 'UnknownError']);

function saysNothingIsKept(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.name);
}
