import type { Order } from '#domain/order/data/order.ts';
import { refuseBeyond } from '#domain/account/quota-refusal.ts';
import type { CommandRecord } from '../../spine/work/part.ts';
import type { Work } from '../../spine/work/rules.ts';
import { bytesOf, type Change } from '../parts/order-size.ts';
import type { orders } from '../parts/orders.ts';

/*
 * A draft is measured whole, because its customer fills it. Once an order is placed, each command measures only the
 * list that it adds to, and a step of its status only itself: a customer who has filled an order to its limit cannot
 * prevent its review, withdrawal or cancellation.
 */

type OrdersWork = Work<{ orders: typeof orders }>;

/** Additions of a command to a draft. */
interface Additions {
  changes?: readonly Change[];
  /** Additions besides the document: values in conflict, colleagues. */
  others?: object[];
}

/** The share of the limit that patches leave free, so that a full draft can still be placed. */
const forPlacing = 1 / 8;

/**
 * Checks that a command does not make a draft, or its owner's drafts together, too large. One that is too large already
 * may still shrink.
 * @throws QUOTA_EXCEEDED when the draft would exceed its limits
 */
export function refuseTooLarge(work: OrdersWork, order: Order, { changes = [], others = [] }: Additions): void {
  const size = work.orders.sizeOf(order);
  const growth = size.growthBy(order, changes);
  const moreBytes = growth.bytes + bytesOf(others) + 2 * changes.length;
  for (const share of work.shares('orderBytes')) {
    const limit = share.limit * (1 - forPlacing);
    if (moreBytes > 0) refuseBeyond('orderBytes', { ...share, limit }, size.bytes, moreBytes);
  }
  if (moreBytes > 0) work.spendDraftBytes(moreBytes, order.ownerId === work.actor.id);
  for (const share of work.shares('orderItems'))
    if (growth.items > 0) refuseBeyond('orderItems', share, size.items, growth.items);
}

/**
 * Checks that a draft is not too large once it is placed.
 * @param added what placing adds; its price replaces the one before
 * @throws QUOTA_EXCEEDED
 */
export function refuseTooLargeToPlace(work: OrdersWork, order: Order, added: readonly object[]): void {
  const bytes = work.orders.sizeOf(order).bytes - bytesOf(order.quote);
  for (const share of work.shares('orderBytes')) refuseBeyond('orderBytes', share, bytes, bytesOf(added));
}

/**
 * Checks that a command does not add too much to a list of a placed order.
 * @param list what the list has; `[]` where only the additions count
 * @throws QUOTA_EXCEEDED
 */
export function refuseTooMuch(work: CommandRecord, list: readonly object[], added: readonly object[]): void {
  for (const share of work.shares('orderBytes')) refuseBeyond('orderBytes', share, bytesOf(list), bytesOf(added));
}
