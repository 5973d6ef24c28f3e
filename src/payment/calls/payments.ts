import type { PlansReply } from '#domain/payment/wire/payments.ts';
import { call } from '../../net/call.ts';
import type { Api } from '../../net/http.ts';

/** Returns the plans that the server embedded in the page for first-time visitors, else fetches them. */
export async function planListOfPage(api: Api): Promise<PlansReply> {
  const given = document.querySelector('script#plans')?.textContent;
  if (given === undefined || given === null) return await call(api, 'GET /subscriptions/plans');
  return JSON.parse(given) as PlansReply;
}
