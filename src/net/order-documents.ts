import type { Api } from './http.ts';

/** The documents of an order as PDF, written by the server in its customer's language. */
export type OrderDocument = 'quote' | 'invoice';

/** Downloads a document of an order. @throws Refusal NOT_FOUND while the order has none */
export async function orderDocument(api: Api, orderId: string, document: OrderDocument): Promise<Blob> {
  return await (await api.raw({ path: `/po_system/orders/${orderId}/${document}/pdf` })).blob();
}
