import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueRenewals } from '../../../server/paying/renewals.ts';
import { buy, cancel, current, endsIn, order, payingOf } from '../../support/buying.ts';
import { at, startServer, type TestServer } from '../../support/server.ts';

/** Which of two plans is cancelled, and taking a cancellation back. */

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const standings = async (who: Parameters<typeof current>[1]) => {
  const now = await current(server, who);
  return {
    running: [at(now, 'subscription.plan.name'), at(now, 'subscription.cancel_at_period_end')],
    pending: at(now, 'pending.plan.name'),
  };
};

test('who cancels the plan that runs keeps the order that waits, and the other way round', async () => {
  const [one, other] = [await server.signIn('stranger'), await server.signIn('stranger')];
  for (const who of [one, other]) {
    await buy(server, who, 'standard');
    await order(server, who, 'professional');
  }
  expect((await cancel(server, one, { what: 'running' })).body).toMatchObject({
    subscription: { plan: { name: 'standard' }, status: 'active', cancel_at_period_end: true },
  });
  expect(await standings(one)).toEqual({ running: ['standard', true], pending: 'professional' });
  expect(at(await current(server, one), 'invoices.0')).toMatchObject({ status: 'open' });

  await cancel(server, other, { what: 'pending' });
  expect(await standings(other)).toEqual({ running: ['standard', false], pending: undefined });
  const nothing = await cancel(server, other, { what: 'pending' });
  expect([nothing.status, at(nothing.body, 'code')]).toEqual([409, 'NOTHING_TO_CANCEL']);
});

test('a call that does not say which gives up what waits, as before; one that names something else is refused', async () => {
  const who = await server.signIn('stranger');
  await buy(server, who, 'standard');
  await order(server, who, 'professional');
  expect((await cancel(server, who, { what: 'everything' })).status).toBe(400);
  const key = { 'idempotency-key': randomUUID() };
  const done = await cancel(server, who, {}, key);
  expect(at(done.body, 'subscription.plan.name')).toBe('professional');
  expect(await standings(who)).toEqual({ running: ['standard', false], pending: undefined });
  // The same key cannot mean the other one.
  expect((await cancel(server, who, { what: 'running' }, key)).status).toBe(409);
});

test('who takes a cancellation back, after the invoice for the next month was out, gets that invoice again', async () => {
  const who = await server.signIn('stranger');
  await buy(server, who, 'professional');
  await endsIn(server, who, 5);
  await issueRenewals(payingOf(server));
  await cancel(server, who, { what: 'running' });
  await order(server, who, 'professional');
  await issueRenewals(payingOf(server));
  await issueRenewals(payingOf(server));
  const invoices = at(await current(server, who), 'invoices') as { status: string }[];
  expect(invoices.map(({ status }) => status)).toEqual(['open', 'void', 'paid']);
});

test('an invoice names the order it is for', async () => {
  const who = await server.signIn('stranger');
  await buy(server, who, 'standard');
  await endsIn(server, who, 5);
  const ordered = await order(server, who, 'professional');
  await issueRenewals(payingOf(server));
  const { pending, subscription, invoices } = (await current(server, who)) as {
    pending: { id: string };
    subscription: { id: string };
    invoices: { id: string; subscription_id: string }[];
  };
  // The newest is the running plan's.
  expect(invoices.map((each) => each.subscription_id)).toEqual([subscription.id, pending.id, subscription.id]);
  expect(at(ordered.body, 'invoice.subscription_id')).toBe(pending.id);
});
