import { lockStreams } from '../log/reading.ts';
import { ConcurrentWrite } from '../log/saving.ts';
import type { Db, Tx } from '../../database/db.ts';
import { transactionInTurn } from '../../database/in-turn.ts';
import { LockMissing } from '../work/lock-missing.ts';

/** Attempts of a transaction that finds more streams to lock. */
export const lockTries = 8;

/**
 * Runs a transaction for callers who execute commands of the bus inside their own. Locks are its first statement, because a
 * transaction that has written something has its position in the log, and events that are committed while it waits for a
 * lock would be delivered after its own. Which locks it needs turns out while it runs: `requireLocks` then ends it, and it
 * starts over with them.
 * @param user whose transaction it is
 * @param work may run several times; `held` are the locked streams
 */
export async function lockedTransaction<T>(
  db: Db,
  user: string,
  work: (tx: Tx, held: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const held = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactionInTurn(db, { user, kind: 'writes' }, async (tx) => {
        if (held.size > 0) await lockStreams(tx, [...held]);
        return await work(tx, held);
      });
    } catch (error) {
      if (attempt === lockTries) throw error;
      if (error instanceof LockMissing) held.add(error.stream);
      else if (!(error instanceof ConcurrentWrite)) throw error;
    }
  }
}
