import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { formats } from '#domain/order/data/formats.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import en from '../../server/documents/texts/en.json' with { type: 'json' };
import ko from '../../server/documents/texts/ko.json' with { type: 'json' };
import { quotePdf } from '../../server/order/documents/quote-pdf.ts';
import { lettersTo } from '../support/servers/letters.ts';
import { textOf } from '../support/files/pdf-text.ts';
import { accept, placeOrder, reviewedOrder, storedOrder } from '../support/orders/reviewing.ts';
import { until } from '../support/until.ts';
import { at, provideServer, type SignedIn } from '../support/servers/server.ts';

/** Quotes and invoices of orders as PDF. */

const server = await provideServer();
const customer = await server.signIn('engineer');
const expert = await server.signIn('expert');

const overrides = [{ code: 'report', amount: 0, reason: 'The report is on us.' }];

async function pdf(who: SignedIn, id: string, which: 'quote' | 'invoice'): Promise<Buffer> {
  const reply = await fetch(`${server.url}/api/v1/po_system/orders/${id}/${which}/pdf`, {
    headers: { authorization: `Bearer ${who.token}`, 'x-device-id': 'a'.repeat(64) },
  });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await reply.arrayBuffer());
}

const inLanguage = (language: string) =>
  sql`update users set language = ${language} where id = ${customer.user.id}`.execute(server.db);

const read = (document: Buffer) => textOf(document).replaceAll(/\s+/g, ' ');

test('a quote and its invoice name every line, the changed one with its reason, and the total', async () => {
  const id = await reviewedOrder(server, [customer, expert], { overrides });
  await accept(server, customer, id);
  const { number, quote } = await storedOrder(server, id);
  for (const which of ['quote', 'invoice'] as const) {
    const document = await pdf(customer, id, which);
    const text = read(document);
    for (const { label } of quote.lines) expect(text).toContain(label);
    const total = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(quote.total / 100);
    expect(text).toContain(`EUR ${total}`);
    expect(text).toContain('Changed from EUR 150.00: The report is on us.');
    expect(text).toContain(number);
    expect(document.equals(await pdf(expert, id, which))).toBe(true);
  }
  const text = read(await pdf(customer, id, 'quote'));
  expect(text).toContain(`Binding until ${quote.validUntil?.slice(0, 10)}`);
  for (const part of [
    'Winding shaft diameter',
    'Computed values',
    'Cathode: Areal capacity',
    'VFP GmbH',
    'No tax is added.',
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/Page 2 of \d/);
});

test('an invoice is one page that names both sides, what to transfer, and where; its annex is the quote', async () => {
  const id = await reviewedOrder(server, [customer, expert], { overrides });
  await accept(server, customer, id);
  const text = read(await pdf(customer, id, 'invoice'));
  for (const part of [
    'VFP GmbH',
    '10115 Berlin',
    'DE123456789',
    'IBAN DE89 3704 0044 0532 0130 00',
    'Please transfer',
    'Page 1 of 1',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Winding shaft diameter');
  const { number } = await storedOrder(server, id);
  const [enclosed] = await until('the invoice is e-mailed', async () => {
    const letters = await lettersTo(server.url, `engineer-${customer.user.id}@test.vfp`);
    const names = letters.map((letter) => (at(letter, 'enclosed') as { name: string }[]).map(({ name }) => name));
    const found = names.filter((each) => each.includes(`${number}.pdf`));
    return found.length > 0 && found;
  });
  expect(enclosed).toEqual([expect.stringMatching(/^INV-/), `${number}.pdf`]);
});

test('a document is in the language that its reader asks for', async () => {
  const id = await reviewedOrder(server, [customer, expert]);
  const reply = await fetch(`${server.url}/api/v1/po_system/orders/${id}/quote/pdf?language=ko`, {
    headers: { authorization: `Bearer ${customer.token}`, 'x-device-id': 'a'.repeat(64) },
  });
  expect(read(Buffer.from(await reply.arrayBuffer()))).toContain('견적서');
});

test('a Korean customer gets documents in Korean, whoever downloads them', async () => {
  await inLanguage('ko');
  const id = await reviewedOrder(server, [customer, expert], { overrides });
  const text = read(await pdf(expert, id, 'quote'));
  expect(text).toContain('견적서');
  expect(text).toContain('시제품 제작 준비');
  expect(text).toContain('The report is on us.');
  await inLanguage('en');
});

test('before the review the document is an estimate, and a draft has none', async () => {
  const id = await placeOrder(server, customer);
  expect(read(await pdf(customer, id, 'quote'))).toContain('not binding before the review');
  const missing = await server.request(customer, 'GET', `/po_system/orders/${id}/invoice/pdf`);
  expect(missing.status).toBe(404);
});

test('a quote names the day and the time zone in which its price ends, as the page of the order does', async () => {
  const order = await storedOrder(server, await placeOrder(server, customer));
  const quote = { ...order.quote, validUntil: '2026-12-29T22:59:59.000Z' };
  const text = read(await quotePdf({ ...order, quote }, 'en', { timeZone: 'Europe/Berlin' }));
  expect(text).toContain('Binding until 2026-12-29, 23:59 Europe/Berlin');
});

test.each([
  [0, / Total EUR [\d,.]+ No tax is added\./],
  [1900, / Total before tax EUR [\d,.]+ 19 % tax is added on the invoice\./],
])(
  'a quote with a tax of %d basis points says the same about it as the pages of the order',
  async (taxBp, expected) => {
    const order = await storedOrder(server, await placeOrder(server, customer));
    expect(read(await quotePdf(order, 'en', { taxBp }))).toMatch(expected);
  },
);

test('the quote of an order that has ended without a delivery says since when its price no longer applies', async () => {
  const id = await placeOrder(server, customer);
  const order = await storedOrder(server, id);
  const ended = { ...order.history[0]!, to: 'cancelled', event: 'CANCEL', at: '2026-03-02T08:00:00.000Z' } as const;
  const cancelled = { ...order, status: ended.to, history: [...order.history, ended] };
  expect(read(await quotePdf(cancelled, 'en'))).toContain(
    'The order was cancelled on 2026-03-02. This price no longer applies.',
  );
  expect(read(await quotePdf({ ...cancelled, status: 'rejected' }, 'en'))).toContain('We declined the order');
});

test.each(formats.map(({ code }) => code))('the cell of a %s order is drawn', async (format) => {
  const doc: OrderDoc = { service: 'prototyping', format, chemistry: 'NMC/graphite', quantity: 10 };
  const updatedAt = '2026-03-01T00:00:00.000Z';
  const quote = quoteOf(doc, exampleRateCard);
  const order = { ...(await storedOrder(server, await placeOrder(server, customer))), doc, quote, updatedAt };
  const [once, again] = [await quotePdf(order, 'en'), await quotePdf(order, 'en')];
  expect(once.equals(again)).toBe(true);
  expect(read(once)).toContain(en.drawings.cell);
});

test('documents have the same texts in all languages', () => {
  const keys = (texts: Record<string, string | object>): string[] =>
    Object.entries(texts).flatMap(([key, each]) => [key, ...(typeof each === 'string' ? [] : keys(Object(each)))]);
  expect(keys(ko)).toEqual(keys(en));
});
