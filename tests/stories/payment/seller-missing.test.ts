import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSeller } from '../../../server/ground/seller.ts';
import { issueDrafts } from '../../../server/payment/drafts.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { accept, pushEvent, reviewedOrder, storedOrder } from '../../support/orders/reviewing.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** An installation whose seller and bank account are not set yet: nothing is numbered, and nothing is lost. */

const server = await provideServer({ env: { INVOICE_SELLER: '', INVOICE_IBAN: '' } });
const customer = await server.signIn('engineer');
const expert = await server.signIn('expert');
const admin = await server.signIn('admin');

const invoices = async () => {
  const { rows } = await sql<{ number: string | null; status: string; order_id: string | null; user_id: string }>`
    select number, status, order_id, user_id from invoices order by issued_at, number`.execute(server.db);
  return rows;
};
const subscribe = (who: SignedIn) =>
  server.request(who, 'POST', '/subscriptions/subscribe', {
    plan: 'professional',
    buyer: { name: 'Zoë Łukasik', email: `${who.user.id}@lab.test`, address: 'ul. Długa 5\n00-001 Warszawa' },
  });
const close = (orderId: string) =>
  pushEvent(server, admin, { orderId, event: 'INVOICE_PAID', expectStatus: 'awaiting_payment' });

test('a price is accepted and a plan bought before the seller is set, and each is billed once when it is', async () => {
  const buyer = await server.signIn('stranger');
  const leaver = await server.signIn('stranger');
  const [orderId, given] = [
    await reviewedOrder(server, [customer, expert]),
    await reviewedOrder(server, [customer, expert]),
  ];
  expect(await accept(server, customer, orderId)).toMatchObject({ s: 'ok' });
  expect(await accept(server, customer, given)).toMatchObject({ s: 'ok' });
  expect((await storedOrder(server, orderId)).status).toBe('awaiting_payment');
  const bought = await subscribe(buyer);
  expect(bought.body).toMatchObject({ subscription: { status: 'pending' }, invoice: { status: 'draft', number: '' } });
  // The same order again has the same draft.
  expect((await subscribe(buyer)).body).toMatchObject({ invoice: { id: at(bought.body, 'invoice.id') } });
  await subscribe(leaver);
  expect((await invoices()).map(({ number }) => number)).toEqual([null, null, null, null]);

  const pdf = await server.request(customer, 'GET', `/po_system/orders/${orderId}/invoice/pdf`);
  expect([pdf.status, at(pdf.body, 'code')]).toEqual([409, 'INVOICE_WAITS']);
  expect(await close(orderId)).toMatchObject({ s: 'rejected', code: 'INVOICE_WAITS' });
  const listed = await server.request(admin, 'GET', '/admin-api/invoices?status=draft');
  expect(listed.body).toMatchObject({ total: 4, missing: ['INVOICE_SELLER', 'INVOICE_IBAN'] });
  const mine = await server.request(customer, 'GET', '/subscriptions/current');
  expect(at(mine.body, 'invoices')).toContainEqual(expect.objectContaining({ order_id: orderId, status: 'draft' }));
  const notices = (await lettersTo(server.url, `admin-${admin.user.id}@test.vfp`)).filter(({ subject }) =>
    subject.includes('wait for'),
  );
  expect(notices).toHaveLength(1);

  // What is given up meanwhile is not billed.
  await pushEvent(server, customer, { orderId: given, event: 'CANCEL', expectStatus: 'awaiting_payment' });
  await server.request(leaver, 'POST', '/subscriptions/cancel_subscription', { what: 'pending' });
  expect(await issueDrafts({ db: server.db, settings: settings({}) })).toBe(0);

  const set = { INVOICE_SELLER: 'VFP GmbH|Zellstraße 1|10115 Berlin', INVOICE_IBAN: 'DE89370400440532013000' };
  const runs = Array.from({ length: 4 }, () => issueDrafts({ db: server.db, settings: settings(set) }));
  await Promise.all(runs);
  const year = new Date().getUTCFullYear();
  expect(await invoices()).toEqual([
    { number: `INV-${year}-000001`, status: 'open', order_id: orderId, user_id: customer.user.id },
    { number: `INV-${year}-000002`, status: 'open', order_id: null, user_id: buyer.user.id },
  ]);
  const [letter, ...others] = (await lettersTo(server.url, `${buyer.user.id}@lab.test`)).filter(({ subject }) =>
    subject.startsWith('Invoice'),
  );
  expect([letter?.subject, others]).toEqual([`Invoice INV-${year}-000002 from VFP`, []]);
  expect(await close(orderId)).toMatchObject({ s: 'ok' });
});

function settings(env: Record<string, string>) {
  const seller = readSeller(env, { demo: false, isTaxed: false, dueDays: 14 });
  return { stripe: undefined, taxBp: 0, contactTo: '', ...seller };
}
