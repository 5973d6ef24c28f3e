import { useSyncExternalStore } from 'react';
import type { RateCard } from '#domain/order/data/rate-card.ts';
import { useSession } from '../../session/session-context.tsx';

/** Returns the rate card that prices are computed from; renders again when a newer one has arrived. */
export function useRateCard(): RateCard {
  const { rateCard } = useSession();
  return useSyncExternalStore(rateCard.subscribe, rateCard.now);
}
