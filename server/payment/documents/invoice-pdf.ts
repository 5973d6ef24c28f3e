import { day } from '#domain/ground/calendar-day.ts';
import { taxText } from '#domain/payment/tax-text.ts';
import type { IssuedInvoice } from '../store/invoices.ts';
import { addressLines } from './address-lines.ts';
import { deliveryBlocks, writeBeside } from './beside.ts';
import { unknownLetter } from '../../documents/fonts.ts';
import { transferText } from './payment-code.ts';
import { documentOf, edge, pale, width, type Pen } from '../../documents/pen.ts';
import { writeLines, writeSums } from './price-table.ts';
import { drawCode } from '../../documents/qr-code.ts';
import { wordsOf, type Words } from '../../documents/words.ts';

/** Renders an invoice or a credit note on A4. The same row gives the same document, so it is rendered per request and not stored. */

/** Subject of an invoice, besides what its row says. */
interface InvoiceSubject {
  /** Number of the order that it is for. Its quote, a document of its own, has the specification and the drawings. */
  order?: string | undefined;
  /** Number of the invoice that a credit note corrects. */
  corrected?: string | undefined;
}

/**
 * Renders an invoice or a credit note.
 * @param language of its reader
 * @returns the bytes of the PDF
 */
export async function invoicePdf(
  invoice: IssuedInvoice,
  language: string,
  about: InvoiceSubject = {},
): Promise<Buffer> {
  const words = wordsOf(language);
  const { number, issued_at: date } = invoice;
  const title = `${words.say(titles[invoice.kind], {})} ${number}`;
  const foot = about.order === undefined ? title : `${title} · ${about.order}`;
  return await documentOf({ title, foot, date, words }, (pen) => {
    pen.write(words.say(titles[invoice.kind], {}), { size: 20, bold: true });
    pen.down(4);
    writeState(pen, words, invoice);
    pen.down(8);
    writeParties(pen, words, invoice);
    writeColumns(pen, factsOf(words, invoice, about));
    pen.down(14);
    writeTable(pen, words, invoice);
    writeFoot(pen, words, invoice);
  });
}

const titles = { invoice: 'invoice.title', credit_note: 'creditNote.title' } as const;

/** Writes what became of it; nothing for one that is open. */
function writeState(pen: Pen, { say }: Words, { kind, status, paid_at, void_at, seller }: IssuedInvoice): void {
  const key = kind === 'credit_note' ? 'creditNote.paid' : 'invoice.paid';
  if (status === 'paid' && paid_at !== null)
    pen.write(say(key, { date: day(paid_at, seller.timeZone) }), { bold: true });
  if (status === 'void' && void_at !== null) {
    pen.write(say('invoice.void', { date: day(void_at, seller.timeZone) }), { bold: true });
  }
}

function writeParties(pen: Pen, words: Words, { seller, buyer }: IssuedInvoice): void {
  const { say } = words;
  writeBeside(pen, [
    [say('invoice.from', {}), ...seller.lines],
    [say('invoice.to', {}), ...addressLines(words, buyer), buyer.email],
    ...deliveryBlocks(words, buyer),
  ]);
  pen.down(14);
}

type Fact = [name: string, value: string];

function factsOf(words: Words, invoice: IssuedInvoice, { order, corrected }: InvoiceSubject): Fact[] {
  const { say } = words;
  const { kind, number, issued_at, due_at, status, buyer, seller } = invoice;
  const { timeZone } = seller;
  const date = day(issued_at, timeZone);
  return [
    [say('invoice.number', {}), number],
    [say('invoice.date', {}), date],
    [say('invoice.delivery', {}), deliveryOf(words, invoice, order)],
    ...(kind === 'invoice' && status === 'open' ? [[say('invoice.due', {}), day(due_at, timeZone)] as Fact] : []),
    ...(order === undefined ? [] : [[say('invoice.order', {}), order] as Fact]),
    ...(corrected === undefined ? [] : [[say('creditNote.corrects', {}), corrected] as Fact]),
    ...((buyer.reference ?? '') === '' ? [] : [[say('invoice.reference', {}), buyer.reference ?? ''] as Fact]),
  ];
}

/** Returns the time of what is billed: the paid period; for work that is still to be done, that it follows. */
function deliveryOf(
  { say }: Words,
  { period_start: start, period_end: end, issued_at, seller }: IssuedInvoice,
  order?: string,
): string {
  const { timeZone } = seller;
  if (start !== null && end !== null)
    return say('invoice.period', { start: day(start, timeZone), end: day(end, timeZone) });
  return order === undefined
    ? say('invoice.fromPayment', {})
    : say('invoice.asAgreed', { date: day(issued_at, timeZone) });
}

/** Writes facts in three columns, each below its name. */
function writeColumns(pen: Pen, facts: Fact[]): void {
  const part = width / 3;
  for (let at = 0; at < facts.length; at += 3) {
    const top = pen.y;
    let lowest = top;
    facts.slice(at, at + 3).forEach(([name, value], column) => {
      const place = { x: edge + column * part, width: part - 12 };
      pen.y = top;
      pen.write(name, { ...place, size: 8, color: pale });
      pen.write(value, { ...place, size: 9, bold: true });
      lowest = Math.max(lowest, pen.y);
    });
    pen.y = lowest + 4;
  }
}

function writeTable(pen: Pen, words: Words, invoice: IssuedInvoice): void {
  const { lines, currency, subtotal, tax, tax_bp: bp, total } = invoice;
  const { say, t, money, figure } = words;
  const rows = lines.map(({ unit_price: unitPrice, plan, ...line }) => ({
    ...line,
    label: plan === undefined ? line.label : say('invoice.month', { plan }),
    unitPrice,
  }));
  writeLines(pen, words, rows, currency);
  // The sums stand on one page with how to pay them.
  pen.need(60 + (invoice.status === 'open' ? paymentHeight(invoice) : 0));
  const taxed: Fact[] =
    bp === 0
      ? []
      : [
          [say('invoice.subtotal', {}), money(subtotal, currency)],
          [say('invoice.tax', { percent: figure(bp / 100) }), money(tax, currency)],
        ];
  writeSums(pen, [...taxed, [say('invoice.total', {}), money(total, currency), true]]);
  const { noTaxReason } = invoice.seller;
  if (bp === 0) pen.write(taxText(t, { bp, noTaxReason }, figure), { size: 9, color: pale, align: 'right' });
  pen.down(12);
}

const codeSize = 92;

function paymentHeight({ seller }: IssuedInvoice): number {
  return Math.max(codeSize, 60 + seller.bank.length * 15) + 24;
}

function writeFoot(pen: Pen, words: Words, invoice: IssuedInvoice): void {
  const { say, money } = words;
  const { kind, status, total, currency, buyer, order_id: orderId } = invoice;
  if (kind === 'credit_note' && status === 'open') {
    pen.write(say('creditNote.transfer', { amount: money(total, currency) }));
    pen.down(12);
  } else if (status === 'open') writePayment(pen, words, invoice);
  if (orderId !== null && kind === 'invoice') pen.write(say('invoice.annex', {}), { size: 9, color: pale });
  if (pen.metUnknown()) {
    const said = `${say('unknownLetter', { letter: unknownLetter })} ${say('invoice.reader', { email: buyer.email })}`;
    pen.write(said, { size: 9, color: pale });
  }
}

function writePayment(pen: Pen, { say, money }: Words, invoice: IssuedInvoice): void {
  const { seller, number, due_at: due, total, currency } = invoice;
  const code = transferText(invoice);
  const top = pen.y;
  const most = width - codeSize - 24;
  const date = day(due, seller.timeZone);
  pen.write(say('invoice.transfer', { amount: money(total, currency), date, number }), { bold: true, width: most });
  for (const line of seller.bank) pen.write(line, { width: most });
  const below = pen.y;
  if (code !== undefined) {
    const x = edge + width - codeSize;
    drawCode(pen.canvas, { x, y: top, size: codeSize }, code);
    pen.y = top + codeSize;
    pen.write(say('invoice.code', {}), { size: 7, color: pale, x: x - 20, width: codeSize + 20, align: 'right' });
  }
  pen.y = Math.max(below, pen.y) + 10;
}
