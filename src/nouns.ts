import type { OutboxRules } from './db/outbox-rules.ts';
import { keepRefusedRateCard } from './order/rate-card/kept-rate-card.ts';
import { recountSteps } from './order/views/steps-behind.ts';

/** Rules that nouns add to the outbox. */

export const outboxRules: OutboxRules = {
  refused: { PRICE_CHANGED: keepRefusedRateCard },
  recount: recountSteps,
};
