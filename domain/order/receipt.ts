import { serverLimits } from '../server-limits.ts';
import { DAY } from '../units.ts';

/**
 * Whether a shipped order counts as received although its customer has not confirmed that: `receiptDays` after it was
 * shipped.
 * @param at the present time, ISO 8601
 */
export function countsAsReceived({ shippedAt }: { shippedAt: string | null }, at: string): boolean {
  return shippedAt !== null && Date.parse(shippedAt) + serverLimits.receiptDays * DAY <= Date.parse(at);
}
