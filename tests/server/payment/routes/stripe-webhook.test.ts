import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { requireAllowedHost } from '../../../../server/payment/by-stripe.ts';
import { lettersTo } from '../../../support/servers/letters.ts';
import { at, startServer, type SignedIn } from '../../../support/servers/server.ts';
import { paid, stateChanged, startStripe } from '../../../support/servers/stripe.ts';
import { until } from '../../../support/until.ts';

/** Card payments: what the server requests from the provider, and which of the provider's events it trusts. */

const stripe = await startStripe();
const server = await startServer({ env: stripe.env });
stripe.tell(server.url);
afterAll(async () => {
  await server?.close();
  await stripe?.close();
});

const now = () => Math.floor(Date.now() / 1000);
const post = (user: SignedIn, path: string, body: object, key = randomUUID()) =>
  server.request(user, 'POST', `/subscriptions/${path}`, body, { 'idempotency-key': key });
const me = async (user: SignedIn) => (await server.request(user, 'GET', '/users/me')).body;
const current = async (user: SignedIn) => (await server.request(user, 'GET', '/subscriptions/current')).body;

/** A new user who has started a card payment. */
async function buying(plan = 'professional') {
  const user = await server.signIn('stranger');
  const bought = await post(user, 'subscribe_v2', { plan, payment: 'card' });
  const session = String(at(bought.body, 'checkout_url')).split('/').at(-1) ?? '';
  return { user, id: String(at(bought.body, 'subscription.id')), session, bought };
}

test("a card payment goes through the provider's page, and the plan starts when the provider reports it", async () => {
  const { user, id, session, bought } = await buying();
  expect(bought.body).toMatchObject({
    subscription: { status: 'pending', payment: 'card' },
    invoice: null,
    checkout_url: `${stripe.url}/page/${session}`,
  });
  const call = stripe.calls.at(-1);
  expect(call).toMatchObject({
    path: '/v1/checkout/sessions',
    key: `checkout ${id}`,
    form: {
      mode: 'subscription',
      client_reference_id: id,
      'line_items[0][price_data][unit_amount]': '24900',
      'line_items[0][price_data][currency]': 'eur',
      'subscription_data[metadata][subscription_id]': id,
      success_url: expect.stringContaining(`/pay?paid=${id}`),
    },
  });
  expect(await me(user)).toMatchObject({ plan: null });
  await stripe.pay(session);
  expect(await me(user)).toMatchObject({ plan: { name: 'professional' }, subscription: { status: 'active' } });
  expect(await current(user)).toMatchObject({
    subscription: { status: 'active', payment: 'card' },
    pending: null,
    invoices: [{ status: 'paid', amount: 24900, number: expect.stringMatching(/^INV-/) }],
  });
});

test('repeated subscribe requests return the same checkout page', async () => {
  const user = await server.signIn('stranger');
  const key = randomUUID();
  const first = await post(user, 'subscribe_v2', { plan: 'premium', payment: 'card' }, key);
  const again = await post(user, 'subscribe_v2', { plan: 'premium', payment: 'card' }, key);
  const other = await post(user, 'subscribe_v2', { plan: 'premium', payment: 'card' });
  expect(new Set([first, again, other].map(({ body }) => at(body, 'checkout_url'))).size).toBe(1);
});

test("a payment intent has the plan's price, and its payment buys one month", async () => {
  const user = await server.signIn('stranger');
  expect((await post(user, 'intents_v2', { plan: 'standard', amount: 1 })).status).toBe(400);
  const begun = await post(user, 'intents_v2', { plan: 'standard' });
  expect(begun.body).toMatchObject({ amount: 4900, currency: 'EUR', subscription: { status: 'pending' } });
  expect(stripe.calls.at(-1)?.form).toMatchObject({ amount: '4900', currency: 'eur' });
  expect((await post(user, 'intents', { plan: 'standard' })).body).toEqual({
    client_secret: at(begun.body, 'client_secret'),
  });
  const object = {
    id: at(begun.body, 'intent_id'),
    amount_received: 4900,
    currency: 'eur',
    metadata: { subscription_id: at(begun.body, 'subscription.id') },
  };
  const event = { id: `evt_${randomUUID()}`, type: 'payment_intent.succeeded', created: now(), data: { object } };
  expect([await stripe.send(event), await stripe.send(event)]).toEqual([200, 200]);
  // The same payment in another event.
  await stripe.send({ ...event, id: `evt_${randomUUID()}` });
  expect(await me(user)).toMatchObject({ plan: { name: 'standard' }, subscription: { status: 'active' } });
  expect(at(await current(user), 'invoices')).toHaveLength(1);
});

test('an event delivered several times at once takes effect once', async () => {
  const { user, id, session } = await buying();
  const ref = await stripe.pay(session);
  const event = paid(ref, id, 24900, now());
  const statuses = await Promise.all(Array.from({ length: 10 }, () => stripe.send(event)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(at(await current(user), 'invoices')).toHaveLength(2);
});

test('an older event never overwrites a newer state, in whatever order events arrive', async () => {
  const t = now() - 1000;
  const ref = `sub_${randomUUID()}`;
  const { user, id } = await buying();
  const events = [
    stateChanged(ref, id, 'incomplete', { at: t }),
    stateChanged(ref, id, 'active', { at: t + 10 }),
    stateChanged(ref, id, 'past_due', { at: t + 20 }),
    stateChanged(ref, id, 'active', { at: t + 30, until: t + 90_000, ends: true }),
  ];
  for (const order of [
    [3, 0, 1, 2],
    [1, 3, 2, 0],
    [2, 0, 3, 1],
  ]) {
    await sql`update subscriptions set provider_event_at = null, status = 'active', cancel_at_period_end = false
      where id = ${id}`.execute(server.db);
    for (const n of order) await stripe.send({ ...events[n], id: `evt_${randomUUID()}` });
    expect(await current(user)).toMatchObject({
      subscription: {
        status: 'active',
        cancel_at_period_end: true,
        current_period_end: new Date((t + 90_000) * 1000).toISOString(),
      },
    });
  }
  await stripe.send(stateChanged(ref, id, 'past_due', { at: t + 40 }));
  expect(await me(user)).toMatchObject({ subscription: { status: 'past_due' }, flags: { canChatWithExperts: false } });
});

test('a subscription cancelled at the provider is cancelled here, and an older event does not reactivate it', async () => {
  const { user, id, session } = await buying();
  const ref = await stripe.pay(session);
  const t = now() + 5;
  await stripe.send(stateChanged(ref, id, 'canceled', { at: t, type: 'customer.subscription.deleted' }));
  await stripe.send(stateChanged(ref, id, 'active', { at: t - 3 }));
  expect(await me(user)).toMatchObject({ subscription: { status: 'cancelled' }, flags: { canChatWithExperts: false } });
  expect(await current(user)).toMatchObject({ subscription: null });
});

test('the provider status "trialing" is shown as "trailing"', async () => {
  const { user, id } = await buying('premium');
  await stripe.send(stateChanged(`sub_${randomUUID()}`, id, 'trialing', { at: now(), amount: 59_000 }));
  expect(await me(user)).toMatchObject({ status: 'FREE_TRIAL', subscription: { status: 'trailing' } });
});

test('cancelling is sent to the provider, and the plan lasts until the end of its term', async () => {
  const { user, session } = await buying();
  const ref = await stripe.pay(session);
  const done = await post(user, 'cancel_subscription', {});
  expect(done.body).toMatchObject({ subscription: { status: 'active', cancel_at_period_end: true } });
  const call = await until('the provider receives the cancellation', () =>
    stripe.calls.find(({ path }) => path === `/v1/subscriptions/${ref}`),
  );
  expect(call.form).toEqual({ cancel_at_period_end: 'true' });
  expect(await me(user)).toMatchObject({ flags: { canChatWithExperts: true } });
});

test('paying for another plan ends the old subscription at the provider', async () => {
  const { user, session } = await buying();
  const ref = await stripe.pay(session);
  const next = await post(user, 'subscribe_v2', { plan: 'premium', payment: 'card' });
  await stripe.pay(String(at(next.body, 'checkout_url')).split('/').at(-1) ?? '');
  expect(await me(user)).toMatchObject({ plan: { name: 'premium' }, subscription: { status: 'active' } });
  await until('the old one is ended', () =>
    stripe.calls.some(({ method, path }) => method === 'DELETE' && path === `/v1/subscriptions/${ref}`),
  );
});

/** The mismatches that the audit log lists for this subscription. */
async function reported(id: string): Promise<string[]> {
  const admin = await server.signIn('admin');
  const log = await server.request(admin, 'GET', '/admin-api/audit?what=payment.mismatch&limit=100');
  const entries = at(log.body, 'items') as { about: string; fields: string[] }[];
  return entries.filter(({ about }) => about === id).flatMap(({ fields }) => fields.slice(1));
}

const intended = (id: string, more: object) => ({
  id: `evt_${randomUUID()}`,
  type: 'payment_intent.succeeded',
  created: now(),
  data: {
    object: {
      id: `pi_${randomUUID()}`,
      amount_received: 24_900,
      currency: 'eur',
      metadata: { subscription_id: id },
      ...more,
    },
  },
});
const completed = (id: string, ref: string, more: object) => ({
  id: `evt_${randomUUID()}`,
  type: 'checkout.session.completed',
  created: now(),
  data: {
    object: { id: 'cs_1', client_reference_id: id, subscription: ref, amount_total: 24_900, currency: 'eur', ...more },
  },
});

/** The provider states this about the subscription of the order. */
const stated = (status: string, about: object) => (id: string) =>
  stateChanged(`sub_${status}`, id, status, { at: now(), ...about });

test.each<[what: string, event: (id: string) => object, report: string]>([
  ['one cent', (id) => intended(id, { amount_received: 1 }), 'amount 1, ordered 24900'],
  ['more than was ordered', (id) => intended(id, { amount_received: 24_901 }), 'amount 24901, ordered 24900'],
  ['another currency', (id) => intended(id, { currency: 'krw' }), 'currency KRW, ordered EUR'],
  ['no amount at all', (id) => intended(id, { amount_received: 'x' }), 'amount not stated, ordered 24900'],
  ['no currency', (id) => intended(id, { currency: null }), 'currency not stated, ordered EUR'],
  ['a subscription for a cent', stated('active', { amount: 1 }), 'amount 1, ordered 24900'],
  ['a trial with another price', stated('trialing', { amount: 900 }), 'amount 900, ordered 24900'],
  ['an unpaid subscription for a cent', stated('past_due', { amount: 1 }), 'amount 1, ordered 24900'],
  ['a subscription in another currency', stated('active', { currency: 'krw' }), 'currency KRW, ordered EUR'],
  [
    'a monthly price charged every year',
    stated('active', { every: { interval: 'year' } }),
    'charged every year, ordered every month',
  ],
  [
    'a monthly price charged every three months',
    stated('active', { every: { interval: 'month', interval_count: 3 } }),
    'charged every 3 months, ordered every month',
  ],
  [
    'a checkout page with another price',
    (id) => completed(id, 'sub_page', { amount_total: 500 }),
    'amount 500, ordered 24900',
  ],
  ['an invoice for a cent', (id) => paid('sub_bill', id, 1, now()), 'amount 1, ordered 24900'],
])(
  'a signed event that does not match the order grants no rights and is reported to staff: %s',
  async (_what, event, line) => {
    const { user, id } = await buying();
    expect(await stripe.send(event(id))).toBe(200);
    expect(await me(user)).toMatchObject({ plan: null, flags: { canChatWithExperts: false } });
    expect(await current(user)).toMatchObject({ subscription: null, pending: { status: 'pending' }, invoices: [] });
    expect(await reported(id)).toEqual([line]);
    const { rows } = await sql`select from subscriptions where id = ${id} and provider_ref is not null`.execute(
      server.db,
    );
    expect(rows).toHaveLength(0);
  },
);

test('a payment for a cancelled subscription is reported to staff with its amount, and creates no invoice', async () => {
  const { user, id } = await buying();
  await post(user, 'cancel_subscription', {});
  await sql`update subscriptions set status = 'cancelled' where id = ${id}`.execute(server.db);
  const event = intended(id, { id: 'pi_given_up' });
  expect([await stripe.send(event), await stripe.send(event)]).toEqual([200, 200]);
  expect(await reported(id)).toEqual(['payment pi_given_up of 24900, for what was cancelled']);
  const { rows } = await sql`select from invoices where subscription_id = ${id} and status = 'paid'`.execute(server.db);
  expect(rows).toHaveLength(0);
  expect(await me(user)).toMatchObject({ plan: null });
});

test('a second payment for the same month is reported to staff, and adds no month and no invoice', async () => {
  const { user, id } = await buying();
  await stripe.send(intended(id, {}));
  const before = await current(user);
  await stripe.send(intended(id, { id: 'pi_twice' }));
  expect(await current(user)).toEqual(before);
  expect(at(before, 'invoices')).toHaveLength(1);
  expect(await reported(id)).toEqual(['payment pi_twice of 24900, for what is paid already']);
});

test('a payment made before the cancellation but reported after it gets its invoice', async () => {
  const { user, id, session } = await buying();
  const ref = await stripe.pay(session);
  const t = now() + 5;
  await stripe.send(stateChanged(ref, id, 'canceled', { at: t, type: 'customer.subscription.deleted' }));
  await stripe.send(paid(ref, id, 24_900, t - 1));
  expect(at(await current(user), 'invoices')).toHaveLength(2);
  expect(await reported(id)).toEqual([]);
});

test('a subscription that is past due and was never paid grants no rights', async () => {
  const { user, id } = await buying();
  await stripe.send(stateChanged('sub_late', id, 'past_due', { at: now() }));
  expect(await me(user)).toMatchObject({ plan: null });
  expect(await current(user)).toMatchObject({ subscription: null, pending: { status: 'pending' } });
});

test('an event with a time out of range is accepted', async () => {
  const { id } = await buying();
  const outOfRange = { at: now(), until: 1e300 };
  expect(await stripe.send(stateChanged('sub_odd', id, 'active', outOfRange))).toBe(200);
  expect(await stripe.send(stateChanged('sub_odd', id, 'active', { at: 1e300 }))).toBe(200);
});

/** A subscription event with other items. */
const withItems = (id: string, items: object[]) => {
  const event = stateChanged('sub_items', id, 'active', { at: now() }) as { data: { object: object } };
  return { ...event, data: { object: { ...event.data.object, items: { data: items } } } };
};
/** A paid-invoice event with other lines. */
const withLines = (id: string, lines: object[]) => {
  const event = paid('sub_lines', id, 24_900, now()) as { data: { object: object } };
  return { ...event, data: { object: { ...event.data.object, lines: { data: lines } } } };
};
const month = { start: 1_700_000_000, end: 1_702_600_000 };
const monthly = { currency: 'eur', recurring: { interval: 'month' } };

test.each<[what: string, event: (id: string) => object, report: string]>([
  [
    'paid for ten years',
    (id) => stateChanged('sub_long', id, 'active', { at: 1_700_000_000, until: 2_000_000_000 }),
    'paid until 2033-05-18T03:33:20.000Z, ordered for a month',
  ],
  [
    'no interval',
    (id) => withItems(id, [{ price: { unit_amount: 24_900, currency: 'eur' } }]),
    'charged every interval that is not stated, ordered every month',
  ],
  [
    'an item with a negative amount',
    (id) =>
      withItems(id, [{ price: { ...monthly, unit_amount: 25_000 } }, { price: { ...monthly, unit_amount: -100 } }]),
    'amount not stated, ordered 24900',
  ],
  ['no end', stated('active', { until: 0 }), 'paid until an end that is not stated, ordered for a month'],
  [
    'a trial without an end',
    stated('trialing', { until: 1e300 }),
    'paid until an end that is not stated, ordered for a month',
  ],
  [
    'an invoice with a yearly price',
    (id) => withLines(id, [{ period: month, price: { recurring: { interval: 'year' } } }]),
    'charged every year, ordered every month',
  ],
  [
    'an invoice with a line for a three-month plan',
    (id) => withLines(id, [{ period: month }, { plan: { interval: 'month', interval_count: 3 } }]),
    'charged every 3 months, ordered every month',
  ],
  [
    'an invoice for a year',
    (id) => withLines(id, [{ period: month }, { period: { start: 1_700_000_000, end: 1_731_600_000 } }]),
    'paid from 2023-11-14T22:13:20.000Z until 2024-11-14T16:00:00.000Z, ordered for a month',
  ],
])(
  'a subscription or invoice that does not match the order grants no rights and is reported: %s',
  async (_what, event, line) => {
    const { user, id } = await buying();
    expect(await stripe.send(event(id))).toBe(200);
    expect(await me(user)).toMatchObject({ plan: null });
    expect(at(await current(user), 'invoices')).toEqual([]);
    expect(await reported(id)).toEqual([line]);
  },
);

test('a monthly invoice matches the order, and an invoice without a period is for the month from now', async () => {
  const { user, id, session } = await buying();
  const ref = await stripe.pay(session);
  for (const lines of [[{ period: month, price: { recurring: { interval: 'month', interval_count: 1 } } }], []]) {
    const event = withLines(id, lines) as { data: { object: object } };
    const object = { ...event.data.object, id: `in_${randomUUID()}`, subscription: ref };
    await stripe.send({ ...event, id: `evt_${randomUUID()}`, data: { object } });
  }
  expect(at(await current(user), 'invoices')).toHaveLength(3);
  expect(await reported(id)).toEqual([]);
});

test('a payment that does not match the order is reported by e-mail, once per event', async () => {
  const { id } = await buying();
  const event = intended(id, { amount_received: 1 });
  await stripe.send(event);
  await stripe.send(event);
  const emails = await until('the e-mail is sent', async () => {
    const matching = (await lettersTo(server.url, 'no-reply@localhost')).filter(({ text }) => text.includes(id));
    return matching.length > 0 && matching;
  });
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toContain('amount 1, ordered 24900');
});

test('another subscription at the provider neither replaces nor ends the active one', async () => {
  const { user, id, session } = await buying();
  const ref = await stripe.pay(session);
  const t = now() + 5;
  await stripe.send(stateChanged('sub_other', id, 'active', { at: t, until: t + 3_000_000 }));
  await stripe.send(stateChanged('sub_other', id, 'canceled', { at: t + 1 }));
  expect(await current(user)).toMatchObject({ subscription: { status: 'active', cancel_at_period_end: false } });
  const { rows } = await sql<{ ref: string }>`select provider_ref as ref from subscriptions where id = ${id}`.execute(
    server.db,
  );
  expect(rows[0]?.ref).toBe(ref);
  expect(await reported(id)).toEqual(
    Array.from({ length: 2 }, () => `the provider's subscription sub_other, known as ${ref}`),
  );
});

test('an event that is forged, stale, from the future or unsigned is refused and changes nothing', async () => {
  const { user, id } = await buying();
  const event = () => stateChanged(`sub_${randomUUID()}`, id, 'active', { at: now() });
  expect(await stripe.send(event(), { secret: 'whsec_other' })).toBe(400);
  expect(await stripe.send(event(), { at: now() - 600 })).toBe(400);
  expect(await stripe.send(event(), { at: now() + 600 })).toBe(400);
  for (const signature of [
    undefined,
    '',
    't=,v1=',
    `t=${now()},v1=${'0'.repeat(64)}`,
    `t=${now()},v0=${'0'.repeat(64)}`,
  ]) {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/v1/subscriptions/webhooks/stripe',
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
      payload: JSON.stringify(event()),
    });
    expect([response.statusCode, at(response.json(), 'code')]).toEqual([400, 'VALIDATION']);
  }
  expect(await me(user)).toMatchObject({ plan: null });
});

test('malformed events and events about unknown objects are accepted and ignored', async () => {
  const ignoredEvents: object[] = [
    {},
    [],
    { id: 'evt_1', type: '__proto__', created: now(), data: { object: {} } },
    { id: 'evt_2', type: 'constructor', created: now(), data: { object: {} } },
    { id: 'evt_3', type: 'customer.subscription.updated', created: now() },
    { id: 'evt_4', type: 'invoice.paid', created: 'yesterday', data: { object: { id: 'in_1' } } },
    stateChanged('sub_nobody', 'not an id', 'active', { at: now() }),
    stateChanged('sub_nobody', randomUUID(), 'active', { at: now() }),
  ];
  for (const event of ignoredEvents) expect(await stripe.send(event)).toBe(200);
});

test('users are redirected only to known hosts', () => {
  const hosts = ['checkout.stripe.com', '127.0.0.1:9'];
  expect(requireAllowedHost('https://checkout.stripe.com/c/pay/1', hosts)).toBe('https://checkout.stripe.com/c/pay/1');
  expect(requireAllowedHost('http://127.0.0.1:9/page/1', hosts)).toBe('http://127.0.0.1:9/page/1');
  for (const url of [
    'https://checkout.stripe.com.evil.test/',
    'https://evil.test/checkout.stripe.com',
    'https://checkout.stripe.com@evil.test/',
    'http://checkout.stripe.com/',
    'javascript:alert(1)',
    '//checkout.stripe.com/x',
    'nonsense',
    undefined,
    7,
  ]) {
    expect(() => requireAllowedHost(url, hosts), String(url)).toThrow('The server is busy');
  }
});

test('while the provider is unreachable, checkout gets 503 and the subscription stays pending', async () => {
  const unreachable = await startStripe();
  const ownServer = await startServer({ env: unreachable.env });
  const user = await ownServer.signIn('stranger');
  await unreachable.close();
  const asked = await ownServer.request(user, 'POST', '/subscriptions/subscribe_v2', {
    plan: 'premium',
    payment: 'card',
  });
  expect([asked.status, at(asked.body, 'code')]).toEqual([503, 'PAYMENT_AWAY']);
  expect(await (await ownServer.request(user, 'GET', '/subscriptions/current')).body).toMatchObject({
    pending: { status: 'pending' },
  });
  await ownServer.close();
});
