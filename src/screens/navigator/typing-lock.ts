import { useEffect, useState } from 'react';
import type { UserDb } from '../../db/schema.ts';

/**
 * Who decides about the texts typed into an order: the pages that show it share this lock, and who takes up what a page
 * has left behind holds it alone.
 */
function lockOf(db: UserDb, orderId: string): string {
  return `typing:${db.name}/${orderId}`;
}

/** Whether this page has its share of the order's lock; it keeps it until the screen is left. */
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

/** Runs the work beside other pages that show the order. */
export async function whileShown(db: UserDb, orderId: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockOf(db, orderId), { mode: 'shared' }, work);
}

/** Runs the work if no page shows the order. */
export async function unlessShown(db: UserDb, orderId: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockOf(db, orderId), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}
