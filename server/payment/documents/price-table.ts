import type { PriceOverride, QuoteLine } from '#domain/order/data/order.ts';
import { namedIn } from '#domain/order/data/korean-names.ts';
import { edge, pale, width, type Pen, type Style } from '../../documents/pen.ts';
import type { Words } from '../../documents/words.ts';

/** A line of a quote or an invoice; amounts in cents. */
export interface PriceRow extends Pick<QuoteLine, 'label' | 'text' | 'qty' | 'unitPrice' | 'amount'> {
  override?: Pick<PriceOverride, 'computed' | 'reason'>;
  /** Amount in the accepted price of a line that is billed or given back in part. */
  agreed?: number;
}

const columns = { label: edge, qty: edge + width - 220, price: edge + width - 180, amount: edge + width - 90 };

/**
 * Writes the lines of a price; below each that the review changed, the reason, and below a part, the agreed amount. Where
 * they go on, the page ends with the sum so far, and the next one begins with it.
 */
export function writeLines(pen: Pen, words: Words, rows: readonly PriceRow[], currency: string): void {
  const { say, money, figure } = words;
  writeColumns(pen, words);
  let sum = 0;
  for (const row of rows) {
    const { qty, unitPrice, amount, override, agreed } = row;
    const name = nameOfPriceRow(words, row);
    const below = [
      ...(override === undefined
        ? []
        : [say('lines.changed', { amount: money(override.computed, currency), reason: override.reason })]),
      ...(agreed === undefined ? [] : [say('lines.agreed', { amount: money(agreed, currency) })]),
    ];
    const height = linesOf(name, 44) * 15 + below.reduce((total, text) => total + linesOf(text, 70) * 18, 0);
    if (!pen.fits(height + carried)) {
      writeRow(pen, [say('lines.carriedOver', {}), '', '', money(sum, currency)], { color: pale, size });
      pen.need(Number.MAX_SAFE_INTEGER);
      writeColumns(pen, words);
      writeRow(pen, [say('lines.broughtForward', {}), '', '', money(sum, currency)], { color: pale, size });
    }
    // Another amount is no product of count and price.
    const price = override === undefined ? money(unitPrice, currency) : '';
    writeRow(pen, [name, figure(qty), price, money(amount, currency)], { size });
    for (const text of below) {
      pen.write(text, { size: 8, color: pale, x: edge + 12, width: width - 120 });
      pen.down(4);
    }
    sum += amount;
  }
  pen.rule();
}

const size = 9;
/** Height of the row with the sum so far. */
const carried = 20;

/** Returns the number of printed lines that a text needs at most. */
function linesOf(text: string, perLine: number): number {
  return Math.ceil(text.length / perLine);
}

function nameOfPriceRow({ language, t }: Words, { label, text }: PriceRow): string {
  const named = namedIn(language === 'ko', text?.values ?? []);
  const values = Object.fromEntries(named.map((value, i) => [String(i), value]));
  return text === undefined ? label : t(`line.${text.key}`, { defaultValue: label, ...values });
}

function writeColumns(pen: Pen, { say }: Words): void {
  const head = ['description', 'quantity', 'price', 'amount'].map((column) => say(`lines.${column}`, {}));
  writeRow(pen, head, { color: pale, size });
  pen.rule();
}

/** Writes sums below the lines, each with its amount. */
export function writeSums(pen: Pen, rows: readonly [label: string, amount: string, bold?: boolean][]): void {
  pen.need(20 * rows.length);
  for (const [label, amount, bold = false] of rows) {
    const top = pen.y;
    pen.write(label, { bold, x: columns.qty - 60, width: 190 });
    pen.y = top;
    pen.write(amount, { bold, align: 'right', x: columns.amount - 20, width: 110 });
    pen.down(2);
  }
}

function writeRow(
  pen: Pen,
  [label = '', qty = '', price = '', amount = '']: readonly string[],
  style: Style = {},
): void {
  const top = pen.y;
  const number = { ...style, align: 'right' } as const;
  pen.write(qty, { ...number, x: columns.qty - 30, width: 60 });
  pen.y = top;
  pen.write(price, { ...number, x: columns.price, width: 85 });
  pen.y = top;
  pen.write(amount, { ...number, x: columns.amount, width: 90 });
  pen.y = top;
  pen.write(label, { ...style, x: columns.label, width: columns.qty - columns.label - 40 });
  pen.down(4);
}
