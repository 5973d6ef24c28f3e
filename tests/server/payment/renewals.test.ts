import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../../server/ground/config.ts';
import { openPayments } from '../../../server/payment/open-payments.ts';
import {
  deleteOldPayments,
  endSubscriptions,
  issueRenewals,
  renewalLeadDays,
} from '../../../server/payment/renewals.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** What happens to subscriptions as time passes. */

const server = await provideServer();
const payments = openPayments({ config: readConfig({}), db: server.db, log: silentLog });
const admin = await server.signIn('admin');

const post = (who: SignedIn, path: string, body: object = {}) => server.request(who, 'POST', path, body);
const current = async (who: SignedIn) => (await server.request(who, 'GET', '/subscriptions/current')).body;
const me = async (who: SignedIn) => (await server.request(who, 'GET', '/users/me')).body;

/** A user with a paid plan that ends in this many days. */
async function payer(days: number): Promise<SignedIn> {
  const who = await server.signIn('stranger');
  const { body } = await post(who, '/subscriptions/subscribe', { plan: 'professional' });
  await post(admin, `/admin-api/invoices/${String(at(body, 'invoice.id'))}/paid`);
  await endsIn(who, days);
  return who;
}

async function endsIn({ user: { id } }: SignedIn, days: number): Promise<void> {
  await sql`update subscriptions set current_period_end = now() + ${days} * interval '1 day' where user_id = ${id}`.execute(
    server.db,
  );
  await sql`update users set current_period_end = now() + ${days} * interval '1 day' where id = ${id}`.execute(
    server.db,
  );
}

const openInvoices = async (who: SignedIn) =>
  (at(await current(who), 'invoices') as { id: string; status: string }[]).filter(({ status }) => status === 'open');

test('the next invoice is issued once, two weeks before the period ends, also by two concurrent jobs', async () => {
  const [early, soon] = [await payer(renewalLeadDays + 1), await payer(renewalLeadDays - 1)];
  await Promise.all([issueRenewals(payments), issueRenewals(payments)]);
  await issueRenewals(payments);
  expect(await openInvoices(early)).toHaveLength(0);
  const [invoice, ...more] = await openInvoices(soon);
  expect(more).toEqual([]);
  const before = Date.parse(String(at(await current(soon), 'subscription.current_period_end')));
  await post(admin, `/admin-api/invoices/${invoice?.id}/paid`);
  const after = Date.parse(String(at(await current(soon), 'subscription.current_period_end')));
  const days = (after - before) / 86_400_000;
  expect(days).toBeGreaterThan(27);
  expect(days).toBeLessThan(32);
  expect(at(await me(soon), 'subscription.status')).toBe('active');
});

test('a user who does not pay loses the plan, and has it again after the payment', async () => {
  const late = await payer(1);
  await issueRenewals(payments);
  await endsIn(late, -40);
  expect(at(await me(late), 'subscription.status')).toBe('past_due');
  await endSubscriptions(payments);
  expect(await current(late)).toMatchObject({ subscription: { status: 'past_due' } });
  const [invoice] = await openInvoices(late);
  await sql`update invoices set period_end = now() - interval '9 days' where id = ${invoice?.id}`.execute(server.db);
  await post(admin, `/admin-api/invoices/${invoice?.id}/paid`);
  expect(await me(late)).toMatchObject({ subscription: { status: 'active' }, flags: { canChatWithExperts: true } });
  const end = Date.parse(String(at(await me(late), 'subscription.current_period_end')));
  expect(end).toBeGreaterThan(Date.now() + 27 * 86_400_000);
});

test('a canceled subscription gets no more invoices, and ends with its period', async () => {
  const leaver = await payer(3);
  await post(leaver, '/subscriptions/cancel_subscription');
  await issueRenewals(payments);
  expect(await openInvoices(leaver)).toEqual([]);
  await endsIn(leaver, -1);
  await endSubscriptions(payments);
  expect(await current(leaver)).toMatchObject({ subscription: null, pending: null, trial_available: false });
  expect(await me(leaver)).toMatchObject({
    subscription: { status: 'cancelled' },
    flags: { canChatWithExperts: false },
  });
});

test('after a trial the account has no plan and can buy one', async () => {
  const who = await server.signIn('stranger');
  await post(who, '/subscriptions/subscribe', { plan: 'premium', trial: true });
  await endsIn(who, -1);
  await endSubscriptions(payments);
  expect(await current(who)).toMatchObject({ subscription: null, trial_available: false });
  expect((await post(who, '/subscriptions/subscribe', { plan: 'premium' })).body).toMatchObject({
    invoice: { status: 'open' },
  });
});

test('a subscription keeps its price when the price list changes', async () => {
  const who = await payer(2);
  await sql`update subscriptions set subtotal = 12345 where user_id = ${who.user.id}`.execute(server.db);
  await issueRenewals(payments);
  expect(at(await current(who), 'invoices.0')).toMatchObject({ status: 'open', amount: 12345 });
});

test('idempotency keys and provider events are deleted after their retention period', async () => {
  await sql`insert into provider_events (id, type, created_at, received_at)
    values ('evt_old', 't', now(), now() - interval '401 days'), ('evt_new', 't', now(), now())`.execute(server.db);
  expect(await deleteOldPayments(server.db)).toBe(1);
});
