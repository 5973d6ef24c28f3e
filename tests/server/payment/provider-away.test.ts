import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { at, startServer, type SignedIn } from '../../support/servers/server.ts';
import { startStripe } from '../../support/servers/stripe.ts';
import { until } from '../../support/until.ts';

/** Cancellations reach the payment provider, also after an outage. */

const stripe = await startStripe();
const server = await startServer({ env: stripe.env });
stripe.tell(server.url);
afterAll(async () => {
  await server?.close();
  await stripe?.close();
});
beforeEach(() => stripe.fail(false));

const cancel = (who: SignedIn) =>
  server.request(who, 'POST', '/subscriptions/cancel_subscription', {}, { 'idempotency-key': randomUUID() });
const resume = (who: SignedIn, plan: string) => server.request(who, 'POST', '/subscriptions/subscribe_v2', { plan });

/** A user who pays by card. @returns the user, and the provider's path of the subscription */
async function payer(): Promise<{ who: SignedIn; path: string }> {
  const who = await server.signIn('stranger');
  const { body } = await server.request(who, 'POST', '/subscriptions/subscribe_v2', {
    plan: 'professional',
    payment: 'card',
  });
  const ref = await stripe.pay(String(at(body, 'checkout_url')).split('/').at(-1) ?? '');
  return { who, path: `/v1/subscriptions/${ref}` };
}

/** The values of `cancel_at_period_end` that the provider got for a subscription, in order. */
const sentTo = (path: string) =>
  stripe.calls.filter((call) => call.path === path).map(({ form }) => form['cancel_at_period_end']);

/** Makes failed jobs due at once. */
const retryJobs = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.db);

test('a cancellation takes effect while the provider fails, and reaches the provider later', async () => {
  const { who, path } = await payer();
  stripe.fail(true);
  const done = await cancel(who);
  expect([done.status, at(done.body, 'subscription.cancel_at_period_end')]).toEqual([200, true]);
  await until('a request has failed', () => sentTo(path).length > 0);
  const failedRequests = sentTo(path).length;
  stripe.fail(false);
  await until('the provider gets the cancellation', async () => {
    await retryJobs();
    return sentTo(path).length > failedRequests;
  });
  expect(new Set(sentTo(path))).toEqual(new Set(['true']));
});

test('a card payer can cancel and resume as often as they like, and the provider follows', async () => {
  const { who, path } = await payer();
  await cancel(who);
  await until('the provider cancels', () => sentTo(path).at(-1) === 'true');
  const kept = await resume(who, 'professional');
  expect([kept.status, at(kept.body, 'subscription.cancel_at_period_end')]).toEqual([200, false]);
  expect(kept.body).toMatchObject({ invoice: null, checkout_url: null });
  await until('the provider resumes', () => sentTo(path).at(-1) === 'false');
  await cancel(who);
  await until('the provider cancels again', () => sentTo(path).length === 3);
  // Each change has its own idempotency key. With one key, the provider would repeat its first reply and change nothing.
  const keys = stripe.calls.filter((call) => call.path === path).map(({ key }) => key);
  expect([sentTo(path), new Set(keys).size]).toEqual([['true', 'false', 'true'], 3]);
});

test('of two opposite changes during an outage, the provider gets the later one last', async () => {
  const { who, path } = await payer();
  stripe.fail(true);
  await cancel(who);
  await until('a request has failed', () => sentTo(path).length > 0);
  await resume(who, 'professional');
  stripe.fail(false);
  await until('no job is left', async () => {
    await retryJobs();
    const { rows } = await sql`select from graphile_worker.jobs where key like 'renew %'`.execute(server.db);
    return rows.length === 0;
  });
  expect(sentTo(path).at(-1)).toBe('false');
});
