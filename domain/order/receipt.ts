import { orderLimits } from './limits.ts';
import { DAY } from '../units.ts';

/** Returns the time at which an order that was shipped at `shippedAt` counts as received, in milliseconds. */
export function receivedAt(shippedAt: string): number {
  return Date.parse(shippedAt) + orderLimits.receiptDays * DAY;
}

/**
 * Whether a shipped order counts as received although its customer has not confirmed that: `receiptDays` after it was
 * shipped.
 * @param at the present time, ISO 8601
 */
export function countsAsReceived({ shippedAt }: { shippedAt: string | null }, at: string): boolean {
  return shippedAt !== null && receivedAt(shippedAt) <= Date.parse(at);
}
