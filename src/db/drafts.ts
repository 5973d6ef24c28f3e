import { Dexie, liveQuery } from 'dexie';
import { changeRow } from './draft-row.ts';
import { withFreedSpace } from './free-space.ts';
import type { UserDb } from './schema.ts';

/** Texts that were typed but not sent, by the box they were typed in (`room:<id>`, `order:<id>/<path>`). */

/** Returns the key of the draft in the box of a room. */
export function draftKeyOf(roomId: string): string {
  return `room:${roomId}`;
}

/** Returns the saved value, or undefined when there is none. */
export async function draftOf<T>(db: UserDb, key: string): Promise<T | undefined> {
  const row = await db.transaction('r!', db.drafts, async () => db.drafts.get(key));
  return row?.value as T | undefined;
}

/** Saves the value under its key; resolves when it is durable. */
export async function saveDraft(db: UserDb, key: string, value: unknown): Promise<void> {
  const save = () =>
    db.transaction('rw!', db.drafts, async () => {
      const put = db.drafts.put({ key, value, at: Date.now() });
      // A page that closes aborts its open transactions. Without the explicit commit, this one would commit only after
      // the put's result has reached the page, which may be closed or busy rendering by then.
      Dexie.currentTransaction.idbtrans.commit();
      await put;
    });
  await withFreedSpace(db, save);
}

/** Returns all values whose keys begin with the prefix, with the rest of each key. */
export async function draftsBelow(db: UserDb, prefix: string): Promise<[rest: string, value: unknown][]> {
  const rows = await db.transaction('r!', db.drafts, async () => db.drafts.where('key').startsWith(prefix).toArray());
  return rows.map(({ key, value }) => [key.slice(prefix.length), value]);
}

/** Calls `changed` at once and whenever any tab may have changed the value. @returns a function that unsubscribes */
export function followDraft(db: UserDb, key: string, changed: () => void): () => void {
  const following = liveQuery(() => draftOf(db, key)).subscribe({ next: changed, error: () => undefined });
  return () => following.unsubscribe();
}

/** Deletes the value. */
export async function clearDraft(db: UserDb, key: string): Promise<void> {
  await db.transaction('rw!', db.drafts, async () => db.drafts.delete(key));
}

/**
 * Replaces the value by what `change` returns, in one transaction; undefined deletes it.
 * @returns the value stored now
 */
export async function changeDraft<T>(
  db: UserDb,
  key: string,
  change: (before: T | undefined) => T | undefined,
): Promise<T | undefined> {
  return await withFreedSpace(db, () => db.transaction('rw!', db.drafts, () => changeRow(db, { key, change })));
}
