import { readFigureText } from '#domain/ground/figure/read-figure.ts';
import { cutText } from '#domain/ground/text.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { carriers } from '#domain/order/life/carriers.ts';
import { goodsToUs, packingList, type PackingItem } from '#domain/order/life/packing.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import type { ParcelContent, TransportMode } from '#domain/order/data/goods.ts';

/** Form of a parcel as a customer types it. Pure. */

export interface TypedLine {
  /** Tells the lines of a form apart. */
  id: number;
  name: string;
  count: string;
}

export interface TypedParcel extends Omit<ParcelContent, 'lines' | 'expected'> {
  lines: TypedLine[];
  /** Empty for no day. */
  expected: string;
}

/** Returns a new form: with the cells that the order says are sent, or with one empty line. */
export function emptyParcel(doc: OrderDoc): TypedParcel {
  const sent = goodsToUs(doc) === 'cells' ? doc : {};
  const { format, quantity } = sent;
  const line = {
    id: 1,
    name: typeof format === 'string' ? format : '',
    count: typeof quantity === 'number' ? String(quantity) : '',
  };
  return { lines: [line], carrier: '', tracking: '', expected: '', notes: '', mode: 'road', ticks: [] };
}

/** Returns the lines with an empty one after them. */
export function withLine(lines: readonly TypedLine[]): TypedLine[] {
  return [...lines, { id: Math.max(0, ...lines.map(({ id }) => id)) + 1, name: '', count: '' }];
}

/** Returns a parcel's content as a form. */
export function typedParcelOf({ lines, expected, ...rest }: ParcelContent): TypedParcel {
  return {
    ...rest,
    lines: lines.map(({ name, count }, i) => ({ id: i + 1, name, count: String(count) })),
    expected: expected ?? '',
  };
}

type LineProblem = 'name' | 'twice' | 'count';

/** Returns what is wrong with each line, by its index; a line without anything typed is left out when it is read. */
export function problemsIn({ lines }: TypedParcel): (LineProblem | undefined)[] {
  const isAllEmpty = lines.every(isEmpty);
  return lines.map((line, i) => {
    if (isEmpty(line)) return isAllEmpty && i === 0 ? 'name' : undefined;
    const name = line.name.trim();
    if (name === '') return 'name';
    if (lines.findIndex((other) => other.name.trim() === name) < i) return 'twice';
    return countOf(line.count) === undefined ? 'count' : undefined;
  });
}

/** Reads a form without problems. */
export function contentOf(doc: OrderDoc, typed: TypedParcel): ParcelContent {
  const shown = new Set(itemsFor(doc, typed.mode).map(({ code }) => code));
  return {
    lines: typed.lines.flatMap((line) => {
      const count = countOf(line.count);
      return isEmpty(line) || count === undefined
        ? []
        : [{ name: cutText(line.name.trim(), orderLimits.parcelLineChars), count }];
    }),
    carrier: cutText(typed.carrier.trim(), orderLimits.carrierChars),
    tracking: cutText(typed.tracking.trim(), orderLimits.trackingChars),
    expected: typed.expected === '' ? null : typed.expected,
    notes: cutText(typed.notes.trim(), orderLimits.reasonChars),
    mode: typed.mode,
    ticks: typed.ticks.filter((code) => shown.has(code)),
  };
}

/** Returns the packing list for the goods that a customer sends. */
export function itemsFor(doc: OrderDoc, mode: TransportMode): PackingItem[] {
  return packingList(doc, { goods: goodsToUs(doc), mode });
}

/** Whether a carrier is one without a row in the table. */
export function isOtherCarrier(carrier: string): boolean {
  return carrier !== '' && !carriers.some(({ code }) => code === carrier);
}

function isEmpty({ name, count }: TypedLine): boolean {
  return name.trim() === '' && count.trim() === '';
}

/** Reads a count. @returns undefined for anything but a whole number from 1 to a million */
export function countOf(text: string, least = 1): number | undefined {
  const reading = readFigureText(text, { whole: true, allows: (value) => value <= 1_000_000 });
  const count = 'value' in reading ? reading.value : Number.NaN;
  return Number.isInteger(count) && count >= least && count <= 1_000_000 ? count : undefined;
}
