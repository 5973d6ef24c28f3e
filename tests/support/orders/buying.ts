import { readConfig } from '../../../server/ground/config.ts';
import { openPayments } from '../../../server/payment/open-payments.ts';
import { endSubscriptions } from '../../../server/payment/renewals.ts';
import type { Payments } from '../../../server/payment/payments.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { sql } from 'kysely';
import { at, type SignedIn, type TestServer } from '../servers/server.ts';

/** Purchases of plans by invoice, and the passing of their periods. */

/** The payment service of this server's jobs, without a card provider. */
export const paymentsOf = ({ db }: Pick<TestServer, 'db'>): Payments =>
  openPayments({ config: readConfig({}), db, log: silentLog });

export const order = (server: TestServer, who: SignedIn, plan: string, buyer: object = {}) =>
  server.request(who, 'POST', '/subscriptions/subscribe', { plan, buyer });

/** Orders a plan and records its payment by staff. @returns the invoice's id */
export async function buy(server: TestServer, who: SignedIn, plan: string, buyer: object = {}): Promise<string> {
  const ordered = await order(server, who, plan, buyer);
  const id = String(at(ordered.body, 'invoice.id'));
  const paid = await pay(server, id);
  if (paid.status !== 200) throw new Error(`${plan} was not bought: ${ordered.text} ${paid.text}`);
  return id;
}

export async function pay(server: TestServer, invoiceId: string) {
  return await server.request(await server.signIn('admin'), 'POST', `/admin-api/invoices/${invoiceId}/paid`);
}

export const cancel = (server: TestServer, who: SignedIn, body: object = {}, headers: Record<string, string> = {}) =>
  server.request(who, 'POST', '/subscriptions/cancel_subscription', body, headers);

export const current = async (server: TestServer, who: SignedIn) =>
  (await server.request(who, 'GET', '/subscriptions/current')).body;

export const meNow = async (server: TestServer, who: SignedIn) => (await server.request(who, 'GET', '/users/me')).body;

/** Moves the end of this user's subscription to this many days from now. */
export async function endsIn(server: TestServer, who: SignedIn, days: number): Promise<void> {
  const id = String(at(await current(server, who), 'subscription.id'));
  await sql`update subscriptions set current_period_end = now() + ${days} * interval '1 day' where id = ${id}`.execute(
    server.db,
  );
}

/** Cancels this user's subscription and moves its end into the past. */
export async function letEnd(server: TestServer, who: SignedIn): Promise<void> {
  await cancel(server, who, { what: 'running' });
  await endsIn(server, who, -1);
  await endSubscriptions(paymentsOf(server));
}
