import { is } from '#domain/spine/events.ts';
import { foldHistory } from '#domain/spine/fold-order.ts';
import type { OrderRevision } from '#domain/order/wire/order-revisions.ts';
import type { Db } from '../../database/db.ts';
import { eventsOfOrder } from './orders.ts';

/**
 * Returns an order as it was each time it was placed, oldest first, folded from the log and its archive. The price is
 * the one agreed at placing, before any review.
 */
export async function orderRevisions(db: Db, orderId: string): Promise<OrderRevision[]> {
  const revisions: OrderRevision[] = [];
  for (const [event, order] of foldHistory(await eventsOfOrder(db, orderId))) {
    if (!is(event, 'order.status_changed') || event.data.entry.event !== 'PLACE') continue;
    const { at, by, byName } = event.data.entry;
    const { doc, quote, renamed } = order;
    const who = renamed?.[by] ?? byName;
    revisions.push({ version: event.sseq, placed_at: at, placed_by: who, data: { ...doc }, price: quote });
  }
  return revisions;
}
