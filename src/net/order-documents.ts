import type { Api } from './http.ts';

/** The documents of an order as PDF, written by the server in its customer's language. */
export type OrderDocument = 'quote' | 'invoice' | 'credit_note';

/** Downloads labels of cells. @param first number of the first cell; the file has `labelsPerFile` at most */
export async function cellLabels(api: Api, orderId: string, first: number): Promise<Blob> {
  return await (await api.raw({ path: `/po_system/orders/${orderId}/labels/pdf?first=${first}` })).blob();
}

/** Downloads a document of an order. @throws Refusal NOT_FOUND while the order has none */
export async function orderDocument(api: Api, orderId: string, document: OrderDocument): Promise<Blob> {
  return await (await api.raw({ path: `/po_system/orders/${orderId}/${document}/pdf` })).blob();
}

/** Returns the record of an order as text, one line for each event. */
export async function orderRecord(api: Api, orderId: string): Promise<string> {
  return await (await api.raw({ path: `/po_system/orders/${orderId}/record` })).text();
}
