import type {
  CancelBody,
  CurrentReply,
  InvoiceReply,
  PlansReply,
  SubscribeV2Body,
  SubscribeV2Reply,
} from '#domain/protocol/paying.ts';
import type { Api } from './http.ts';

/** Plans, buying, cancelling and invoices. The server alone knows prices: what is bought is named, never priced, here. */

export function planList(api: Api): Promise<PlansReply> {
  return api.json({ path: '/subscriptions/plans' });
}

/** The same for the page that has them in it already, as the server gives it to whoever comes from outside. */
export async function planListOfPage(api: Api): Promise<PlansReply> {
  const given = document.querySelector('script#plans')?.textContent;
  return given === undefined || given === null ? await planList(api) : (JSON.parse(given) as PlansReply);
}

/** What the person has, what waits to be paid, and the invoices. */
export function standing(api: Api): Promise<CurrentReply> {
  return api.json({ path: '/subscriptions/current' });
}

/** @param key names this wish: sent again, it has its first effect and answer */
export function subscribe(api: Api, wish: SubscribeV2Body, key: string): Promise<SubscribeV2Reply> {
  return api.json({ path: '/subscriptions/subscribe_v2', body: wish, headers: { 'idempotency-key': key } });
}

/** @param what the plan that runs, or the order that waits to be paid */
export function cancelSubscription(api: Api, what: CancelBody['what'], key: string): Promise<void> {
  return api.json({ path: '/subscriptions/cancel_subscription', body: { what }, headers: { 'idempotency-key': key } });
}

export async function invoiceFile(api: Api, invoice: Pick<InvoiceReply, 'pdf_url'>): Promise<Blob> {
  return await (await api.raw({ path: invoice.pdf_url })).blob();
}
