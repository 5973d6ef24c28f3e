import type { AdminOrderReply, OpenCredit, OrderExportReply, OrderListReply } from '#domain/order/wire/admin-orders.ts';
import type { Api } from '../../../net/http.ts';

/** Orders for staff. All throw Unreachable, Refused or SignedOut. Writes take effect once for a key. */

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

/** Lets a company pay after the work, or ends that. */
export function changeOpenCredit(
  api: Api,
  companyId: number,
  body: { open_credit: boolean; reason: string },
  key: string,
): Promise<OpenCredit> {
  const path = `/admin-api/companies/${companyId}/open_credit`;
  return api.json({ path, body, headers: { 'idempotency-key': key } });
}
