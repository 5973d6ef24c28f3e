import { limits } from '#domain/limits.ts';
import type { NumberedRateCard } from '#domain/order/rate-card.ts';
import { withFreedSpace } from '../db/free-space.ts';
import { keepRateCard } from '../db/kept-rate-card.ts';
import type { UserDb } from '../db/schema.ts';
import { Refused, SignedOut, Unreachable } from '../net/errors.ts';

export interface RateCardRefreshParts {
  db: UserDb;
  /** A monotonic clock in ms. */
  now: () => number;
  ask: () => Promise<NumberedRateCard>;
}

/**
 * Keeps the rate card on this device up to date. Call the returned function whenever the server is reachable: it asks
 * when the last reply is old.
 */
export function rateCardRefresh({ db, now, ask }: RateCardRefreshParts): () => Promise<void> {
  let askedAt: number | undefined;
  let running: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    if (askedAt !== undefined && now() - askedAt < limits.rateCardCheckMs) return;
    const card = await ask();
    await withFreedSpace(db, () => keepRateCard(db, card));
    askedAt = now();
  }

  return () =>
    (running ??= refresh()
      .catch(ignoreOutage)
      .finally(() => (running = undefined)));
}

/** Without a reply, or for a user who may no longer order, the kept card stays as it is. */
function ignoreOutage(error: unknown): void {
  if (error instanceof Unreachable || error instanceof SignedOut) return;
  if (error instanceof Refused && (error.status === 403 || error.status === 404)) return;
  throw error;
}
