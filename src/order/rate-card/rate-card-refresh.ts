import type { OrderingData } from '#domain/order/data/rate-card.ts';
import { withFreedSpace } from '../../db/free-space.ts';
import { keepRateCard } from './kept-rate-card.ts';
import type { UserDb } from '../../db/schema.ts';
import { oneAtATime } from '../../sync/one-at-a-time.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Time between two requests of a device for the current rate card, in ms. */
export const rateCardCheckMs = 300 * SECOND;

export interface RateCardRefreshParts {
  db: UserDb;
  /** A monotonic clock in ms. */
  now: () => number;
  ask: () => Promise<OrderingData>;
}

/**
 * Keeps the rate card and the address of the laboratory on this device up to date. Call the returned function whenever
 * the server is reachable: it asks when the last reply is old.
 */
export function rateCardRefresh({ db, now, ask }: RateCardRefreshParts): () => Promise<void> {
  let askedAt: number | undefined;

  async function refresh(): Promise<void> {
    if (askedAt !== undefined && now() - askedAt < rateCardCheckMs) return;
    const card = await ask();
    await withFreedSpace(db, () => keepRateCard(db, card));
    askedAt = now();
  }

  // A user may no longer order, and a server may lack this route.
  return oneAtATime(refresh, [403, 404]);
}
