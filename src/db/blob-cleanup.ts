import { pendingIn } from './pending.ts';
import type { UserDb } from './schema.ts';

/** Returns the hashes of files that the server has: uploaded or kept ones. Call inside a transaction over blobs. */
export async function uploadedBlobs(db: UserDb): Promise<string[]> {
  return await db.blobs.filter(({ uploaded, kept }) => uploaded || kept === true).primaryKeys();
}

/**
 * Deletes the files with these hashes, except those that a pending or refused command needs. Call inside a transaction
 * over blobs, attention and `outboxTables`.
 */
export async function dropUnneeded(db: UserDb, hashes: readonly string[]): Promise<void> {
  const { entries } = await pendingIn(db);
  const refused = await db.attention.toArray();
  const needed = new Set([...entries, ...refused.map(({ entry }) => entry)].flatMap(({ deps }) => deps));
  await db.blobs.bulkDelete(hashes.filter((hash) => !needed.has(hash)));
}
