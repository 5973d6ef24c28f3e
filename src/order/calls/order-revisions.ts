import type { OrderRevisionsReply } from '#domain/order/wire/order-revisions.ts';
import type { Api } from '../../net/http.ts';

/** Returns an order as it was each time it was placed, oldest first. */
export function orderRevisions(api: Api, orderId: string): Promise<OrderRevisionsReply> {
  return api.json({ path: `/po_system/orders/${encodeURIComponent(orderId)}/revisions` });
}
