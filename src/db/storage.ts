import { dropUnneeded, uploadedBlobs } from './blobs-kept.ts';
import { trimCaches } from './make-room.ts';
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
