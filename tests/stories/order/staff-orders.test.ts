import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { forgetUser } from '../../../server/account/store/forget-user.ts';
import { issueInvoice } from '../../../server/payment/store/invoices.ts';
import { csvOf } from '../../../domain/ground/csv.ts';
import { Device } from '../../support/devices/device.ts';
import { placeOrder, pushEvent, staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { newId } from '../../support/users.ts';
import { at, type SignedIn, provideServer } from '../../support/servers/server.ts';

/** The staff's list of orders, and what they write about an order among themselves. */

let expert: SignedIn;
let admin: SignedIn;
let customer: SignedIn;
/** Submitted, in review by the expert, and a draft. */
let [submitted, reviewing, draft] = ['', '', ''];

const server = await provideServer();
beforeAll(async () => {
  expert = await server.signIn('expert');
  admin = await server.signIn('admin');
  customer = await server.signIn('engineer');
  submitted = await placeOrder(server, customer);
  reviewing = await placeOrder(server, customer);
  await staffEvent(server, expert, [reviewing, 'START_REVIEW', 'submitted']);
  draft = await saveDraft(await server.signIn('engineer'), '=HYPERLINK("https://evil.example")');
});

async function saveDraft(who: SignedIn, title: string): Promise<string> {
  const saved = await server.request(who, 'POST', '/po_system/orders/save', { data: { service: 'testing', title } });
  return String(at(saved.body, 'order.id'));
}

interface Row {
  id: string;
  number: string;
  title: string | null;
  status: string;
  expert: string | null;
  total: number | null;
  due: string | null;
}

async function list(query = '', who = expert) {
  const { status, body } = await server.request(who, 'GET', `/admin-api/po_orders/orders${query}`);
  expect(status).toBe(200);
  const rows = at(body, 'items') as Row[];
  return { rows, ids: rows.map(({ id }) => id), body };
}

const orderPath = (id: string, more = '') => `/admin-api/po_orders/orders/${id}${more}`;

test('experts and admins see all orders with price, due date and who is in charge; customers see no list', async () => {
  for (const who of [expert, admin]) {
    const { rows, body } = await list('', who);
    expect(body).toMatchObject({ total: 3, page: 1, limit: 50 });
    expect(at(body, 'experts')).toContainEqual({ id: expert.user.id, name: expect.any(String) });
    const row = rows.find(({ id }) => id === reviewing);
    const { quote, history } = await storedOrder(server, reviewing);
    expect(row).toMatchObject({ status: 'reviewing', total: quote.total, expert: expect.any(String) });
    expect(row?.due).toBe(history.find(({ event }) => event === 'PLACE')?.due);
    expect(row?.due).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(rows.find(({ id }) => id === draft)).toMatchObject({ total: null, due: null, expert: null });
  }
  for (const path of [orderPath(''), orderPath('export'), orderPath(submitted)].map((each) => each.replace(/\/$/, '')))
    expect((await server.request(customer, 'GET', path)).status).toBe(403);
});

test('the list is filtered by several statuses, by who is in charge, by company and by what is overdue', async () => {
  expect((await list('?status=submitted,draft&sort=number')).ids).toEqual([submitted, draft]);
  expect((await list(`?expert=${expert.user.id}`)).ids).toEqual([reviewing]);
  expect((await list(`?expert=none,${admin.user.id}&sort=-number`)).ids).toEqual([draft, submitted]);
  expect((await list(`?company=${customer.user.company_id}`)).rows).toHaveLength(3);
  expect((await list('?company=999999')).rows).toEqual([]);
  expect((await list('?overdue=true')).rows).toEqual([]);
  const past = sql`update orders set data = jsonb_set(data, '{history,1,due}', '"2026-01-01"') where id = ${submitted}`;
  await past.execute(server.db);
  expect((await list('?overdue=true')).ids).toEqual([submitted]);
});

test('the list is searched by number, title and customer, sorted by a column, and paged with its total', async () => {
  const { number } = await storedOrder(server, submitted);
  expect((await list(`?q=${number.toLowerCase()}`)).ids).toEqual([submitted]);
  expect((await list('?q=hyperlink')).ids).toEqual([draft]);
  expect((await list('?q=%25')).ids).toEqual([]);
  const name = encodeURIComponent((await storedOrder(server, submitted)).ownerName);
  expect((await list(`?q=${name}&status=submitted`)).ids).toEqual([submitted]);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?sort=number&limit=1&page=${page}`)));
  expect(pages.map(({ ids }) => ids)).toEqual([[submitted], [reviewing], [draft], []]);
  expect(pages.every(({ body }) => at(body, 'total') === 3)).toBe(true);
});

test.each(['sort=password_hash', 'status=gone', 'expert=me', 'company=1;drop', 'overdue=no', 'team=x'])(
  'a list with %s is refused, not shown without it',
  async (query) => {
    const { status } = await server.request(expert, 'GET', `${orderPath('').slice(0, -1)}?${query}`);
    expect(status).toBe(400);
  },
);

test('a file of all rows runs nothing that a customer wrote', async () => {
  const { body } = await server.request(expert, 'GET', `${orderPath('export')}?sort=number`);
  expect(at(body, 'total')).toBe(3);
  const rows = at(body, 'items') as Row[];
  const csv = csvOf(rows.map(({ number, title }) => [number, title]));
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  expect(csv).toContain(`,"'=HYPERLINK(""https://evil.example"")"`);
});

test('who starts the review is in charge, until somebody else is put in charge for a reason', async () => {
  const id = await placeOrder(server, customer);
  await server.request(admin, 'POST', orderPath(id, '/expert'), { expert_id: admin.user.id, reason: 'Mine' });
  await staffEvent(server, expert, [id, 'START_REVIEW', 'submitted']);
  expect(at((await server.request(expert, 'GET', orderPath(id))).body, 'expert.id')).toBe(admin.user.id);
  const given = await server.request(admin, 'POST', orderPath(id, '/expert'), { expert_id: null, reason: 'On leave' });
  expect(given.body).toMatchObject({
    expert: null,
    entries: [
      { kind: 'expert', expert: null, text: 'On leave' },
      { kind: 'expert', text: 'Mine' },
    ],
  });
  const wrong = await server.request(admin, 'POST', orderPath(id, '/expert'), { expert_id: customer.user.id });
  expect(wrong.status).toBe(422);
  expect(await pushEvent(server, customer, { orderId: id, event: 'CANCEL', expectStatus: 'reviewing' })).toMatchObject({
    s: 'ok',
  });
});

test('a colleague who took the order meanwhile is not replaced by a call that does not know it', async () => {
  const id = await placeOrder(server, customer);
  await staffEvent(server, expert, [id, 'START_REVIEW', 'submitted']);
  const assign = (body: object) => server.request(admin, 'POST', orderPath(id, '/expert'), body);
  const blind = await assign({ expert_id: admin.user.id });
  expect([blind.status, at(blind.body, 'code'), at(blind.body, 'details.expertId')]).toEqual([
    409,
    'STALE',
    expert.user.id,
  ]);
  expect((await assign({ expert_id: admin.user.id, expect_id: null })).status).toBe(409);
  expect((await assign({ expert_id: admin.user.id, expect_id: expert.user.id })).body).toMatchObject({
    expert: { id: admin.user.id },
  });
  const twice = await Promise.all([1, 2].map(() => assign({ expert_id: null, expect_id: admin.user.id })));
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  await pushEvent(server, customer, { orderId: id, event: 'CANCEL', expectStatus: 'reviewing' });
});

test('internal notes reach staff, and no device of a customer in any way', async () => {
  const device = await Device.open(server, customer);
  const secret = 'The customer pays late';
  const key = { 'idempotency-key': newId() };
  const noted = await server.request(expert, 'POST', orderPath(reviewing, '/notes'), { text: ` ${secret} ` }, key);
  expect(noted).toMatchObject({ status: 201, body: { entries: [{ kind: 'note', text: secret }, { kind: 'expert' }] } });
  const command = [reviewing, 'REQUEST_CHANGES', 'reviewing'] as [string, string, string];
  const again = { 'idempotency-key': newId() };
  for (let i = 0; i < 2; i++)
    await staffEvent(server, expert, command, { reason: 'Name the foil', note: `${secret}, again` }, again);
  const { body } = await server.request(admin, 'GET', orderPath(reviewing));
  expect((at(body, 'entries') as { text: string }[]).map(({ text }) => text)).toEqual([`${secret}, again`, secret, '']);
  expect(at(body, 'order.status')).toBe('draft');

  await device.look();
  expect(await device.order(reviewing)).toMatchObject({ status: 'draft' });
  const bearer = { authorization: `Bearer ${customer.token}` };
  const start = await server.app.inject({ url: '/api/v1/sync/snapshot', headers: bearer });
  const loaded = await server.request(customer, 'GET', `/po_system/orders/${reviewing}/load`);
  const { rows: log } = await sql<{ all: string }>`select string_agg(data::text, ' ') as all from events`.execute(
    server.db,
  );
  const everything = [JSON.stringify(await device.order(reviewing)), start.body, loaded.text, log[0]?.all ?? ''];
  for (const text of everything) {
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toContain(secret);
  }
});

test('a step from an older version is refused, although the status is the same', async () => {
  const id = await placeOrder(server, customer);
  const { sseq } = await storedOrder(server, id);
  await pushEvent(server, customer, { orderId: id, event: 'WITHDRAW', expectStatus: 'submitted' });
  const { quote_hash } = Object(
    (await server.request(customer, 'POST', '/po_system/calculate', { order_id: id })).body,
  ) as { quote_hash: string };
  await server.request(customer, 'POST', '/po_system/orders/place', { order_id: id, quote_hash });
  const start = [id, 'START_REVIEW', 'submitted'] as [string, string, string];
  const stale = await staffEvent(server, expert, start, { expect_version: sseq });
  expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', details: { from: 'submitted' } } });
  const version = Number(at(stale.body, 'details.version'));
  expect(version).toBeGreaterThan(sseq);
  expect((await staffEvent(server, expert, start, { expect_version: version })).status).toBe(200);
});

test('of my own order I am the customer, although I am staff', async () => {
  const id = await placeOrder(server, expert);
  const mine = await server.request(expert, 'GET', orderPath(id));
  expect(at(mine.body, 'allowed_commands')).toEqual(['WITHDRAW', 'CANCEL']);
  expect((await staffEvent(server, expert, [id, 'START_REVIEW', 'submitted'])).status).toBe(403);
  const colleague = await server.request(admin, 'GET', orderPath(id));
  expect(at(colleague.body, 'allowed_commands')).toEqual(['START_REVIEW', 'CANCEL']);
});

test.each(['paid', 'void'])('my own invoice is closed as %s by a colleague, not by me', async (status) => {
  const { id } = await server.db.transaction().execute((tx) =>
    issueInvoice(tx, {
      user_id: expert.user.id,
      company_id: null,
      subscription_id: null,
      status: 'open',
      seller: { lines: [], bank: [] },
      buyer: { name: 'Lab', email: 'lab@test.vfp', company: '', address: 'Road 1' },
      lines: [],
      currency: 'EUR',
      tax_bp: 0,
      subtotal: 100,
      tax: 0,
      total: 100,
      period_start: null,
      period_end: null,
    }),
  );
  const path = `/admin-api/invoices/${id}/${status}`;
  const mine = await server.request(expert, 'POST', path);
  expect(mine).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', details: { rule: 'OWN' } } });
  expect((await server.request(admin, 'POST', path)).body).toMatchObject({ id, status });
});

test('what staff wrote about my orders is deleted with my account', async () => {
  const leaving = await server.signIn('engineer');
  const id = await placeOrder(server, leaving);
  await server.request(expert, 'POST', orderPath(id, '/notes'), { text: 'Knows the format' });
  await server.db.transaction().execute((tx) => forgetUser(tx, leaving.user.id));
  expect(at((await server.request(expert, 'GET', orderPath(id))).body, 'entries')).toEqual([]);
});
