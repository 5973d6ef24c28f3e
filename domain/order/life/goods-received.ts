import { orderLimits } from '../data/limits.ts';
import { DAY } from '../../ground/units.ts';
import type { Order } from '../data/order.ts';
import { carrierSays, shippingOf } from './shipment.ts';

type ShippedOrder = Pick<Order, 'history' | 'shipmentReports'>;

/**
 * Returns when an order that was shipped counts as received, in milliseconds: `receiptDays` after the carrier has
 * delivered it, or after it was shipped where the carrier says nothing of that.
 * @returns undefined for an order that was never shipped, and while the carrier says that it could not deliver it
 */
export function receivedAt(order: ShippedOrder): number | undefined {
  const said = carrierSays(order);
  if (said?.state === 'failed') return undefined;
  const shipped = Date.parse(shippingOf(order)?.at ?? '');
  // A carrier's clock may be wrong: nothing is delivered before it is shipped.
  const from = said?.state === 'delivered' ? Math.max(shipped, Date.parse(said.at)) : shipped;
  return Number.isNaN(from) ? undefined : from + orderLimits.receiptDays * DAY;
}

/**
 * Whether a shipped order counts as received although its customer has not confirmed that.
 * @param at the present time, ISO 8601
 */
export function countsAsReceived(order: ShippedOrder, at: string): boolean {
  const time = receivedAt(order);
  return time !== undefined && time <= Date.parse(at);
}
