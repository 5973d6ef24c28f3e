import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accept, reviewedOrder, storedOrder } from '../../support/orders/reviewing.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';
import { newId } from '../../support/users.ts';

/** Companies that pay after the work: who gives that, and what it changes for an order. */

const server = await provideServer();
const [customer, expert, admin] = await Promise.all([
  server.signIn('engineer'),
  server.signIn('expert'),
  server.signIn('admin'),
]);

const decide = (who: SignedIn, isOpen: boolean, reason = 'Framework contract of 2026', key = newId()) =>
  server.request(
    who,
    'POST',
    `/admin-api/companies/${customer.user.company_id}/open_credit`,
    { open_credit: isOpen, reason },
    { 'idempotency-key': key },
  );

async function invoiceOf(orderId: string) {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from invoices where order_id = ${orderId}`.execute(server.db);
  expect(rows).toHaveLength(1);
  return rows[0];
}

test('an order of a company with open credit goes on at once, and its invoice is paid later', async () => {
  expect((await decide(admin, true)).status).toBe(200);
  const orderId = await reviewedOrder(server, [customer, expert]);
  expect(await accept(server, customer, orderId)).toMatchObject({ s: 'ok' });
  expect((await storedOrder(server, orderId)).status).toBe('processing');
  const invoice = await invoiceOf(orderId);
  expect(invoice?.status).toBe('open');
  const paid = await server.request(admin, 'POST', `/admin-api/invoices/${invoice?.id}/paid`, {});
  expect(paid).toMatchObject({ status: 200, body: { status: 'paid' } });
  expect((await storedOrder(server, orderId)).history.map(({ event }) => event).at(-1)).toBe('ACCEPT_QUOTE');
  const again = await server.request(admin, 'POST', `/admin-api/invoices/${invoice?.id}/paid`, {});
  expect(again).toMatchObject({ status: 409, body: { code: 'INVOICE_CLOSED' } });
});

test('when open credit has ended, the next order waits for its payment, and one that runs goes on', async () => {
  await decide(admin, true);
  const [before, after] = [
    await reviewedOrder(server, [customer, expert]),
    await reviewedOrder(server, [customer, expert]),
  ];
  await accept(server, customer, before);
  await decide(admin, false, 'Two invoices are overdue');
  await accept(server, customer, after);
  expect((await storedOrder(server, before)).status).toBe('processing');
  expect((await storedOrder(server, after)).status).toBe('awaiting_payment');
});

test('an administrator gives open credit with a reason, once for a key, and everybody on the staff sees who did', async () => {
  const orderId = await reviewedOrder(server, [customer, expert]);
  expect((await decide(expert, true)).status).toBe(403);
  expect((await decide(admin, true, '  ')).status).toBe(422);
  const key = newId();
  const tries = await Promise.all([1, 2, 3].map(() => decide(admin, true, 'Known for years', key)));
  expect(tries.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from open_credit_changes where reason = 'Known for years'`.execute(server.db);
  expect(rows[0]?.n).toBe(1);
  const seen = await server.request(expert, 'GET', `/admin-api/po_orders/orders/${orderId}`);
  expect(at(seen.body, 'company')).toMatchObject({
    id: customer.user.company_id,
    open_credit: true,
    last_change: { reason: 'Known for years', by: expect.any(String) },
  });
});
