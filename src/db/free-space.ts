import { dropUnneeded, uploadedBlobs } from './blob-cleanup.ts';
import { firstPositionOf } from './message-records.ts';
import { outboxTables } from './pending.ts';
import type { UserDb } from './schema.ts';

/** Frees space when the disk is full. The service worker uses it too. */

/** Pages of messages kept per room when the disk is full. */
const pagesKept = 2;

/** Deletes old messages first, then uploaded files that no command needs. Never touches the outbox. */
export async function trimCaches(db: UserDb): Promise<void> {
  const tables = [db.messages, db.windows, db.blobs, db.synclog, ...outboxTables(db), db.attention];
  await db.transaction('rw!', tables, async () => {
    const keys = await db.messages.toCollection().primaryKeys();
    // The keys of a room are sorted newest first.
    const isOld = ([roomId]: [string, number], i: number): boolean => keys[i - pagesKept]?.[0] === roomId;
    await db.messages.bulkDelete(keys.filter(isOld));
    for (const [i, key] of keys.entries()) {
      const isOldestKept = !isOld(key, i) && keys[i + 1]?.[0] === key[0] && isOld(key, i + 1);
      if (isOldestKept) await narrow(db, key);
    }
    await dropUnneeded(db, await uploadedBlobs(db));
    await db.synclog.clear();
  });
}

/**
 * Moves the start of a room's range up to its oldest page. It never moves down: below it are at most remains of
 * deleted messages.
 */
async function narrow(db: UserDb, oldest: [roomId: string, page: number]): Promise<void> {
  const [roomId] = oldest;
  const range = await db.windows.get(roomId);
  const from = Math.max(firstPositionOf(oldest), range?.from ?? 0);
  await db.windows.put({ ...range, roomId, from, complete: false });
}

/**
 * Runs a write. If the disk is full, it trims the caches and runs the write once more.
 * @throws what the second run throws
 */
export async function withFreedSpace<T>(db: UserDb, write: () => Promise<T>): Promise<T> {
  try {
    const done = await write().catch(async (error: unknown) => {
      if (!isQuotaExceeded(error)) throw error;
      await trimCaches(db);
      return await write();
    });
    note(db, false);
    return done;
  } catch (error) {
    if (isQuotaExceeded(error)) note(db, true);
    throw error;
  }
}

/** Listeners that show that the disk is full, by database. */
const listeners = new WeakMap<UserDb, (isFull: boolean) => void>();
const fullDisks = new WeakSet<UserDb>();

/** Calls `changed` when a write has failed because the disk is full, and when one has succeeded again. */
export function watchFullDisk(db: UserDb, changed: (isFull: boolean) => void): void {
  listeners.set(db, changed);
}

function note(db: UserDb, isFull: boolean): void {
  if (fullDisks.has(db) === isFull) return;
  if (isFull) fullDisks.add(db);
  else fullDisks.delete(db);
  listeners.get(db)?.(isFull);
}

/** Whether an error, or the one that Dexie wraps, means that the disk is full. */
export function isQuotaExceeded(error: unknown): boolean {
  const names = [error, (error as { inner?: unknown } | null)?.inner].map((e) => (e as { name?: string } | null)?.name);
  return names.includes('QuotaExceededError');
}
