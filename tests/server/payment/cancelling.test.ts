import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueRenewals } from '../../../server/payment/renewals.ts';
import { buy, cancel, current, endsIn, letEnd, order, paymentsOf } from '../../support/orders/buying.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** Cancelling the running plan or the pending order, and undoing a cancellation. */

const server = await provideServer();

const plansOf = async (who: Parameters<typeof current>[1]) => {
  const now = await current(server, who);
  return {
    running: [at(now, 'subscription.plan.name'), at(now, 'subscription.cancel_at_period_end')],
    pending: at(now, 'pending.plan.name'),
  };
};

test('cancelling the running plan keeps the pending order, and the other way round', async () => {
  const [one, other] = [await server.signIn('stranger'), await server.signIn('stranger')];
  for (const who of [one, other]) {
    await buy(server, who, 'standard');
    await order(server, who, 'professional');
  }
  expect((await cancel(server, one, { what: 'running' })).body).toMatchObject({
    subscription: { plan: { name: 'standard' }, status: 'active', cancel_at_period_end: true },
  });
  expect(await plansOf(one)).toEqual({ running: ['standard', true], pending: 'professional' });
  expect(at(await current(server, one), 'invoices.0')).toMatchObject({ status: 'open' });

  await cancel(server, other, { what: 'pending' });
  expect(await plansOf(other)).toEqual({ running: ['standard', false], pending: undefined });
  const nothing = await cancel(server, other, { what: 'pending' });
  expect([nothing.status, at(nothing.body, 'code')]).toEqual([409, 'NOTHING_TO_CANCEL']);
});

test('a request that names neither cancels the pending order, and one that names anything else is refused', async () => {
  const who = await server.signIn('stranger');
  await buy(server, who, 'standard');
  await order(server, who, 'professional');
  expect((await cancel(server, who, { what: 'everything' })).status).toBe(400);
  const key = { 'idempotency-key': randomUUID() };
  const done = await cancel(server, who, {}, key);
  expect(at(done.body, 'subscription.plan.name')).toBe('professional');
  expect(await plansOf(who)).toEqual({ running: ['standard', false], pending: undefined });
  // The same idempotency key cannot be used for another cancellation.
  expect((await cancel(server, who, { what: 'running' }, key)).status).toBe(409);
});

test('undoing a cancellation after the next invoice was issued issues that invoice again', async () => {
  const who = await server.signIn('stranger');
  await buy(server, who, 'professional');
  await endsIn(server, who, 5);
  await issueRenewals(paymentsOf(server));
  await cancel(server, who, { what: 'running' });
  await order(server, who, 'professional');
  await issueRenewals(paymentsOf(server));
  await issueRenewals(paymentsOf(server));
  const invoices = at(await current(server, who), 'invoices') as { status: string }[];
  expect(invoices.map(({ status }) => status)).toEqual(['open', 'void', 'paid']);
});

test('an invoice names the subscription it is for', async () => {
  const who = await server.signIn('stranger');
  await buy(server, who, 'standard');
  await endsIn(server, who, 5);
  const ordered = await order(server, who, 'professional');
  await issueRenewals(paymentsOf(server));
  const { pending, subscription, invoices } = (await current(server, who)) as {
    pending: { id: string };
    subscription: { id: string };
    invoices: { id: string; subscription_id: string }[];
  };
  // The newest is the running plan's.
  expect(invoices.map((each) => each.subscription_id)).toEqual([subscription.id, pending.id, subscription.id]);
  expect(at(ordered.body, 'invoice.subscription_id')).toBe(pending.id);
});

test('an order that is cancelled or replaced before its payment leaves the free days', async () => {
  const who = await server.signIn('stranger');
  await order(server, who, 'professional');
  await order(server, who, 'premium');
  await cancel(server, who, { what: 'pending' });
  expect(await current(server, who)).toMatchObject({ pending: null, trial_available: true, trial_refused: null });
  const began = await tryPlan(who);
  expect([began.status, at(began.body, 'subscription.status')]).toEqual([200, 'trailing']);
});

test('free days that are gone name the reason: a plan that runs, or one that was had before', async () => {
  const who = await server.signIn('stranger');
  await buy(server, who, 'standard');
  expect(await current(server, who)).toMatchObject({ trial_available: false, trial_refused: 'has_plan' });
  await letEnd(server, who);
  expect(await current(server, who)).toMatchObject({ trial_available: false, trial_refused: 'used' });
  expect(at((await tryPlan(who)).body, 'details')).toEqual([{ path: 'trial', code: 'trial_used' }]);
});

const tryPlan = (who: SignedIn) =>
  server.request(who, 'POST', '/subscriptions/subscribe', { plan: 'premium', trial: true });
