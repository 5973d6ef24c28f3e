import { pendingIn } from './pending.ts';
import type { UserDb } from './schema.ts';

/** The hashes of bytes the server has. Call inside a transaction over blobs. */
export async function uploadedBlobs(db: UserDb): Promise<string[]> {
  return await db.blobs.filter(({ uploaded }) => uploaded).primaryKeys();
}

/**
 * Deletes the bytes under these hashes, except those that something still waits for. Call inside a transaction over
 * blobs, attention and the outbox's tables.
 */
export async function dropUnneeded(db: UserDb, hashes: readonly string[]): Promise<void> {
  const { entries } = await pendingIn(db);
  const refused = await db.attention.toArray();
  const needed = new Set([...entries, ...refused.map(({ entry }) => entry)].flatMap(({ deps }) => deps));
  await db.blobs.bulkDelete(hashes.filter((hash) => !needed.has(hash)));
}
