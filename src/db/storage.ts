import { MB } from '#domain/ground/units.ts';
import { dropUnneeded, uploadedBlobs } from './blob-cleanup.ts';
import { trimCaches } from './free-space.ts';
import { finderPrefix } from './meta.ts';
import { keptReplyPrefix } from './kept-replies.ts';
import { outboxTables } from './pending.ts';
import { rowTables, type UserDb } from './schema.ts';

/** Storage of the device. Only caches may be evicted, never pending commands. */

/**
 * Asks the browser not to evict this origin.
 * @returns whether it agreed; null where it lacks the API or fails. Never rejects
 */
export async function protectStorage(): Promise<boolean | null> {
  if (typeof navigator === 'undefined' || navigator.storage?.persist === undefined) return null;
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return null;
  }
}

/** Returns whether the browser has already agreed not to evict this origin; null where it lacks the API. */
export async function isProtected(): Promise<boolean | null> {
  if (typeof navigator === 'undefined' || navigator.storage?.persisted === undefined) return null;
  return await navigator.storage.persisted().catch(() => null);
}

/** Space that files leave free, so that texts can still be stored when files no longer fit. */
const keptForTextBytes = 2 * MB;

/**
 * Returns whether the disk has space for these files twice, in the draft and in the outbox. It writes that many bytes
 * to find out, because estimates are wrong: Chromium reports ten gigabytes whatever the disk has. If they do not fit,
 * it trims the caches and tries once more.
 */
export async function hasSpaceFor(db: UserDb, files: readonly { size: number }[]): Promise<boolean> {
  const needed = files.reduce((sum, { size }) => sum + 2 * size, keptForTextBytes);
  const value = new Blob([new Uint8Array(needed)]);
  const attempt = () =>
    db.transaction('rw!', db.drafts, async () => db.drafts.put({ key: spaceProbeKey, value, at: 0 }));
  try {
    await attempt().catch(() => trimCaches(db).then(attempt));
    return true;
  } catch {
    return false;
  } finally {
    // A value that could not be written needs no deletion.
    await db.transaction('rw!', db.drafts, async () => db.drafts.delete(spaceProbeKey)).catch(() => undefined);
  }
}

const spaceProbeKey = 'room-for-files';

/**
 * Clears the database after a sign-out or a 401: confirmed rows and uploaded files go. Pending and refused commands,
 * with their files and drafts, stay for this user.
 */
export async function clearConfirmed(db: UserDb): Promise<void> {
  const tables = rowTables(db);
  await db.transaction('rw!', [db.meta, db.blobs, ...outboxTables(db), db.attention, ...tables], async () => {
    for (const table of tables) await table.clear();
    await db.meta.bulkDelete(['cursor', 'lastSyncedAt', 'knowledge', 'finderLinks']);
    await db.meta.where('key').startsWithAnyOf('wanted:', keptReplyPrefix, finderPrefix).delete();
    await dropUnneeded(db, await uploadedBlobs(db));
  });
}
