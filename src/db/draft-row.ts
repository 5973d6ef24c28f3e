import type { UserDb } from './schema.ts';

/** A change of a saved draft, for a transaction that also writes something else. */
export interface DraftChange<T = unknown> {
  key: string;
  /** Returns the new value; undefined deletes it. Called again when the transaction is retried. */
  change: (before: T | undefined) => T | undefined;
}

/** Applies the change in the current transaction. @returns the value stored now */
export async function changeRow<T>(db: UserDb, { key, change }: DraftChange<T>): Promise<T | undefined> {
  const row = await db.drafts.get(key);
  const before = row?.value as T | undefined;
  const value = change(before);
  if (value === before) return value;
  if (value !== undefined) await db.drafts.put({ key, value, at: Date.now() });
  else await db.drafts.delete(key);
  return value;
}
