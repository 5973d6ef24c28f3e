import type { DeskReportsReply } from '#domain/order/wire/order-results.ts';
import type { Api } from '../../../net/http.ts';

/** Reports of an order, for staff. All throw Unreachable, Refused or SignedOut. A write takes effect once for a key. */

const pathOf = (orderId: string, more: string) => `/admin-api/po_orders/orders/${encodeURIComponent(orderId)}/${more}`;
const once = (key: string) => ({ headers: { 'idempotency-key': key } });

/** Returns the reports of an order, also those that are not published. */
export function deskReports(api: Api, orderId: string): Promise<DeskReportsReply> {
  return api.json({ path: pathOf(orderId, 'test_reports') });
}

/** Removes a report that is not published. */
export async function removeReport(api: Api, orderId: string, reportId: string, key: string): Promise<void> {
  await api.json({ method: 'DELETE', path: pathOf(orderId, `test_reports/${reportId}`), ...once(key) });
}
