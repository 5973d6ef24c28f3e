import { dropUnneeded, uploadedBlobs } from './blobs-kept.ts';
import { firstPlaceOf } from './message-pages.ts';
import { outboxTables } from './pending.ts';
import type { UserDb } from './schema.ts';

/** Keeping the device's room: what may be cleared is caches; what waits to be sent may not. */

/** Asks the browser not to evict this origin; false or null (no such API) is a state to show, not a failure. */
export async function protectStorage(): Promise<boolean | null> {
  if (typeof navigator === 'undefined' || navigator.storage?.persist === undefined) return null;
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return null;
  }
}

/** Whether the browser has promised not to evict this origin, without asking for it. */
export async function isProtected(): Promise<boolean | null> {
  if (typeof navigator === 'undefined' || navigator.storage?.persisted === undefined) return null;
  return await navigator.storage.persisted().catch(() => null);
}

/** What files may not take, so that text can still be kept when they no longer can. */
const keptForTextBytes = 2 * 1024 * 1024;

/**
 * Whether the device has room for these files twice, as a draft and in the queue. It is tried, because browsers do not
 * tell: Chromium estimates ten gigabytes whatever the disk has.
 */
export async function hasRoomFor(db: UserDb, files: readonly { size: number }[]): Promise<boolean> {
  const needed = files.reduce((sum, { size }) => sum + 2 * size, keptForTextBytes);
  const value = new Blob([new Uint8Array(needed)]);
  const attempt = () => db.transaction('rw!', db.drafts, async () => db.drafts.put({ key: roomKey, value, at: 0 }));
  try {
    await attempt().catch(() => trimCaches(db).then(attempt));
    return true;
  } catch {
    return false;
  } finally {
    // What could not be written need not be deleted either.
    await db.transaction('rw!', db.drafts, async () => db.drafts.delete(roomKey)).catch(() => undefined);
  }
}

const roomKey = 'room-for-files';

/** Pages of messages kept per room when the device is full. */
const pagesKept = 2;

/** Frees room: old history first, then uploaded files that nothing waits for. Never the outbox. */
export async function trimCaches(db: UserDb): Promise<void> {
  const tables = [db.messages, db.windows, db.blobs, db.synclog, ...outboxTables(db), db.attention];
  await db.transaction('rw!', tables, async () => {
    const keys = await db.messages.toCollection().primaryKeys();
    // Of each room the newest come first.
    const isOld = ([roomId]: [string, number], i: number): boolean => keys[i - pagesKept]?.[0] === roomId;
    await db.messages.bulkDelete(keys.filter(isOld));
    for (const [i, key] of keys.entries()) {
      const isOldestKept = !isOld(key, i) && keys[i + 1]?.[0] === key[0] && isOld(key, i + 1);
      if (isOldestKept) await db.windows.put({ roomId: key[0], from: firstPlaceOf(key), complete: false });
    }
    await dropUnneeded(db, await uploadedBlobs(db));
    await db.synclog.clear();
  });
}

/** Runs a write, and when the device is full once more after trimming caches; throws what the second run throws. */
export async function withRoom<T>(db: UserDb, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    await trimCaches(db);
    return await write();
  }
}

/** Whether the device had no room left for a write: the error itself, or the one that Dexie wraps. */
export function isQuotaExceeded(error: unknown): boolean {
  const names = [error, (error as { inner?: unknown } | null)?.inner].map((e) => (e as { name?: string } | null)?.name);
  return names.includes('QuotaExceededError');
}

/**
 * After sign-out or a 401: what the server has told goes, and the bytes it has; what this person has not sent yet stays
 * for them alone, with the bytes, drafts and refusals that belong to it.
 */
export async function clearConfirmed(db: UserDb): Promise<void> {
  const tables = [db.rooms, db.messages, db.orders, db.knowledge, db.people, db.windows];
  await db.transaction('rw!', [db.meta, db.blobs, ...outboxTables(db), db.attention, ...tables], async () => {
    for (const table of tables) await table.clear();
    await db.meta.bulkDelete(['cursor', 'lastSyncedAt']);
    await db.meta.where('key').startsWith('wanted:').delete();
    await dropUnneeded(db, await uploadedBlobs(db));
  });
}
