import type { Order, Quote } from '#domain/order/data/order.ts';
import type { Seller } from '#domain/payment/seller.ts';
import { day, timeOfDay } from '#domain/ground/calendar-day.ts';
import { placedTotal } from '#domain/order/price/price-difference.ts';
import { type Tax, taxText, totalText } from '#domain/payment/tax-text.ts';
import type { Buyer } from '../../payment/store/subscriptions.ts';
import { addressLines } from '../../payment/documents/address-lines.ts';
import { unknownLetter } from '../../documents/fonts.ts';
import { writeDesign } from './order-design.ts';
import { documentOf, pale, type Pen } from '../../documents/pen.ts';
import { writeLines, writeSums } from '../../payment/documents/price-table.ts';
import { deliveryBlocks, writeBeside } from '../../payment/documents/beside.ts';
import { wordsOf, type Words } from '../../documents/words.ts';

/** The price of an order on paper, with what it is for. The same order gives the same document. */

/** Seller and buyer of a quote, and the tax on it; a quote can be drawn before the seller is set. */
export interface QuoteParties {
  seller?: Seller | undefined;
  buyer?: Buyer | undefined;
  /** Tax in basis points. */
  taxBp?: number;
  /** The seller's time zone. */
  timeZone?: string | undefined;
}

/**
 * Renders the price agreed at placing, or after the review the binding one.
 * @param language of its reader
 * @returns the bytes of the PDF
 */
export async function quotePdf(
  order: Order & { quote: Quote },
  language: string,
  parties: QuoteParties = {},
): Promise<Buffer> {
  const words = wordsOf(language);
  const { say } = words;
  const entry = order.history.findLast(({ event }) => event === 'APPROVE' || event === 'PLACE');
  const date = new Date(entry?.at ?? order.updatedAt);
  const name = say(order.quote.validUntil === undefined ? 'quote.estimate' : 'quote.title', {});
  const title = `${name} ${order.number}`;
  return await documentOf({ title, foot: title, date, words }, (pen) => {
    pen.write(name, { size: 24, bold: true });
    writeParties(pen, words, order, parties);
    writeHead(pen, words, order, { date, timeZone: parties.timeZone ?? parties.seller?.timeZone });
    writePrice(pen, words, order.quote, { bp: parties.taxBp ?? 0, noTaxReason: parties.seller?.noTaxReason });
    writeDesign(pen, words, order.doc);
    if (pen.metUnknown()) {
      pen.need(30);
      pen.write(say('unknownLetter', { letter: unknownLetter }), { color: pale });
    }
  });
}

function writeParties(pen: Pen, words: Words, { ownerName }: Order, { seller, buyer }: QuoteParties): void {
  const { say } = words;
  pen.down(6);
  writeBeside(pen, [
    ...(seller === undefined ? [] : [[say('quote.from', {}), ...seller.lines] as const]),
    [say('quote.to', {}), ...(buyer === undefined ? [ownerName] : addressLines(words, buyer))],
    ...deliveryBlocks(words, buyer),
  ]);
  pen.down(10);
  const { reference = '' } = buyer ?? {};
  if (reference !== '') pen.write(say('quote.reference', { reference }));
}

interface Dates {
  date: Date;
  timeZone: string | undefined;
}

function writeHead(pen: Pen, { say }: Words, order: Order & { quote: Quote }, { date, timeZone = 'UTC' }: Dates): void {
  const { number, quote, status } = order;
  const { validUntil, rateCardVersion } = quote;
  pen.write(say('quote.order', { number }), { bold: true });
  pen.write(say('quote.date', { date: day(date, timeZone) }));
  if (status === 'cancelled' || status === 'rejected') {
    const ended = order.history.findLast(({ to }) => to === status)?.at ?? order.updatedAt;
    pen.write(say(`quote.${status}`, { date: day(ended, timeZone) }), { bold: true });
  } else if (validUntil === undefined) pen.write(say('quote.notBinding', {}), { bold: true });
  else {
    const until = { date: day(validUntil, timeZone), time: timeOfDay(validUntil, timeZone), zone: timeZone };
    pen.write(say('quote.validUntil', until), { bold: true });
  }
  pen.write(say('quote.rateCard', { version: rateCardVersion }), { color: pale });
  pen.down(18);
}

function writePrice(pen: Pen, words: Words, quote: Quote, tax: Tax): void {
  const { lines, currency, total } = quote;
  const { say, t, money, figure } = words;
  writeLines(pen, words, lines, currency);
  const placed = placedTotal(quote);
  const isChanged = lines.some(({ override }) => override !== undefined);
  writeSums(pen, [[totalText(t, tax.bp), money(total, currency), true]]);
  if (isChanged) {
    pen.write(say('quote.placed', { amount: money(placed, currency) }), { color: pale });
    pen.write(say('quote.difference', { amount: money(total - placed, currency) }), { color: pale });
  }
  pen.write(taxText(t, tax, figure), { color: pale });
}
