import type { Order } from '#domain/order/order.ts';
import { refuseBeyond } from '#domain/quota-refusal.ts';
import { sharesOf } from '#domain/quotas.ts';
import { bytesOf, type Change } from './order-size.ts';
import type { Work } from './work.ts';

/** What a command adds to an order. */
interface Additions {
  changes?: readonly Change[];
  /** Additions besides the document: values in conflict, a step of the history. */
  conflicts?: object[];
}

/**
 * Checks that a command does not make an order too large. One that is too large already may still shrink.
 * @throws QUOTA_EXCEEDED when the order would exceed its limits
 */
export function refuseTooLarge(work: Work, order: Order, { changes = [], conflicts = [] }: Additions): void {
  const { actor, given } = work;
  const size = work.sizeOf(order);
  const growth = size.growthBy(order, changes);
  const moreBytes = growth.bytes + bytesOf(conflicts) + 2 * changes.length;
  for (const share of sharesOf('orderBytes', actor, given.quotaFactor))
    if (moreBytes > 0) refuseBeyond('orderBytes', share, size.bytes, moreBytes);
  for (const share of sharesOf('orderItems', actor, given.quotaFactor))
    if (growth.items > 0) refuseBeyond('orderItems', share, size.items, growth.items);
}
