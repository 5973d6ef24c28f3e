import { liveQuery } from 'dexie';
import { exampleRateCard, type RateCard } from '#domain/order/data/rate-card.ts';
import { withConnection } from '../../db/lost-connection.ts';
import { keptRateCard } from './kept-rate-card.ts';
import type { UserDb } from '../../db/schema.ts';

/** The rate card of this device, for everything that shows a price. */
export interface RateCardHere {
  now: () => RateCard;
  /** Calls `changed` after each change. @returns a function that ends this */
  subscribe: (changed: () => void) => () => void;
}

/** Reads the rate card of this device and follows it, also when another tab replaces it, until the signal aborts. */
export async function followRateCard(db: UserDb, signal: AbortSignal): Promise<RateCardHere> {
  let card = (await withConnection(db, () => keptRateCard(db)))?.card ?? exampleRateCard;
  const listeners = new Set<() => void>();
  const watching = liveQuery(() => keptRateCard(db)).subscribe((kept) => {
    if (kept === undefined || kept.card.version === card.version) return;
    card = kept.card;
    for (const changed of listeners) changed();
  });
  signal.addEventListener('abort', () => watching.unsubscribe(), { once: true });
  return {
    now: () => card,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

declare module '../../session/session-context.tsx' {
  interface ScreenSession {
    /** The rate card that prices are computed from. */
    rateCard: RateCardHere;
  }
}
