import type { UserDb } from './schema.ts';

/** What somebody has typed but not sent, by the place it was typed in (`room:<id>`, `order:<id>/<path>`). */

/** The saved value, or undefined when there is none. */
export async function draftOf<T>(db: UserDb, key: string): Promise<T | undefined> {
  return (await db.drafts.get(key))?.value as T | undefined;
}

/** Saves the value under its key; resolves when it is durable. */
export async function saveDraft(db: UserDb, key: string, value: unknown): Promise<void> {
  await db.transaction('rw', db.drafts, () => db.drafts.put({ key, value, at: Date.now() }));
}

/** Forgets the value under this key. */
export async function clearDraft(db: UserDb, key: string): Promise<void> {
  await db.transaction('rw', db.drafts, () => db.drafts.delete(key));
}
