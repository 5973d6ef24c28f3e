import type { AddReportBody, DeskReportsReply, MarkCellsBody } from '#domain/protocol/order-results.ts';
import type { Api } from './http.ts';

/** Cells and reports of an order, for staff. All throw Unreachable, Refused or SignedOut. Writes take effect once for a key. */

const pathOf = (orderId: string, more: string) => `/admin-api/po_orders/orders/${encodeURIComponent(orderId)}/${more}`;
const once = (key: string) => ({ headers: { 'idempotency-key': key } });

/** Gives cells another state, or adds cells. */
export async function markCells(api: Api, orderId: string, body: MarkCellsBody, key: string): Promise<void> {
  await api.json({ path: pathOf(orderId, 'cells'), body, ...once(key) });
}

/** Returns the reports of an order, also those that are not published. */
export function deskReports(api: Api, orderId: string): Promise<DeskReportsReply> {
  return api.json({ path: pathOf(orderId, 'test_reports') });
}

/** Adds an uploaded file as a report that is not published. */
export async function addReport(api: Api, orderId: string, body: AddReportBody, key: string): Promise<void> {
  await api.json({ path: pathOf(orderId, 'test_reports'), body, ...once(key) });
}

/** Removes a report that is not published. */
export async function removeReport(api: Api, orderId: string, reportId: string, key: string): Promise<void> {
  await api.json({ method: 'DELETE', path: pathOf(orderId, `test_reports/${reportId}`), ...once(key) });
}

/** Publishes reports: from then on the customer has them. */
export async function publishReports(api: Api, orderId: string, ids: readonly string[], key: string): Promise<void> {
  await api.json({ path: pathOf(orderId, 'test_reports/publish'), body: { report_ids: ids }, ...once(key) });
}

/** Withdraws a published report. The customer sees the reason. */
export async function withdrawReport(
  api: Api,
  { orderId, reportId, reason }: { orderId: string; reportId: string; reason: string },
  key: string,
): Promise<void> {
  await api.json({ path: pathOf(orderId, `test_reports/${reportId}/withdraw`), body: { reason }, ...once(key) });
}
