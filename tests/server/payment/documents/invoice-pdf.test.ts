import { expect, test } from 'vitest';
import { invoicePdf } from '../../../../server/payment/documents/invoice-pdf.ts';
import { transferText } from '../../../../server/payment/documents/payment-code.ts';
import { readSeller } from '../../../../server/ground/seller.ts';
import type { IssuedInvoice } from '../../../../server/payment/store/invoices.ts';
import { textOf } from '../../../support/files/pdf-text.ts';

const { seller = { lines: [], bank: [] } } = readSeller({}, { demo: true, isTaxed: true, dueDays: 14 });
const line = { label: 'Coating recipe', qty: 1, unit_price: 100_00, amount: 100_00 };

function invoiceOf(changes: Partial<IssuedInvoice> = {}): IssuedInvoice {
  const { lines = [line] } = changes;
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: 'a',
    kind: 'invoice',
    number: 'INV-2026-000007',
    corrects: null,
    subscription_id: null,
    user_id: 'u',
    company_id: 1,
    order_id: 'o',
    status: 'open',
    seller,
    buyer: {
      name: 'Mara Lindqvist',
      company: 'Helios',
      address: 'Batterigatan 4\n721 31 Västerås',
      email: 'mara@helios.test',
      vat_id: 'SE556012345601',
      reference: '4500012345',
    },
    lines,
    currency: 'EUR',
    tax_bp: 0,
    subtotal,
    tax: 0,
    total: subtotal,
    period_start: null,
    period_end: null,
    issued_at: new Date('2026-11-28T23:30:00Z'),
    due_at: new Date('2026-12-12T23:30:00Z'),
    paid_at: null,
    void_at: null,
    ...changes,
  };
}

const read = async (invoice: IssuedInvoice, language = 'en') =>
  textOf(await invoicePdf(invoice, language, { order: 'PO-2026-000004' })).replaceAll(/\s+/g, ' ');

test("an invoice names seller, buyer, tax number and the buyer's own reference, and its dates are the seller's", async () => {
  const text = await read(invoiceOf());
  for (const part of [
    ...seller.lines,
    'Batterigatan 4',
    'VAT or business number SE556012345601',
    '4500012345',
    '2026-11-29',
    '2026-12-13',
    'No tax is added.',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('2026-11-28');
});

test('an invoice is in the language of its reader', async () => {
  const text = await read(invoiceOf({ tax_bp: 1900, tax: 1900, total: 11_900 }), 'ko');
  for (const word of ['청구서', '공급자', '납부 기한', '합계']) expect(text).toContain(word);
});

test('tax stands with its rate and amount between the subtotal and the total', async () => {
  const text = await read(invoiceOf({ tax_bp: 1900, tax: 1900, total: 11_900 }));
  expect(text).toMatch(/Subtotal EUR 100\.00 Tax 19 % EUR 19\.00 Total EUR 119\.00/);
  expect(text).not.toContain('No tax');
});

test('an invoice without tax says why, in the words that its seller had when it was issued', async () => {
  const text = await read(invoiceOf({ seller: { ...seller, noTaxReason: 'Tax-free export.' } }));
  expect(text).toContain('No tax is added: Tax-free export.');
});

test.each([12, 14, 24, 27, 28, 29, 30, 31, 60])(
  'an invoice of %d lines carries its sum over, and how to pay stands below the total on one page',
  async (count) => {
    const lines = Array.from({ length: count }, () => line);
    const bytes = await invoicePdf(invoiceOf({ lines }), 'en');
    const text = textOf(bytes).replaceAll(/\s+/g, ' ');
    const pages = Number(/Page 1 of (\d)/.exec(text)?.[1]);
    expect(text.match(/Carried over/g)?.length ?? 0).toBe(text.match(/Brought forward/g)?.length ?? 0);
    expect(pages).toBeLessThanOrEqual(count <= 14 ? 1 : 4);
    // The texts of a page stand in one stream, so nothing of another page is between them.
    expect(text).toMatch(/Total EUR [\d,.]+ No tax is added\. Please transfer EUR [\d,.]+ by 2026-12-13/);
  },
);

test('a transfer is offered as a code for banking apps only in euros and with an IBAN', () => {
  expect(transferText(invoiceOf())).toBe(
    'BCD\n002\n1\nSCT\nCOBADEFFXXX\nVFP Demo GmbH\nDE89370400440532013000\nEUR100.00\n\n\nINV-2026-000007',
  );
  expect(transferText(invoiceOf({ currency: 'KRW' }))).toBeUndefined();
  expect(transferText(invoiceOf({ seller: { lines: [], bank: ['123-456'] } }))).toBeUndefined();
});

test('a paid invoice asks for no transfer, and a credit note announces one', async () => {
  const paid = invoiceOf({ status: 'paid', paid_at: new Date('2026-12-01T23:30:00Z') });
  expect(await read(paid)).toContain('Paid on 2026-12-02');
  expect(await read(paid)).not.toContain('Please transfer');
  expect(await read(invoiceOf({ kind: 'credit_note', number: 'CN-2026-000001' }))).toContain('We transfer EUR 100.00');
});
