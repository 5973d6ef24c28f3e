import { Refusal } from '../../ground/errors.ts';
import type { Order } from '../data/order.ts';
import { isDiscarded } from './status.ts';

/** @throws Refusal ILLEGAL_TRANSITION for a discarded draft, which takes no files and has no conversation */
export function refuseDiscarded(order: Pick<Order, 'status' | 'history'>): void {
  if (!isDiscarded(order)) return;
  const message = 'This draft was discarded. Copy it as a new order to go on with it.';
  throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, allowed: [] }, message);
}
