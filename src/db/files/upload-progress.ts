import type { UserDb } from '../schema.ts';

/** Stores how many bytes of each uploading file the server has, in separate rows: the row of a file has its bytes. */

const prefix = 'sent:';

/** Notes how far an upload has come. */
export async function noteSentBytes(db: UserDb, sha256: string, bytes: number): Promise<void> {
  await db.meta.put({ key: prefix + sha256, value: bytes });
}

/** Forgets an upload that has ended. */
export async function forgetSentBytes(db: UserDb, sha256: string): Promise<void> {
  await db.meta.delete(prefix + sha256);
}

/** Returns how many bytes of each file in upload the server has, by hash. */
export async function sentBytes(db: UserDb): Promise<ReadonlyMap<string, number>> {
  const rows = await db.transaction('r!', db.meta, async () => db.meta.where('key').startsWith(prefix).toArray());
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), Number(value)]));
}
