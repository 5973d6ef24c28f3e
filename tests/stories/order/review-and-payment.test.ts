import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { moveDueOrders } from '../../../server/order/jobs/due-orders.ts';
import {
  accept,
  placeOrder,
  pushEvent,
  reviewedOrder,
  staffEvent,
  storedOrder,
} from '../../support/orders/reviewing.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { newId } from '../../support/users.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** From a placed order to a paid one: the review, its binding price, the invoice, and what may not happen twice. */

let customer: SignedIn;

const server = await provideServer();
const expert = await server.signIn('expert');
beforeEach(async () => {
  customer = await server.signIn('engineer');
});

const free = { code: 'report', amount: 0, reason: ' First order: the report is on us. ' };

async function invoicesOf(orderId: string) {
  const { rows } = await sql<{ id: string; number: string; status: string; subtotal: number; lines: object[] }>`
    select id, number, status, subtotal, lines from invoices where order_id = ${orderId}`.execute(server.db);
  return rows;
}

const close = (id: string | undefined, status: 'paid' | 'void') =>
  server.request(expert, 'POST', `/admin-api/invoices/${id}/${status}`, {});

test('an order is reviewed with a changed line, accepted, invoiced once, paid, and processed', async () => {
  const orderId = await placeOrder(server, customer);
  const placed = (await storedOrder(server, orderId)).quote;
  const started = await staffEvent(server, expert, [orderId, 'START_REVIEW', 'submitted']);
  expect(started).toMatchObject({
    status: 200,
    body: { status: 'reviewing', allowed_commands: ['REQUEST_CHANGES', 'REJECT', 'APPROVE', 'CANCEL'] },
  });

  const key = { 'idempotency-key': newId() };
  const approve = () => staffEvent(server, expert, [orderId, 'APPROVE', 'reviewing'], { overrides: [free] }, key);
  expect((await approve()).status).toBe(200);
  const again = await approve();
  const report = placed.lines.find(({ code }) => code === 'report')?.amount ?? 0;
  expect(again).toMatchObject({ status: 200, body: { status: 'reviewed', price: { total: placed.total - report } } });
  expect(at(again.body, 'price.items')).toContainEqual(
    expect.objectContaining({
      code: 'report',
      amount: 0,
      override: { computed: report, reason: 'First order: the report is on us.', by: expect.any(String) },
    }),
  );
  const { quote, history } = await storedOrder(server, orderId);
  expect(history.map(({ event }) => event)).toEqual(['SAVE', 'PLACE', 'START_REVIEW', 'APPROVE']);
  expect(quote.hash).not.toBe(placed.hash);
  expect(at(again.body, 'price')).toMatchObject({ quote_hash: quote.hash, valid_until: quote.validUntil });

  const tries = await Promise.all(Array.from({ length: 20 }, () => accept(server, customer, orderId)));
  expect(tries.filter((result) => result?.s === 'ok')).toHaveLength(1);
  expect(tries.filter((result) => result?.s === 'rejected' && result.code === 'STALE')).toHaveLength(19);
  const [invoice, ...others] = await invoicesOf(orderId);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({ status: 'open', subtotal: quote.total });
  expect(invoice?.lines).toHaveLength(quote.lines.length);
  expect((await storedOrder(server, orderId)).status).toBe('awaiting_payment');

  const paid = await Promise.all(Array.from({ length: 20 }, () => close(invoice?.id, 'paid')));
  const refused = paid.filter(({ status, body }) => status === 409 && at(body, 'code') === 'INVOICE_CLOSED');
  expect(refused).toHaveLength(19);
  expect(paid.find(({ status }) => status === 200)?.body).toMatchObject({ status: 'paid', order_id: orderId });
  const after = await storedOrder(server, orderId);
  expect(after.status).toBe('processing');
  expect(after.history.slice(4).map(({ event }) => event)).toEqual(['ACCEPT_QUOTE', 'INVOICE_PAID']);
});

test('the numbers of invoices have no gap after tries that were refused', async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await reviewedOrder(server, [customer, expert]));
  await Promise.all(ids.flatMap((id) => [accept(server, customer, id), accept(server, customer, id)]));
  const { rows } = await sql<{ n: number; all: number }>`
    select count(*)::int as all, max(substr(number, 10)::int) as n from invoices`.execute(server.db);
  expect(rows[0]?.all).toBe(rows[0]?.n);
});

test('a void invoice cancels its order, and a cancelled order voids its invoice', async () => {
  const [voided, cancelled] = [
    await reviewedOrder(server, [customer, expert]),
    await reviewedOrder(server, [customer, expert]),
  ];
  for (const id of [voided, cancelled]) await accept(server, customer, id);
  expect((await close((await invoicesOf(voided))[0]?.id, 'void')).status).toBe(200);
  await pushEvent(server, customer, { orderId: cancelled, event: 'CANCEL', expectStatus: 'awaiting_payment' });
  for (const id of [voided, cancelled]) {
    expect((await storedOrder(server, id)).status).toBe('cancelled');
    expect(await invoicesOf(id)).toMatchObject([{ status: 'void' }]);
  }
});

test('the customer gets the invoice by e-mail, which leads to the order and speaks of no plan', async () => {
  const id = await reviewedOrder(server, [customer, expert]);
  await accept(server, customer, id);
  const [invoice] = await invoicesOf(id);
  const email = String(at((await server.request(customer, 'GET', '/users/me')).body, 'email'));
  await expect
    .poll(async () => (await lettersTo(server.url, email)).map(({ subject }) => subject))
    .toContain(`Invoice ${invoice?.number} from VFP`);
  const letters = await lettersTo(server.url, email);
  const text = letters.find(({ subject }) => subject === `Invoice ${invoice?.number} from VFP`)?.text;
  expect(text).toContain(`/one-stop-order/history/${id}`);
  expect(text).not.toContain('plan');
});

test('another price than the one I have seen is not accepted for me', async () => {
  const orderId = await reviewedOrder(server, [customer, expert]);
  const seen = (await storedOrder(server, orderId)).quote.hash;
  await pushEvent(server, customer, { orderId, event: 'CHANGE', expectStatus: 'reviewed' });
  const { quote_hash } = Object(
    (await server.request(customer, 'POST', '/po_system/calculate', { order_id: orderId })).body,
  );
  await server.request(customer, 'POST', '/po_system/orders/place', { order_id: orderId, quote_hash });
  await staffEvent(server, expert, [orderId, 'START_REVIEW', 'submitted']);
  await staffEvent(server, expert, [orderId, 'APPROVE', 'reviewing'], { overrides: [free] });
  const args = { orderId, event: 'ACCEPT_QUOTE', expectStatus: 'reviewed' };
  expect(await pushEvent(server, customer, { ...args, quoteHash: seen })).toMatchObject({ code: 'QUOTE_CHANGED' });
  expect(await pushEvent(server, customer, args)).toMatchObject({ code: 'INVALID' });
  expect(await accept(server, customer, orderId)).toMatchObject({ s: 'ok' });
});

test('after its date a price cannot be accepted, and the order returns to draft', async () => {
  const orderId = await reviewedOrder(server, [customer, expert]);
  const early = await reviewedOrder(server, [customer, expert]);
  await sql`update orders set data = jsonb_set(data, '{quote,validUntil}', '"2026-01-01T00:00:00.000Z"')
    where id = ${orderId}`.execute(server.db);
  expect(await accept(server, customer, orderId)).toMatchObject({ code: 'QUOTE_EXPIRED' });
  expect(await moveDueOrders(server, 'expire_quotes')).toBe(1);
  expect(await storedOrder(server, orderId)).toMatchObject({ status: 'draft' });
  expect((await storedOrder(server, orderId)).history.at(-1)).toMatchObject({ event: 'QUOTE_EXPIRED', by: 'system' });
  expect(await storedOrder(server, early)).toMatchObject({ status: 'reviewed' });
  expect(await moveDueOrders(server, 'expire_quotes')).toBe(0);
});

test('a customer cannot end a price or approve an order as the server or staff do', async () => {
  const orderId = await reviewedOrder(server, [customer, expert]);
  const expire = { orderId, event: 'QUOTE_EXPIRED', expectStatus: 'reviewed' };
  expect(await pushEvent(server, customer, expire)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await pushEvent(server, expert, expire)).toMatchObject({ code: 'FORBIDDEN' });
  expect((await staffEvent(server, customer, [orderId, 'APPROVE', 'reviewed'])).status).toBe(403);
});

test.each([
  ['an event that is not next', ['SHIP', 'submitted'], {}, 409, 'ILLEGAL_TRANSITION'],
  ['a status that has changed', ['APPROVE', 'reviewing'], {}, 409, 'STALE'],
  ["the customer's own event", ['WITHDRAW', 'submitted'], {}, 403, 'FORBIDDEN'],
  ['an override of another event', ['START_REVIEW', 'submitted'], { overrides: [free] }, 422, 'INVALID'],
] as const)('the door refuses %s', async (_, [event, expectStatus], more, status, code) => {
  const orderId = await placeOrder(server, customer);
  const refused = await staffEvent(server, expert, [orderId, event, expectStatus], more);
  expect(refused).toMatchObject({ status, body: { code } });
});

test('a refused event comes with the status, where the event leads, and what may be done instead', async () => {
  const orderId = await placeOrder(server, customer);
  const refused = await staffEvent(server, expert, [orderId, 'SHIP', 'submitted']);
  expect(at(refused.body, 'details')).toEqual({
    from: 'submitted',
    to: 'shipped',
    allowed: ['START_REVIEW', 'CANCEL'],
  });
});

test('an approval with wrong overrides is refused with a sentence for each, and changes nothing', async () => {
  const orderId = await placeOrder(server, customer);
  await staffEvent(server, expert, [orderId, 'START_REVIEW', 'submitted']);
  const overrides = [
    { code: 'gold', amount: 1, reason: 'Gilding' },
    { code: 'report', amount: -1, reason: ' ' },
  ];
  const refused = await staffEvent(server, expert, [orderId, 'APPROVE', 'reviewing'], { overrides });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      details: [
        { path: 'overrides/0/code', message: expect.stringContaining('no line with this code') },
        { path: 'overrides/1/amount', message: expect.stringContaining('cannot be negative') },
        { path: 'overrides/1/reason', message: expect.stringContaining('Give a reason') },
      ],
    },
  });
  expect((await storedOrder(server, orderId)).status).toBe('reviewing');
});
