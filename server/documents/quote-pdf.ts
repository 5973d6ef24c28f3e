import type { Order, Quote } from '#domain/order/order.ts';
import { placedTotal } from '#domain/order/price-difference.ts';
import { unknownLetter } from './fonts.ts';
import { writeDesign } from './order-design.ts';
import { documentOf, pale, type Pen } from './pen.ts';
import { writeLines, writeSums } from './price-table.ts';
import { day, wordsOf, type Words } from './words.ts';

/** The price of an order on paper, with what it is for. The same order gives the same document. */

/**
 * Renders the price agreed at placing, or after the review the binding one.
 * @param language of its reader
 * @returns the bytes of the PDF
 */
export async function quotePdf(order: Order & { quote: Quote }, language: string): Promise<Buffer> {
  const words = wordsOf(language);
  const { say } = words;
  const entry = order.history.findLast(({ event }) => event === 'APPROVE' || event === 'PLACE');
  const date = new Date(entry?.at ?? order.updatedAt);
  const name = say(order.quote.validUntil === undefined ? 'quote.estimate' : 'quote.title', {});
  const title = `${name} ${order.number}`;
  return await documentOf({ title, foot: title, date, words }, (pen) => {
    pen.write(name, { size: 24, bold: true });
    writeHead(pen, words, order, date);
    writePrice(pen, words, order.quote);
    writeDesign(pen, words, order.doc);
    if (pen.metUnknown()) {
      pen.need(30);
      pen.write(say('unknownLetter', { letter: unknownLetter }), { color: pale });
    }
  });
}

function writeHead(pen: Pen, { say }: Words, order: Order & { quote: Quote }, date: Date): void {
  const { number, ownerName, quote, status } = order;
  const { validUntil, rateCardVersion } = quote;
  pen.down(6);
  pen.write(say('quote.order', { number }), { bold: true });
  pen.write(say('quote.for', { name: ownerName }));
  pen.write(say('quote.date', { date: day(date) }));
  if (status === 'cancelled' || status === 'rejected') {
    const ended = order.history.findLast(({ to }) => to === status)?.at ?? order.updatedAt;
    pen.write(say(`quote.${status}`, { date: day(ended) }), { bold: true });
  } else if (validUntil === undefined) pen.write(say('quote.notBinding', {}), { bold: true });
  else pen.write(say('quote.validUntil', { date: day(validUntil), time: validUntil.slice(11, 16) }), { bold: true });
  pen.write(say('quote.rateCard', { version: rateCardVersion }), { color: pale });
  pen.down(18);
}

function writePrice(pen: Pen, words: Words, quote: Quote): void {
  const { lines, currency, total } = quote;
  const { say, money } = words;
  writeLines(pen, words, lines, currency);
  const placed = placedTotal(quote);
  const isChanged = lines.some(({ override }) => override !== undefined);
  writeSums(pen, [[say('quote.total', {}), money(total, currency), true]]);
  if (isChanged) {
    pen.write(say('quote.placed', { amount: money(placed, currency) }), { color: pale });
    pen.write(say('quote.difference', { amount: money(total - placed, currency) }), { color: pale });
  }
  pen.write(say('quote.note', {}), { color: pale });
}
