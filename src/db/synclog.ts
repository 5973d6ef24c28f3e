import type { SyncLogRow, UserDb } from './schema.ts';

/** Number of entries kept in the sync log, which users can export for support. */
const kept = 500;

/** Adds an entry. May be called inside a transaction over `synclog`. */
export async function note(db: UserDb, what: string, detail?: unknown): Promise<void> {
  const i = await db.synclog.add({ at: Date.now(), what, ...(detail === undefined ? {} : { detail }) });
  if (i % 100 === 0)
    await db.synclog
      .where('i')
      .below(i - kept)
      .delete();
}

/** Notes an unexpected error, which is retried but should be visible. */
export function noteFault(db: UserDb, where: string, error: unknown): void {
  const detail = error instanceof Error ? { name: error.name, message: error.message } : { message: String(error) };
  db.transaction('rw!', db.synclog, async () => note(db, `fault in ${where}`, detail)).catch(() => undefined);
}

/** Returns the sync log, oldest entry first. */
export function logOf(db: UserDb): Promise<SyncLogRow[]> {
  return db.transaction('r!', db.synclog, async () => db.synclog.toArray());
}
