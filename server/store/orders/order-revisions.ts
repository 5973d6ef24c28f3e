import { foldOrder, is } from '#domain/events.ts';
import type { Order } from '#domain/order/order.ts';
import type { OrderRevision } from '#domain/protocol/order-revisions.ts';
import type { Db } from '../system/db.ts';
import { eventsOfOrder } from './orders.ts';

/**
 * Returns an order as it was each time it was placed, oldest first, folded from the log and its archive. The price is
 * the one agreed at placing, before any review.
 */
export async function orderRevisions(db: Db, orderId: string): Promise<OrderRevision[]> {
  const revisions: OrderRevision[] = [];
  let order: Order | undefined;
  for (const event of await eventsOfOrder(db, orderId)) {
    order = foldOrder(order, event);
    if (order === undefined || !is(event, 'order.status_changed') || event.data.entry.event !== 'PLACE') continue;
    const { at, by, byName } = event.data.entry;
    const { doc, quote, renamed } = order;
    revisions.push({ version: event.sseq, placed_at: at, placed_by: renamed?.[by] ?? byName, data: doc, price: quote });
  }
  return revisions;
}
