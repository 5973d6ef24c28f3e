import type {
  CancelBody,
  CurrentReply,
  InvoiceReply,
  InvoicesReply,
  PlansReply,
  SubscribeV2Body,
  SubscribeV2Reply,
} from '#domain/payment/wire/payments.ts';
import type { Api } from '../../net/http.ts';
import { silenceMs } from '../../net/deadlines.ts';

/** Plans, purchases, cancellations and invoices. Only the server knows prices: the client names what is bought. */

export function planList(api: Api): Promise<PlansReply> {
  return api.json({ path: '/subscriptions/plans' });
}

/** Returns the plans that the server embedded in the page for first-time visitors, else fetches them. */
export async function planListOfPage(api: Api): Promise<PlansReply> {
  const given = document.querySelector('script#plans')?.textContent;
  return given === undefined || given === null ? await planList(api) : (JSON.parse(given) as PlansReply);
}

/** Returns the current subscription, unpaid orders and invoices. */
export function currentSubscription(api: Api): Promise<CurrentReply> {
  return api.json({ path: '/subscriptions/current' });
}

/** Subscribes to a plan. @param key idempotency key: sent again, the call has its first effect and reply */
export function subscribe(api: Api, order: SubscribeV2Body, key: string): Promise<SubscribeV2Reply> {
  return api.json({ path: '/subscriptions/subscribe_v2', body: order, headers: { 'idempotency-key': key } });
}

/** Cancels. @param what the current plan, or an unpaid order */
export function cancelSubscription(api: Api, what: CancelBody['what'], key: string): Promise<void> {
  return api.json({ path: '/subscriptions/cancel_subscription', body: { what }, headers: { 'idempotency-key': key } });
}

/** Returns the invoices that wait for the seller's details, for staff who write invoices. */
export function waitingInvoices(api: Api): Promise<InvoicesReply> {
  return api.json({ path: '/admin-api/invoices?status=draft&limit=1' });
}

/** Downloads an invoice. @param language of its reader */
export async function invoiceFile(api: Api, { pdf_url: path }: InvoiceReply, language: string): Promise<Blob> {
  return await (await api.raw({ path: `${path}?language=${language}`, silenceMs })).blob();
}
