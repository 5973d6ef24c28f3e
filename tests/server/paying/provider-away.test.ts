import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at, startServer, type SignedIn, type TestServer } from '../../support/server.ts';
import { startStripe, type StripeStandIn } from '../../support/stripe.ts';
import { until } from '../../support/until.ts';

/** What the payment provider is told about cancelling, also when it is away at that moment. */

let stripe: StripeStandIn;
let server: TestServer;

beforeAll(async () => {
  stripe = await startStripe();
  server = await startServer({ env: stripe.env });
  stripe.tell(server.url);
});
afterAll(async () => {
  await server?.close();
  await stripe?.close();
});
beforeEach(() => stripe.fail(false));

const cancel = (who: SignedIn) =>
  server.request(who, 'POST', '/subscriptions/cancel_subscription', {}, { 'idempotency-key': randomUUID() });
const keep = (who: SignedIn, plan: string) => server.request(who, 'POST', '/subscriptions/subscribe_v2', { plan });

/** Somebody who pays by card. @returns with what the provider calls it */
async function payer(): Promise<{ who: SignedIn; path: string }> {
  const who = await server.signIn('stranger');
  const { body } = await server.request(who, 'POST', '/subscriptions/subscribe_v2', {
    plan: 'professional',
    payment: 'card',
  });
  const ref = await stripe.pay(String(at(body, 'checkout_url')).split('/').at(-1) ?? '');
  return { who, path: `/v1/subscriptions/${ref}` };
}

/** What the provider was told of a subscription, in order. */
const told = (path: string) =>
  stripe.calls.filter((call) => call.path === path).map(({ form }) => form['cancel_at_period_end']);

/** Jobs that failed are due at once. */
const triedAgain = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.db);

test('a cancellation takes effect while the provider fails, and reaches the provider later', async () => {
  const { who, path } = await payer();
  stripe.fail(true);
  const done = await cancel(who);
  expect([done.status, at(done.body, 'subscription.cancel_at_period_end')]).toEqual([200, true]);
  await until('it was asked in vain', () => told(path).length > 0);
  const vain = told(path).length;
  stripe.fail(false);
  await until('it has heard', async () => {
    await triedAgain();
    return told(path).length > vain;
  });
  expect(new Set(told(path))).toEqual(new Set(['true']));
});

test('a card payer can cancel and resume as often as they like, and the provider follows', async () => {
  const { who, path } = await payer();
  await cancel(who);
  await until('it ends there', () => told(path).at(-1) === 'true');
  const kept = await keep(who, 'professional');
  expect([kept.status, at(kept.body, 'subscription.cancel_at_period_end')]).toEqual([200, false]);
  expect(kept.body).toMatchObject({ invoice: null, checkout_url: null });
  await until('it goes on there', () => told(path).at(-1) === 'false');
  await cancel(who);
  await until('it ends there after all', () => told(path).length === 3);
  // Each is a write of its own: with one key the provider would repeat its first answer and change nothing.
  const keys = stripe.calls.filter((call) => call.path === path).map(({ key }) => key);
  expect([told(path), new Set(keys).size]).toEqual([['true', 'false', 'true'], 3]);
});

test('of two opposite changes during an outage, the provider gets the later one last', async () => {
  const { who, path } = await payer();
  stripe.fail(true);
  await cancel(who);
  await until('it was asked in vain', () => told(path).length > 0);
  await keep(who, 'professional');
  stripe.fail(false);
  await until('nothing is left to be told', async () => {
    await triedAgain();
    const { rows } = await sql`select from graphile_worker.jobs where key like 'renew %'`.execute(server.db);
    return rows.length === 0;
  });
  expect(told(path).at(-1)).toBe('false');
});
