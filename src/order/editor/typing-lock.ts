import { useEffect, useState } from 'react';
import { underLock, untilSilent } from '../../net/lock-within.ts';
import type { UserDb } from '../../db/schema.ts';

/**
 * Returns the name of the lock on the texts typed into an order. The pages that show the order hold it shared; writing
 * the texts that a closed page left requires it exclusively.
 */
function lockOf(db: UserDb, orderId: string): string {
  return `typing:${db.name}/${orderId}`;
}

/** Returns whether this page holds the order's lock, shared; it is requested on mount and released on unmount. */
export function useTypingLock(db: UserDb, orderId: string): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const untilLeft = new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()));
    void whileShown(db, orderId, () => {
      if (!left.signal.aborted) setHeld(true);
      return untilLeft;
    });
    return () => {
      left.abort();
      setHeld(false);
    };
  }, [db, orderId]);
  return held;
}

/** Runs the work under the shared lock, concurrently with other pages that show the order. */
export async function whileShown(db: UserDb, orderId: string, work: () => Promise<void>): Promise<void> {
  // If the browser never answers, no page gets the exclusive lock either.
  await underLock((held) => navigator.locks.request(lockOf(db, orderId), { mode: 'shared' }, held), work, untilSilent);
}

/** Runs the work under the exclusive lock; does nothing when a page shows the order. */
export async function unlessShown(db: UserDb, orderId: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockOf(db, orderId), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}
