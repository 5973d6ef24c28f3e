import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { plans } from '#domain/account/plans-and-prices.ts';
import { issueInvoice } from '../../../../server/payment/store/invoices.ts';
import { lockOwner } from '../../../../server/payment/store/subscriptions.ts';
import { lettersTo } from '../../../support/servers/letters.ts';
import { textOf } from '../../../support/files/pdf-text.ts';
import { at, provideServer, type SignedIn, type TestServer } from '../../../support/servers/server.ts';

const server = await provideServer({
  env: {
    TAX_PERCENT: '19',
    INVOICE_SELLER: 'VFP GmbH|Zellstraße 1|10115 Berlin',
    CONTACT_EMAIL: 'hello@vfp.test',
  },
});

const post = (user: SignedIn | null, path: string, body: object = {}, key?: string) =>
  server.request(user, 'POST', path, body, key === undefined ? {} : { 'idempotency-key': key });
const me = async (user: SignedIn) => (await server.request(user, 'GET', '/users/me')).body;
const subscribe = (user: SignedIn, body: object, key?: string) => post(user, '/subscriptions/subscribe', body, key);
const close = (user: SignedIn, id: unknown, how: 'paid' | 'void') =>
  post(user, `/admin-api/invoices/${String(id)}/${how}`);
const current = async (user: SignedIn) => (await server.request(user, 'GET', '/subscriptions/current')).body;
const pdfOf = async (user: SignedIn, id: unknown) => {
  const response = await fetch(`${server.url}/api/v1/subscriptions/invoices/${String(id)}/pdf`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** The fields of an invoice for `issueInvoice`, without its status. */
const invoiceOf = (userId: string) => ({
  subscription_id: null,
  user_id: userId,
  company_id: null,
  seller: { lines: [], bank: [] },
  buyer: { name: 'N', email: 'n@test.vfp', company: '', address: '' },
  lines: [],
  currency: 'EUR',
  tax_bp: 0,
  subtotal: 0,
  tax: 0,
  total: 0,
  period_start: null,
  period_end: null,
});

test('the price list is public and matches the table of plans', async () => {
  for (const path of ['/api/v1/subscriptions/plans', '/v1/subscriptions/plans']) {
    const { statusCode, json } = await server.app.inject({ url: path });
    expect(statusCode).toBe(200);
    const { items, payment, questions } = json() as {
      items: Record<string, unknown>[];
      payment: string[];
      questions: unknown;
    };
    expect(questions).toEqual({ trial: 10, quota_factor: 1 });
    expect(payment).toEqual(['invoice']);
    expect(items.map(({ id, price, licenses, trial_days: days }) => [id, price, licenses, days])).toEqual([
      ['standard', 4900, 1, 0],
      ['professional-flex', 11900, 3, 0],
      ['professional', 24900, 5, 14],
      ['premium', 59000, 15, 14],
      ['navigator-premium', 149000, 25, 0],
    ]);
    for (const item of items) expect(item).toMatchObject({ currency: 'EUR', interval: 'month', tax_bp: 1900 });
  }
  const premium = (await server.request(null, 'GET', '/subscriptions/premium_plans')).body;
  expect((at(premium, 'items') as { id: string }[]).map(({ id }) => id)).toEqual([
    'professional',
    'premium',
    'navigator-premium',
  ]);
  const products = (await server.request(null, 'GET', '/subscriptions/products')).body;
  expect((at(products, 'items') as { id: string }[]).map(({ id }) => id)).toEqual([
    'standard/invoice',
    'professional-flex/invoice',
    'professional/invoice',
    'premium/invoice',
  ]);
});

test('a user buys by invoice, gets it by e-mail, and has the plan as soon as it is paid', async () => {
  const [buyer, admin] = [await server.signIn('stranger'), await server.signIn('admin')];
  const body = {
    plan: 'professional',
    buyer: {
      company: '한빛 배터리',
      name: 'Zoë Łukasik',
      address: 'ul. Długa 5\n00-001 Warszawa',
      email: 'Bills@Lab.test',
    },
  };
  const chosen = await server.request(buyer, 'POST', '/subscriptions/subscribe', {
    ...body,
    price: 1,
    status: 'active',
  });
  expect([chosen.status, at(chosen.body, 'details')]).toEqual([
    400,
    ['price', 'status'].map((path) => ({ path, code: 'additionalProperties' })),
  ]);
  const bought = await subscribe(buyer, body, randomUUID());
  expect(bought.status).toBe(200);
  expect(at(bought.body, 'subscription')).toMatchObject({
    plan: { name: 'professional' },
    status: 'pending',
    price: 24900,
    total: 29631,
    payment: 'invoice',
    current_period_end: null,
  });
  const invoice = at(bought.body, 'invoice');
  expect(invoice).toMatchObject({
    number: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
    company: '한빛 배터리',
    subtotal: 24900,
    tax: 4731,
    amount: 29631,
    currency: 'EUR',
    status: 'open',
  });
  expect(await me(buyer)).toMatchObject({ plan: null, subscription: null, flags: { canChatWithExperts: false } });

  const [message] = await lettersTo(server.url, 'bills@lab.test');
  expect(message?.subject).toBe(`Invoice ${String(at(invoice, 'number'))} from VFP`);
  expect(at(message, 'enclosed')).toEqual([
    { name: `${String(at(invoice, 'number'))}.pdf`, mime: 'application/pdf', size: expect.any(Number) },
  ]);

  const paid = await close(admin, at(invoice, 'id'), 'paid');
  expect([paid.status, at(paid.body, 'status')]).toEqual([200, 'paid']);
  const after = await me(buyer);
  expect(after).toMatchObject({
    role: 'COMPANY_ADMIN',
    company: { name: '한빛 배터리' },
    plan: { name: 'professional' },
    subscription: { billing_type: 'fixed', status: 'active' },
    flags: { canChatWithExperts: true, disableAiChat: false },
  });
  const days = (Date.parse(String(at(after, 'subscription.current_period_end'))) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(27.9);
  expect(days).toBeLessThan(31.1);
  const { rows } = await sql<{ license_limit: number; address: string }>`
    select c.license_limit, c.address from companies c join users u on u.company_id = c.id
     where u.id = ${buyer.user.id}`.execute(server.db);
  expect(rows).toEqual([{ license_limit: 5, address: 'ul. Długa 5\n00-001 Warszawa' }]);
  expect((await lettersTo(server.url, 'bills@lab.test', 2))[0]?.subject).toMatch(/^Paid: invoice INV-/);
});

test('the text of the invoice PDF can be selected, also in other scripts; another user gets 404', async () => {
  const [buyer, other] = [await server.signIn('stranger'), await server.signIn('stranger')];
  const bought = await subscribe(buyer, {
    plan: 'standard',
    buyer: { company: '한빛 배터리', name: 'Zoë Łukasik-Ивановна', address: '서울시 1\n電池 street' },
  });
  const id = at(bought.body, 'invoice.id');
  const { status, headers, bytes } = await pdfOf(buyer, id);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="${String(at(bought.body, 'invoice.number'))}.pdf"`,
  );
  const text = textOf(bytes);
  for (const part of [
    `Number${String(at(bought.body, 'invoice.number'))}`,
    'VFP GmbH',
    'Zellstraße 1',
    '한빛',
    'Zoë Łukasik-Ивановна',
    'Standard, one month',
    'EUR 49.00',
    'Tax 19 %',
    'EUR 9.31',
    'EUR 58.31',
    'IBAN DE89 3704 0044 0532 0130 00',
    '□□',
    'stands for a letter that',
  ]) {
    expect(text.replaceAll('\n', '')).toContain(part);
  }
  expect((await pdfOf(buyer, id)).bytes.equals(bytes)).toBe(true);
  expect((await pdfOf(other, id)).status).toBe(404);
  expect((await pdfOf(buyer, randomUUID())).status).toBe(404);
});

test('concurrent subscribe requests create one invoice, with the same key and with different keys', async () => {
  for (const keys of [Array(8).fill(randomUUID()), Array.from({ length: 8 }, () => randomUUID())] as string[][]) {
    const buyer = await server.signIn('stranger');
    const responses = await Promise.all(keys.map((key) => subscribe(buyer, { plan: 'premium' }, key)));
    expect(responses.map(({ status }) => status)).toEqual(keys.map(() => 200));
    expect(new Set(responses.map(({ body }) => at(body, 'invoice.number'))).size).toBe(1);
    const { rows } = await sql`select from invoices where user_id = ${buyer.user.id}`.execute(server.db);
    expect(rows).toHaveLength(1);
  }
});

test('a key used for another write or by another user is refused', async () => {
  const [buyer, other] = [await server.signIn('stranger'), await server.signIn('stranger')];
  const key = randomUUID();
  const first = await subscribe(buyer, { plan: 'premium' }, key);
  expect((await subscribe(buyer, { plan: 'premium' }, key)).body).toEqual(first.body);
  for (const [user, plan] of [
    [buyer, 'standard'],
    [other, 'premium'],
  ] as const) {
    const response = await subscribe(user, { plan }, key);
    expect([response.status, at(response.body, 'code')]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  }
});

test('twenty concurrent invoices get consecutive numbers, even if other transactions roll back', async () => {
  const buyers = await Promise.all(Array.from({ length: 20 }, () => server.signIn('stranger')));
  const { rows: before } = await sql<{ last: number }>`select last from invoice_numbers`.execute(server.db);
  const requests = buyers.map((user) => subscribe(user, { plan: 'professional' }));
  // Each takes a number and rolls back.
  const failing = buyers.map(({ user: { id } }) =>
    server.db.transaction().execute(async (tx) => {
      await issueInvoice(tx, { ...invoiceOf(id), status: 'open' });
      throw new Error('after the number was given');
    }),
  );
  const failed = await Promise.allSettled(failing);
  expect(failed.map(({ status }) => status)).toEqual(buyers.map(() => 'rejected'));
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(buyers.map(() => 200));
  const { rows } = await sql<{ n: number }>`
    select right(number, 6)::int as n from invoices order by number`.execute(server.db);
  const all = rows.map(({ n }) => n);
  expect(all).toEqual(Array.from({ length: all.length }, (_, i) => i + 1));
  expect(all.length - (before[0]?.last ?? 0)).toBe(20);
});

test('a trial starts at once, can be used once, and ends exactly at its end time', async () => {
  const tester = await server.signIn('trial');
  const began = await subscribe(tester, { plan: 'premium', trial: true });
  expect(began.body).toMatchObject({ subscription: { status: 'trailing' }, invoice: null });
  expect(await me(tester)).toMatchObject({
    status: 'FREE_TRIAL',
    subscription: { status: 'trailing' },
    flags: { canChatWithExperts: true, disableAiChat: true, isInstantTester: false },
  });
  expect(at(await current(tester), 'trial_available')).toBe(false);
  await sql`update users set current_period_end = now() where id = ${tester.user.id}`.execute(server.db);
  expect(await me(tester)).toMatchObject({
    status: 'ACTIVE',
    subscription: { status: 'cancelled' },
    flags: { canChatWithExperts: false, disableAiChat: false },
  });
  expect((await post(tester, '/experts/chats', { content: 'x' })).status).toBe(403);
  const again = await subscribe(tester, { plan: 'premium', trial: true });
  expect([again.status, at(again.body, 'details')]).toEqual([422, [{ path: 'trial', code: 'trial_used' }]]);
});

test('a trial from sign-up continues while an invoice is open, and becomes a paid plan when the invoice is paid', async () => {
  const [buyer, expert] = [await server.signIn('freeTrial'), await server.signIn('expert')];
  const bought = await subscribe(buyer, { plan: 'premium' });
  expect(await me(buyer)).toMatchObject({ status: 'FREE_TRIAL', subscription: { status: 'trailing' } });
  expect(await current(buyer)).toMatchObject({
    subscription: { status: 'trailing' },
    pending: { status: 'pending' },
    invoices: [{ status: 'open' }],
  });
  await close(expert, at(bought.body, 'invoice.id'), 'paid');
  expect(await me(buyer)).toMatchObject({
    status: 'ACTIVE',
    subscription: { status: 'active' },
    flags: { disableAiChat: false },
  });
  expect(await current(buyer)).toMatchObject({ subscription: { status: 'active' }, pending: null });
});

test('a user keeps the old plan until the invoice for a new one is paid; an invoice for a plan given up cannot be paid', async () => {
  const [buyer, admin] = [await server.signIn('stranger'), await server.signIn('admin')];
  const first = await subscribe(buyer, { plan: 'standard' });
  await close(admin, at(first.body, 'invoice.id'), 'paid');
  const again = await subscribe(buyer, { plan: 'standard' });
  expect([again.status, at(again.body, 'code')]).toEqual([409, 'ALREADY_SUBSCRIBED']);
  const dropped = await subscribe(buyer, { plan: 'professional' });
  const wanted = await subscribe(buyer, { plan: 'premium' });
  const late = await close(admin, at(dropped.body, 'invoice.id'), 'paid');
  expect([late.status, at(late.body, 'code')]).toEqual([409, 'INVOICE_CLOSED']);
  expect(await me(buyer)).toMatchObject({ plan: { name: 'standard' } });
  await close(admin, at(wanted.body, 'invoice.id'), 'paid');
  expect(await me(buyer)).toMatchObject({ plan: { name: 'premium' }, subscription: { status: 'active' } });
  const { rows } = await sql<{ status: string }>`
    select status from subscriptions where user_id = ${buyer.user.id} order by created_at`.execute(server.db);
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'active']);
});

test('an invoice is paid or voided once, also by concurrent calls', async () => {
  const [buyer, admin] = [await server.signIn('stranger'), await server.signIn('admin')];
  const bought = await subscribe(buyer, { plan: 'standard' });
  const id = at(bought.body, 'invoice.id');
  const responses = await Promise.all([1, 2, 3, 4].map(() => close(admin, id, 'paid')));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect((await close(admin, id, 'void')).status).toBe(409);
  const other = await subscribe(await server.signIn('stranger'), { plan: 'standard' });
  const otherId = at(other.body, 'invoice.id');
  expect(at((await close(admin, otherId, 'void')).body, 'status')).toBe('void');
  expect((await close(admin, otherId, 'paid')).status).toBe(409);
});

test('a cancelled plan lasts until the end of its paid term and can be resumed; a pending one is cancelled at once', async () => {
  const [buyer, admin] = [await server.signIn('stranger'), await server.signIn('admin')];
  const cancel = (body: object = {}) => post(buyer, '/subscriptions/cancel_subscription', body);
  const withoutPlan = await cancel();
  expect([withoutPlan.status, at(withoutPlan.body, 'code')]).toEqual([409, 'NOTHING_TO_CANCEL']);
  const pending = await subscribe(buyer, { plan: 'standard' });
  expect(at((await cancel()).body, 'subscription.status')).toBe('cancelled');
  expect((await close(admin, at(pending.body, 'invoice.id'), 'paid')).status).toBe(409);
  const bought = await subscribe(buyer, { plan: 'professional' });
  await close(admin, at(bought.body, 'invoice.id'), 'paid');
  expect((await cancel()).body).toMatchObject({ subscription: { status: 'active', cancel_at_period_end: true } });
  expect(await me(buyer)).toMatchObject({ flags: { canChatWithExperts: true } });
  const back = await subscribe(buyer, { plan: 'professional' });
  expect(back.body).toMatchObject({ subscription: { cancel_at_period_end: false }, invoice: null });
  await cancel();
  await sql`update users set current_period_end = now() where id = ${buyer.user.id}`.execute(server.db);
  expect(await me(buyer)).toMatchObject({ flags: { canChatWithExperts: false } });
});

test('a plan bought by a company administrator applies to the whole company, and to no other', async () => {
  const admin = await server.signIn('admin');
  const { rows } = await sql<{ id: number }>`insert into companies (name) values ('Kathode AG') returning id`.execute(
    server.db,
  );
  const [companyAdmin, colleague, stranger] = [
    await server.signIn('stranger'),
    await server.signIn('stranger'),
    await server.signIn('customer'),
  ];
  await sql`update users set company_id = ${rows[0]?.id}, role = case when id = ${companyAdmin.user.id} then 'COMPANY_ADMIN' else 'USER' end
    where id in (${companyAdmin.user.id}, ${colleague.user.id})`.execute(server.db);
  const bought = await subscribe(companyAdmin, { plan: 'premium' });
  expect(at(bought.body, 'invoice.company')).toBe('Kathode AG');
  await close(admin, at(bought.body, 'invoice.id'), 'paid');
  for (const user of [companyAdmin, colleague]) expect(await me(user)).toMatchObject({ plan: { name: 'premium' } });
  expect(await me(stranger)).toMatchObject({ plan: { name: 'professional' } });
  expect(await current(colleague)).toMatchObject({
    subscription: { plan: { name: 'premium' } },
    may_change: false,
    may_cancel: false,
    invoices: [],
  });
  expect(await post(colleague, '/subscriptions/cancel_subscription')).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
  expect((await pdfOf(colleague, at(bought.body, 'invoice.id'))).status).toBe(404);
});

test("a plan granted to a company is no member's own subscription, and a member cannot cancel it", async () => {
  const engineer = await server.signIn('engineer');
  const before = await me(engineer);
  expect(before).toMatchObject({ plan: { name: 'navigator-premium' } });
  expect(await current(engineer)).toMatchObject({ may_change: true, may_cancel: false });
  for (const what of ['running', undefined])
    expect(await post(engineer, '/subscriptions/cancel_subscription', { what })).toMatchObject({ status: 403 });
  expect(await me(engineer)).toEqual(before);
  expect(await subscriptionsOf(engineer)).toBe(0);
});

test('reading the current subscription writes nothing and waits for no lock', async () => {
  const customer = await server.signIn('customer');
  await server.db.transaction().execute(async (tx) => {
    await lockOwner(tx, { userId: customer.user.id, companyId: null });
    expect(await current(customer)).toMatchObject({ subscription: { plan: { name: 'professional' } } });
  });
  expect(await subscriptionsOf(customer)).toBe(0);
});

async function subscriptionsOf({ user }: SignedIn): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from subscriptions where user_id = ${user.id}`.execute(server.db);
  return rows[0]?.n;
}

test('a plan on request cannot be ordered, and a company that has it is already subscribed', async () => {
  const [stranger, engineer] = [await server.signIn('stranger'), await server.signIn('engineer')];
  const refused = await subscribe(stranger, { plan: 'navigator-premium' });
  expect([refused.status, at(refused.body, 'details')]).toEqual([422, [{ path: 'plan', code: 'on_request' }]]);
  expect(at((await subscribe(engineer, { plan: 'navigator-premium' })).body, 'code')).toBe('ALREADY_SUBSCRIBED');
});

describe('a refused request', () => {
  const id = '0190f5fe-7c00-7a00-8000-000000000001';
  type Kind = Parameters<TestServer['signIn']>[0] | 'guest';
  const cases: [
    user: Kind,
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    status: number,
    code: string,
  ][] = [
    ['guest', 'GET', '/subscriptions/current', undefined, 401, 'UNAUTHORIZED'],
    ['guest', 'POST', '/subscriptions/subscribe', { plan: 'premium' }, 401, 'UNAUTHORIZED'],
    ['guest', 'POST', '/subscriptions/subscribe_v2', { plan: 'premium' }, 401, 'UNAUTHORIZED'],
    ['guest', 'POST', '/subscriptions/intents', { plan: 'premium' }, 401, 'UNAUTHORIZED'],
    ['guest', 'POST', '/subscriptions/intents_v2', { plan: 'premium' }, 401, 'UNAUTHORIZED'],
    ['guest', 'POST', '/subscriptions/cancel_subscription', {}, 401, 'UNAUTHORIZED'],
    ['guest', 'GET', `/subscriptions/invoices/${id}/pdf`, undefined, 401, 'UNAUTHORIZED'],
    ['guest', 'GET', '/admin-api/invoices', undefined, 401, 'UNAUTHORIZED'],
    ['stranger', 'POST', '/subscriptions/subscribe', {}, 400, 'VALIDATION'],
    ['stranger', 'POST', '/subscriptions/subscribe', { plan: 'gold' }, 400, 'VALIDATION'],
    ['stranger', 'POST', '/subscriptions/subscribe', { plan: '__proto__' }, 400, 'VALIDATION'],
    ['stranger', 'POST', '/subscriptions/subscribe', { plan: 'premium', buyer: { name: ' ' } }, 400, 'VALIDATION'],
    ['stranger', 'POST', '/subscriptions/subscribe', { plan: 'premium', buyer: { email: 'x y@z' } }, 422, 'INVALID'],
    ['stranger', 'POST', '/subscriptions/subscribe', { plan: 'standard', trial: true }, 422, 'INVALID'],
    ['customer', 'POST', '/subscriptions/subscribe', { plan: 'premium', trial: true }, 422, 'INVALID'],
    [
      'stranger',
      'POST',
      '/subscriptions/subscribe_v2',
      { plan: 'premium', payment: 'card' },
      501,
      'PAYMENT_NOT_CONFIGURED',
    ],
    ['stranger', 'POST', '/subscriptions/subscribe_v2', { plan: 'premium', payment: 'cash' }, 400, 'VALIDATION'],
    ['stranger', 'POST', '/subscriptions/intents', { plan: 'premium' }, 501, 'PAYMENT_NOT_CONFIGURED'],
    ['stranger', 'POST', '/subscriptions/intents_v2', { plan: 'premium' }, 501, 'PAYMENT_NOT_CONFIGURED'],
    ['stranger', 'POST', '/subscriptions/cancel_subscription', { user_id: id }, 404, 'NOT_FOUND'],
    ['expert', 'POST', '/subscriptions/cancel_subscription', { user_id: id }, 404, 'NOT_FOUND'],
    ['customer', 'GET', '/admin-api/invoices', undefined, 403, 'FORBIDDEN'],
    ['customer', 'POST', `/admin-api/invoices/${id}/paid`, undefined, 403, 'FORBIDDEN'],
    ['customer', 'POST', `/admin-api/invoices/${id}/void`, undefined, 403, 'FORBIDDEN'],
    ['admin', 'POST', `/admin-api/invoices/${id}/paid`, undefined, 404, 'NOT_FOUND'],
    ['admin', 'POST', `/admin-api/invoices/${id}/void`, undefined, 404, 'NOT_FOUND'],
    ['admin', 'POST', '/admin-api/invoices/17/paid', undefined, 400, 'VALIDATION'],
    ['admin', 'GET', '/admin-api/invoices?limit=101', undefined, 400, 'VALIDATION'],
    ['admin', 'GET', '/admin-api/invoices?page=-1', undefined, 400, 'VALIDATION'],
    ['admin', 'GET', '/admin-api/invoices?status=lost', undefined, 400, 'VALIDATION'],
    ['guest', 'POST', '/subscriptions/contact_us', {}, 400, 'VALIDATION'],
    ['guest', 'POST', '/subscriptions/contact_us', { name: 'N', email: 'n', message: 'x' }, 400, 'VALIDATION'],
    ['guest', 'POST', '/subscriptions/contact_us', { name: 'N', email: 'not one', message: 'x' }, 422, 'INVALID'],
    ['guest', 'POST', '/subscriptions/webhooks/stripe', {}, 501, 'PAYMENT_NOT_CONFIGURED'],
  ];
  test.each(cases)('%s %s %s %j: %i %s', async (kind, method, path, body, status, code) => {
    const user = kind === 'guest' ? null : await server.signIn(kind);
    const response = await server.request(user, method, path, body);
    expect([response.status, at(response.body, 'code')]).toEqual([status, code]);
  });
});

test('staff list all invoices in pages, and filter them by status', async () => {
  const expert = await server.signIn('expert');
  const page = (query: string) => server.request(expert, 'GET', `/admin-api/invoices${query}`);
  const first = (await page('?limit=2')).body;
  const second = (await page('?limit=2&page=2')).body;
  const numbers = [first, second].flatMap((body) =>
    (at(body, 'items') as { number: string }[]).map(({ number }) => number),
  );
  expect(numbers).toEqual([...new Set(numbers)].toSorted().toReversed());
  expect(at(first, 'total')).toBeGreaterThan(20);
  const voided = (await page('?status=void&limit=100')).body;
  expect(new Set((at(voided, 'items') as { status: string }[]).map(({ status }) => status))).toEqual(new Set(['void']));
});

test('a contact message is stored and e-mailed, and a network can send five an hour', async () => {
  const contact = (remoteAddress: string, text: string) =>
    server.app.inject({
      method: 'POST',
      url: '/v1/subscriptions/contact_us',
      remoteAddress,
      headers: { 'x-device-id': 'a'.repeat(64) },
      payload: { name: 'Nia\r\nBcc: all@x.test', email: 'Nia@Lab.test', company: 'Lab', message: text },
    });
  const sent = await contact('10.9.0.1', 'How many cells?');
  expect([sent.statusCode, sent.json()]).toEqual([201, { id: expect.any(String), sent: true }]);
  const [message] = await lettersTo(server.url, 'hello@vfp.test');
  expect(message?.subject).toBe('Contact form: Nia Bcc: all@x.test, Lab, nia@lab.test');
  expect(message?.text).toContain('How many cells?');
  const more = await Promise.all(Array.from({ length: 9 }, (_, i) => contact('10.9.0.2', `${i}`)));
  expect(more.filter(({ statusCode }) => statusCode === 201)).toHaveLength(4);
  const refused = more.find(({ statusCode }) => statusCode === 429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await contact('10.9.1.1', 'Another network')).statusCode).toBe(201);
});

test('every plan id is in the table of plans, once', () => {
  expect(plans.map(({ id }) => id).toSorted()).toEqual([
    'navigator-premium',
    'premium',
    'professional',
    'professional-flex',
    'standard',
  ]);
});

test('staff cannot start a trial, and a trial set on a staff account does not disable the assistant', async () => {
  const expert = await server.signIn('expert');
  const begun = await subscribe(expert, { plan: 'professional', trial: true });
  expect([begun.status, at(begun.body, 'details.0.code')]).toEqual([422, 'no_trial']);
  await sql`update users set plan_name = 'professional', sub_status = 'trailing', status = 'FREE_TRIAL'
    where id = ${expert.user.id}`.execute(server.db);
  expect(await me(expert)).toMatchObject({ flags: { disableAiChat: false } });
});
