import type { NumberedRateCard } from '#domain/order/data/rate-card.ts';
import { currentRateCardJson, rateCardIn } from '../store/rate-cards.ts';
import type { Part } from '../../spine/work/part.ts';

/** The rate card that prices are computed from now. */
export const rateCard: Part<never, NumberedRateCard, NumberedRateCard | null> = {
  name: 'order.rateCard',
  load: () => currentRateCardJson,
  open: (row) => ({ view: rateCardIn(row) }),
};
