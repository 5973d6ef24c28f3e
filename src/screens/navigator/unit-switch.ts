import { capacity_Ah } from '#domain/order/capacity.ts';
import { asCurrent } from '#domain/order/field.ts';
import type { OrderDoc } from '#domain/order/order.ts';
import { readingOf } from './typed-fields.ts';

/** A current whose unit was switched: what it was, what it became, and the capacity between the two. */
export interface Switched {
  from: string;
  to: string;
  capacity: number | undefined;
}

/** The unit a current is typed or shown in. */
export function unitOf(text: string): 'A' | 'C' {
  return text.endsWith('A') ? 'A' : 'C';
}

/**
 * A current in its other unit; switching back what was not changed gives what was typed. Undefined where the text cannot
 * be read, because then there is nothing to convert. Pure.
 */
export function switchUnit(
  doc: OrderDoc,
  path: string,
  text: string,
  before: Switched | undefined,
): Switched | undefined {
  const reading = readingOf(path, text);
  if (reading === undefined || 'problem' in reading) return undefined;
  const capacity = capacity_Ah(doc);
  if (before?.to === text && before.capacity === capacity) return { from: text, to: before.from, capacity };
  const other = unitOf(text) === 'A' ? 'C' : 'A';
  const current = asCurrent(reading.value);
  const factor = capacity === undefined ? 1 : other === 'A' ? capacity : 1 / capacity;
  const value = current === undefined ? '' : Number((current.value * factor).toPrecision(4));
  return { from: text, to: `${value} ${other}`, capacity };
}
