import type { AdminOrderReply, OrderDesk, OrderExportReply, OrderListReply } from '#domain/protocol/admin-orders.ts';
import type { Shipment } from '#domain/order/goods.ts';
import type { Api } from './http.ts';

/** Orders for staff. All throw Unreachable, Refused or SignedOut. Writes take effect once for a key. */

/** A status change by staff; see `orderCommandBody`. */
export interface OrderCommand {
  order_id: string;
  event: string;
  expect_status: string;
  expect_version: number;
  reason?: string;
  note?: string;
  overrides?: { code: string; amount: number; reason: string }[];
  valid_until?: string;
  shipment?: Shipment;
}

/** Returns one page of the list. @param query what is searched, filtered and sorted */
export function adminOrders(api: Api, query: string): Promise<OrderListReply> {
  return api.json({ path: `/admin-api/po_orders/orders?${query}` });
}

/** Returns all rows of the list. */
export function exportedOrders(api: Api, query: string): Promise<OrderExportReply> {
  return api.json({ path: `/admin-api/po_orders/orders/export?${query}` });
}

/** Returns an order with what may be done next and what staff wrote about it. */
export function adminOrder(api: Api, id: string): Promise<AdminOrderReply> {
  return api.json({ path: `/admin-api/po_orders/orders/${encodeURIComponent(id)}` });
}

/** Changes the status. @throws Refused with STALE when the order has changed since the expected version */
export async function commandOrder(api: Api, body: OrderCommand, key: string): Promise<void> {
  await api.json({ path: '/admin-api/po_system/order_command', body, headers: { 'idempotency-key': key } });
}

export function addOrderNote(api: Api, id: string, text: string, key: string): Promise<OrderDesk> {
  const path = `/admin-api/po_orders/orders/${id}/notes`;
  return api.json({ path, body: { text }, headers: { 'idempotency-key': key } });
}

/** Puts somebody else in charge. @param expertId null for nobody */
export function assignOrderExpert(
  api: Api,
  id: string,
  body: { expert_id: string | null; reason: string },
  key: string,
): Promise<OrderDesk> {
  const path = `/admin-api/po_orders/orders/${id}/expert`;
  return api.json({ path, body, headers: { 'idempotency-key': key } });
}
