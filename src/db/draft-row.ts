import type { UserDb } from './schema.ts';

/** A change of the value under a key, for a transaction that makes something else durable too. */
export interface DraftChange<T = unknown> {
  key: string;
  /** Called again when the transaction is tried again. */
  change: (before: T | undefined) => T | undefined;
}

/** Does it within the transaction that is under way; gives what is there now. */
export async function changeRow<T>(db: UserDb, { key, change }: DraftChange<T>): Promise<T | undefined> {
  const row = await db.drafts.get(key);
  const before = row?.value as T | undefined;
  const value = change(before);
  if (value === before) return value;
  if (value !== undefined) await db.drafts.put({ key, value, at: Date.now() });
  else await db.drafts.delete(key);
  return value;
}
