import type { LogRow, UserDb } from './schema.ts';

/** The last few hundred things the exchange with the server has done, for a person to export when something is odd. */
const kept = 500;

/** Notes one thing; may be called inside a transaction that covers `synclog`. */
export async function note(db: UserDb, what: string, detail?: unknown): Promise<void> {
  const i = await db.synclog.add({ at: Date.now(), what, ...(detail === undefined ? {} : { detail }) });
  if (i % 100 === 0)
    await db.synclog
      .where('i')
      .below(i - kept)
      .delete();
}

/** Notes a fault of our own: it is tried again, but it should be visible that it happened. */
export function noteFault(db: UserDb, where: string, error: unknown): void {
  const detail = error instanceof Error ? { name: error.name, message: error.message } : { message: String(error) };
  db.transaction('rw!', db.synclog, async () => note(db, `fault in ${where}`, detail)).catch(() => undefined);
}

/** The log, oldest first. */
export function logOf(db: UserDb): Promise<LogRow[]> {
  return db.transaction('r!', db.synclog, async () => db.synclog.toArray());
}
