import type { Dexie } from 'dexie';

/**
 * While a browser deletes a database, work on it fails, and so does its opening for a moment. Both are worth another
 * try: what failed has been rolled back.
 */

/** Pauses in ms before the next tries. */
export const pausesMs: readonly number[] = [50, 200, 1000, 3000];

const lost = new Set(['AbortError', 'InvalidStateError', 'UnknownError']);

/** Whether an error, or the one that Dexie wraps, means that the browser has closed the database. */
function isConnectionLost(error: unknown): boolean {
  const { name = '', inner } = (error ?? {}) as { name?: string; inner?: { name?: string } | null };
  // Without a cause, the opening has not failed: the connection was lost just before the transaction began.
  return lost.has(name) || (inner ? lost.has(inner.name ?? '') : name === 'OpenFailedError');
}

/** Runs work, and runs it again while the connection is lost. @throws what the last run throws */
export async function withConnection<T>(db: Pick<Dexie, 'hasFailed' | 'open'>, work: () => Promise<T>): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, ms));
      // Dexie opens a database by itself, but not again after a failure.
      if (db.hasFailed()) await db.open().catch(() => undefined);
    }
  }
  return await work();
}
