import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { isWhole } from '../../support/whole.ts';
import { orderAwaitingMaterial, paidOrder } from '../../support/orders/goods.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { textOf } from '../../support/files/pdf-text.ts';
import { reportPdf, uploadOf } from '../../support/orders/results.ts';
import { accept, pushEvent, reviewedOrder, staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { at, type SignedIn, provideServer } from '../../support/servers/server.ts';

/** Orders that are cancelled after their price was accepted: the work done is billed, and nothing twice. */

let customer: SignedIn;

const server = await provideServer({ env: { TAX_PERCENT: '19' } });
const [expert, admin] = await Promise.all([server.signIn('expert'), server.signIn('admin')]);
beforeEach(async () => {
  customer = await server.signIn('engineer');
});

interface Document {
  id: string;
  kind: string;
  number: string;
  status: string;
  subtotal: number;
  tax: number;
  total: number;
  lines: { label: string; amount: number; agreed?: number }[];
}

async function documentsOf(orderId: string): Promise<Document[]> {
  const { rows } = await sql<Document>`
    select id, kind, number, status, subtotal, tax, total, lines from invoices
     where order_id = ${orderId} order by kind desc, number`.execute(server.db);
  return rows;
}

const cancel = (who: SignedIn, id: string, status: string, work_done?: readonly object[]) =>
  staffEvent(server, who, [id, 'CANCEL', status], work_done === undefined ? {} : { work_done });

const open = (isOpen: boolean) =>
  server.request(admin, 'POST', `/admin-api/companies/${customer.user.company_id}/open_credit`, {
    open_credit: isOpen,
    reason: 'Framework contract',
  });

/** Brings an order of a company that pays later to where its work begins. @returns its id */
async function orderOnCredit(): Promise<string> {
  await open(true);
  const id = await reviewedOrder(server, [customer, expert]);
  await accept(server, customer, id);
  return id;
}

const setup = (amount: number) => [{ code: 'setup', amount }];

async function textOfDocument(who: SignedIn, id: string, kind: 'invoice' | 'credit_note'): Promise<string> {
  const { token } = who;
  const reply = await fetch(`${server.url}/api/v1/po_system/orders/${id}/${kind}/pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
  return textOf(Buffer.from(await reply.arrayBuffer()));
}

test('a paid order that is cancelled by 20 tries at once gets one credit note over what was not done', async () => {
  const orderId = await paidOrder(server, [customer, expert]);
  await staffEvent(server, expert, [orderId, 'START_BUILD', 'processing']);
  const { quote } = await storedOrder(server, orderId);
  const tries = await Promise.all(Array.from({ length: 20 }, () => cancel(admin, orderId, 'prototyping', setup(1000))));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(tries.filter(({ status, body }) => status === 409 && at(body, 'code') === 'STALE')).toHaveLength(19);

  const [invoice, note, ...more] = await documentsOf(orderId);
  expect(more).toEqual([]);
  expect(invoice).toMatchObject({ kind: 'invoice', status: 'paid', subtotal: quote.total });
  expect(note).toMatchObject({ kind: 'credit_note', status: 'open', subtotal: quote.total - 1000 });
  expect(note?.number).toMatch(/^CN-\d{4}-\d{6}$/);
  // With the work done and its tax, it is what was paid.
  expect(Number(note?.total) + 1190).toBe(invoice?.total);
  expect(note?.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(note?.subtotal);

  const { history } = await storedOrder(server, orderId);
  expect(history.at(-1)).toMatchObject({
    event: 'CANCEL',
    bill: { total: 1000, currency: 'EUR', lines: setup(1000), settlement: 'refund' },
  });
  const record = await server.request(customer, 'GET', `/po_system/orders/${orderId}/record`);
  expect(record.text).toContain('"settlement":"refund"');
  for (const who of [customer, admin]) {
    const text = (await textOfDocument(who, orderId, 'credit_note')).replaceAll('\n', ' ');
    expect(text).toContain(`Number ${note?.number}`);
    expect(text).toContain(`Corrects invoice ${invoice?.number}`);
  }
  const email = String(at((await server.request(customer, 'GET', '/users/me')).body, 'email'));
  const letters = () => lettersTo(server.url, email);
  await expect
    .poll(async () => (await letters()).map(({ subject }) => subject))
    .toContain(`Credit note ${note?.number} from VFP`);
  await expect
    .poll(async () => (await letters()).some(({ subject }) => subject.includes('It was cancelled')))
    .toBe(true);

  const refund = () => server.request(admin, 'POST', `/admin-api/invoices/${note?.id}/paid`, {});
  const refunds = await Promise.all(Array.from({ length: 20 }, refund));
  expect(refunds.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await server.request(admin, 'POST', `/admin-api/invoices/${note?.id}/void`, {})).status).not.toBe(200);
});

test('the open invoice of an order on credit is replaced by one over the work done, and is not once more after 20 tries', async () => {
  const orderId = await orderOnCredit();
  await staffEvent(server, expert, [orderId, 'START_BUILD', 'processing']);
  const tries = await Promise.all(Array.from({ length: 20 }, () => cancel(admin, orderId, 'prototyping', setup(1000))));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  const documents = await documentsOf(orderId);
  expect(documents.map(({ kind, status, subtotal }) => [kind, status, subtotal])).toEqual([
    ['invoice', 'void', expect.any(Number)],
    ['invoice', 'open', 1000],
  ]);
  expect(documents[1]).toMatchObject({ total: 1190, lines: [{ amount: 1000, agreed: expect.any(Number) }] });
  expect((await storedOrder(server, orderId)).history.at(-1)?.bill?.settlement).toBe('invoice');
  expect(await textOfDocument(customer, orderId, 'invoice')).toContain('Accepted price of this line');
});

test('without any work the open invoice is void, and of a paid one everything is given back', async () => {
  const [onCredit, paid] = [await orderOnCredit(), (await open(false), await paidOrder(server, [customer, expert]))];
  for (const id of [onCredit, paid]) expect((await cancel(admin, id, 'processing', [])).status).toBe(200);
  expect(await documentsOf(onCredit)).toMatchObject([{ status: 'void' }]);
  const [invoice, note] = await documentsOf(paid);
  expect([note?.subtotal, note?.tax, note?.total]).toEqual([invoice?.subtotal, invoice?.tax, invoice?.total]);
});

test('where all of it was done nothing is given back, and an open invoice stays as it is', async () => {
  const onCredit = await orderOnCredit();
  await open(false);
  const paid = await paidOrder(server, [customer, expert]);
  for (const [id, status] of [
    [onCredit, 'open'],
    [paid, 'paid'],
  ] as const) {
    const { quote } = await storedOrder(server, id);
    const all = quote.lines.map(({ code, amount }) => ({ code, amount }));
    expect((await cancel(admin, id, 'processing', all)).status).toBe(200);
    expect(await documentsOf(id)).toMatchObject([{ kind: 'invoice', status }]);
    expect(await documentsOf(id)).toHaveLength(1);
  }
});

test('an order on credit whose invoice was paid meanwhile gets a credit note', async () => {
  const orderId = await orderOnCredit();
  const [invoice] = await documentsOf(orderId);
  await server.request(admin, 'POST', `/admin-api/invoices/${invoice?.id}/paid`, {});
  await cancel(admin, orderId, 'processing', setup(500));
  expect(await documentsOf(orderId)).toMatchObject([{ status: 'paid' }, { kind: 'credit_note', status: 'open' }]);
});

test(
  'a payment and a cancellation at once: the invoice is either paid and credited, or replaced',
  { timeout: 120_000 },
  async () => {
    for (let i = 0; i < (isWhole ? 10 : 3); i++) {
      const orderId = await orderOnCredit();
      const [invoice] = await documentsOf(orderId);
      await Promise.all([
        server.request(admin, 'POST', `/admin-api/invoices/${invoice?.id}/paid`, {}),
        cancel(admin, orderId, 'processing', setup(700)),
      ]);
      const found = (await documentsOf(orderId)).map(({ kind, status }) => `${kind} ${status}`);
      const { settlement } = (await storedOrder(server, orderId)).history.at(-1)?.bill ?? {};
      expect([settlement, ...found]).toEqual(
        settlement === 'refund'
          ? ['refund', 'invoice paid', 'credit_note open']
          : ['invoice', 'invoice void', 'invoice open'],
      );
    }
  },
);

test('who cancels states the work, with amounts of the price; the order comes with a proposal', async () => {
  const orderId = await paidOrder(server, [customer, expert]);
  await staffEvent(server, expert, [orderId, 'START_BUILD', 'processing']);
  expect(await cancel(admin, orderId, 'prototyping')).toMatchObject({
    status: 422,
    body: { details: [{ path: 'workDone', code: 'REQUIRED', message: expect.stringContaining('work_done') }] },
  });
  const { quote } = await storedOrder(server, orderId);
  const most = quote.lines.find(({ code }) => code === 'setup')?.amount ?? 0;
  for (const [work, code] of [
    [setup(most + 1), 'TOO_MUCH'],
    [setup(-1), 'NEGATIVE'],
    [[{ code: 'gold', amount: 1 }], 'UNKNOWN_LINE'],
    [[...setup(1), ...setup(1)], 'TWICE'],
  ] as const)
    expect(await cancel(admin, orderId, 'prototyping', work)).toMatchObject({
      status: 422,
      body: { details: [{ code }] },
    });
  const seen = await server.request(expert, 'GET', `/admin-api/po_orders/orders/${orderId}`);
  expect(at(seen.body, 'work_done')).toContainEqual({ code: 'setup', amount: most });
  expect(at(seen.body, 'work_done')).toContainEqual({ code: 'assembly', amount: 0 });
  const early = await reviewedOrder(server, [customer, expert]);
  expect(await staffEvent(server, expert, [early, 'APPROVE', 'reviewed'], { work_done: [] })).not.toMatchObject({
    status: 200,
  });
  expect(await documentsOf(orderId)).toHaveLength(1);
});

test('a customer who cancels before anything was done gets everything back, and states no work', async () => {
  const orderId = await orderAwaitingMaterial(server, [customer, expert]);
  const args = { orderId, event: 'CANCEL', expectStatus: 'awaiting_delivery_of_material' };
  expect(await pushEvent(server, customer, { ...args, workDone: [] } as typeof args)).toMatchObject({
    code: 'INVALID',
  });
  expect(await pushEvent(server, customer, args)).toMatchObject({ s: 'ok' });
  const [invoice, note] = await documentsOf(orderId);
  expect(note).toMatchObject({ kind: 'credit_note', total: invoice?.total });
});

test('a report about the material bills nothing to a customer who cancels, because nobody has stated any work', async () => {
  const orderId = await orderAwaitingMaterial(server, [customer, expert]);
  const reports = `/admin-api/po_orders/orders/${orderId}/test_reports`;
  const upload_id = await uploadOf(server, expert, 'goods.pdf', reportPdf(orderId));
  const added = await server.request(expert, 'POST', reports, { upload_id, title: 'Incoming goods' });
  const report_ids = [at(added.body, 'items.0.id')];
  expect((await server.request(expert, 'POST', `${reports}/publish`, { report_ids })).status).toBe(200);
  const args = { orderId, event: 'CANCEL', expectStatus: 'awaiting_delivery_of_material' };
  expect(await pushEvent(server, customer, args)).toMatchObject({ s: 'ok' });
  const [invoice, note] = await documentsOf(orderId);
  expect(note).toMatchObject({ kind: 'credit_note', total: invoice?.total });
});

test('material that ends a paid order is given back as well', async () => {
  const orderId = await orderAwaitingMaterial(server, [customer, expert]);
  const reason = 'There is no safety data sheet.';
  await staffEvent(server, expert, [orderId, 'MATERIAL_REFUSED', 'awaiting_delivery_of_material'], { reason });
  expect((await storedOrder(server, orderId)).status).toBe('rejected');
  expect(await documentsOf(orderId)).toMatchObject([{ status: 'paid' }, { kind: 'credit_note' }]);
});

test('the numbers of invoices and of credit notes have no gaps', async () => {
  for (const kind of ['invoice', 'credit_note']) {
    const { rows } = await sql<{ n: number }>`
      select right(number, 6)::int as n from invoices where kind = ${kind} order by number`.execute(server.db);
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, i) => i + 1));
  }
});
