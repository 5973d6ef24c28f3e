import type { Api } from '../../net/http.ts';
import { silenceMs } from '../../net/deadlines.ts';

/** The documents of an order as PDF, written by the server. */
export type OrderDocument = 'quote' | 'invoice' | 'credit_note';

/** Downloads labels of cells. @param first number of the first cell; the file has `labelsPerFile` at most */
export async function cellLabels(api: Api, orderId: string, first: number): Promise<Blob> {
  return await (await api.raw({ path: `/po_system/orders/${orderId}/labels/pdf?first=${first}`, silenceMs })).blob();
}

/** Downloads a document of an order. @param language of its reader @throws Refusal NOT_FOUND while the order has none */
export async function orderDocument(
  api: Api,
  orderId: string,
  document: OrderDocument,
  language: string,
): Promise<Blob> {
  return await (
    await api.raw({ path: `/po_system/orders/${orderId}/${document}/pdf?language=${language}`, silenceMs })
  ).blob();
}

/** Returns the record of an order as text, one line for each event. */
export async function orderRecord(api: Api, orderId: string): Promise<string> {
  return await (await api.raw({ path: `/po_system/orders/${orderId}/record`, silenceMs })).text();
}
