import { Dexie, liveQuery } from 'dexie';
import { changeRow } from './draft-row.ts';
import type { UserDb } from './schema.ts';

/** What somebody has typed but not sent, by the place it was typed in (`room:<id>`, `order:<id>/<path>`). */

/** The saved value, or undefined when there is none. */
export async function draftOf<T>(db: UserDb, key: string): Promise<T | undefined> {
  const row = await db.transaction('r!', db.drafts, async () => db.drafts.get(key));
  return row?.value as T | undefined;
}

/** Saves the value under its key; resolves when it is durable. */
export async function saveDraft(db: UserDb, key: string, value: unknown): Promise<void> {
  await db.transaction('rw!', db.drafts, async () => {
    const put = db.drafts.put({ key, value, at: Date.now() });
    // A page that goes away takes its open transactions with it. Left to itself this one would end only after word of
    // the put has come back to a page that may be gone by then, or busy drawing what the key has changed.
    Dexie.currentTransaction.idbtrans.commit();
    await put;
  });
}

/** What is saved below this key, by the rest of its own. */
export async function draftsBelow(db: UserDb, prefix: string): Promise<[rest: string, value: unknown][]> {
  const rows = await db.transaction('r!', db.drafts, async () => db.drafts.where('key').startsWith(prefix).toArray());
  return rows.map(({ key, value }) => [key.slice(prefix.length), value]);
}

/** Calls back at first, and whenever the value under this key may have changed, on any page; gives the end of it. */
export function followDraft(db: UserDb, key: string, changed: () => void): () => void {
  const following = liveQuery(() => draftOf(db, key)).subscribe({ next: changed, error: () => undefined });
  return () => following.unsubscribe();
}

/** Forgets the value under this key. */
export async function clearDraft(db: UserDb, key: string): Promise<void> {
  await db.transaction('rw!', db.drafts, async () => db.drafts.delete(key));
}

/** Makes of the value under this key what `change` answers, in one transaction; undefined forgets it. Gives what is there now. */
export async function changeDraft<T>(
  db: UserDb,
  key: string,
  change: (before: T | undefined) => T | undefined,
): Promise<T | undefined> {
  return await db.transaction('rw!', db.drafts, () => changeRow(db, { key, change }));
}
