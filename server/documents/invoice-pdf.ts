import type { Order } from '#domain/order/order.ts';
import type { InvoiceRow } from '../store/payments/invoices.ts';
import { unknownLetter } from './fonts.ts';
import { writeDesign } from './order-design.ts';
import { documentOf, edge, pale, width, type Pen } from './pen.ts';
import { writeLines, writeSums } from './price-table.ts';
import { day, wordsOf, type Words } from './words.ts';

/** Renders an invoice or a credit note on A4. The same row gives the same document, so it is rendered per request and not stored. */

/** What an invoice is about, besides what its row says. */
interface About {
  /** The order that it is for. An invoice describes it below the lines. */
  order?: Order | undefined;
  /** Number of the invoice that a credit note corrects. */
  corrected?: string | undefined;
}

/**
 * Renders an invoice or a credit note.
 * @param language of its reader
 * @returns the bytes of the PDF
 */
export async function invoicePdf(invoice: InvoiceRow, language: string, about: About = {}): Promise<Buffer> {
  const { order } = about;
  const words = wordsOf(language);
  const { number, issued_at: date } = invoice;
  const title = `${words.say(titles[invoice.kind], {})} ${number}`;
  const foot = order === undefined ? title : `${title} · ${order.number}`;
  return await documentOf({ title, foot, date, words }, (pen) => {
    writeHead(pen, words, invoice, about);
    writeParties(pen, words, invoice);
    writeTable(pen, words, invoice);
    writeFoot(pen, words, invoice);
    if (order !== undefined && invoice.kind === 'invoice') writeDesign(pen, words, order.doc);
  });
}

const titles = { invoice: 'invoice.title', credit_note: 'creditNote.title' } as const;

function writeHead(pen: Pen, words: Words, invoice: InvoiceRow, { order, corrected }: About): void {
  const { say } = words;
  const { number, issued_at, kind } = invoice;
  pen.write(say(titles[kind], {}), { size: 24, bold: true });
  pen.down(6);
  pen.write(say('invoice.number', { number }), { bold: true });
  pen.write(say('invoice.date', { date: day(issued_at) }));
  if (order !== undefined) pen.write(say('invoice.order', { number: order.number }));
  if (corrected !== undefined) pen.write(say('creditNote.corrects', { number: corrected }));
  if (kind === 'credit_note') writeRefund(pen, words, invoice);
  else writePayment(pen, words, invoice);
  pen.down(18);
}

function writeRefund(pen: Pen, { say }: Words, { paid_at }: InvoiceRow): void {
  if (paid_at !== null) pen.write(say('creditNote.paid', { date: day(paid_at) }), { bold: true });
}

function writePayment(pen: Pen, { say }: Words, { status, due_at, paid_at, void_at }: InvoiceRow): void {
  if (status === 'paid' && paid_at !== null) pen.write(say('invoice.paid', { date: day(paid_at) }), { bold: true });
  else if (status === 'void' && void_at !== null)
    pen.write(say('invoice.void', { date: day(void_at) }), { bold: true });
  else pen.write(say('invoice.due', { date: day(due_at) }));
}

function writeParties(pen: Pen, { say }: Words, { seller, buyer }: InvoiceRow): void {
  const top = pen.y;
  const half = width / 2 - 12;
  pen.write(say('invoice.from', {}), { color: pale, width: half });
  for (const line of seller.lines) pen.write(line, { width: half });
  const left = pen.y;
  pen.y = top;
  const x = edge + half + 24;
  pen.write(say('invoice.to', {}), { color: pale, x, width: half });
  const lines = [buyer.company, buyer.name, ...buyer.address.split('\n'), buyer.email];
  for (const line of lines.map((each) => each.trim()).filter(Boolean)) pen.write(line, { x, width: half });
  pen.y = Math.max(left, pen.y);
  pen.down(24);
}

function writeTable(pen: Pen, words: Words, invoice: InvoiceRow): void {
  const { lines, currency, period_start: start, period_end: end, subtotal, tax, tax_bp: bp, total } = invoice;
  const { say, money, figure } = words;
  const rows = lines.map(({ unit_price: unitPrice, plan, ...line }) => ({
    ...line,
    label: plan === undefined ? line.label : say('invoice.month', { plan }),
    unitPrice,
  }));
  writeLines(pen, words, rows, currency);
  if (start !== null && end !== null)
    pen.write(say('invoice.period', { start: day(start), end: day(end) }), { color: pale });
  writeSums(pen, [
    [say('invoice.subtotal', {}), money(subtotal, currency)],
    [say('invoice.tax', { percent: figure(bp / 100) }), money(tax, currency)],
    [say('invoice.total', {}), money(total, currency), true],
  ]);
  pen.down(24);
}

function writeFoot(pen: Pen, { say, money }: Words, invoice: InvoiceRow): void {
  const { kind, status, seller, number, due_at: due, total, currency, buyer } = invoice;
  pen.need(80);
  if (kind === 'credit_note' && status === 'open') {
    pen.write(say('creditNote.transfer', { amount: money(total, currency) }));
    pen.down(12);
  } else if (status === 'open') {
    pen.write(say('invoice.transfer', { amount: money(total, currency), date: day(due), number }));
    for (const line of seller.bank) pen.write(line);
    pen.down(12);
  }
  if (pen.metUnknown()) {
    const said = `${say('unknownLetter', { letter: unknownLetter })} ${say('invoice.reader', { email: buyer.email })}`;
    pen.write(said, { color: pale });
  }
}
