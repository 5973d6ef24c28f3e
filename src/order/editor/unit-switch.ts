import { capacity_Ah } from '#domain/order/cell/capacity.ts';
import { asCurrent } from '#domain/order/data/field.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { readingOf } from './typed-fields.ts';

/** A switch of the unit of a current: its text before and after, and the capacity in Ah used for the conversion. */
export interface UnitSwitch {
  from: string;
  to: string;
  capacity: number | undefined;
}

/** Returns the unit in which a current is typed or shown. */
export function unitOf(text: string): 'A' | 'C' {
  return text.endsWith('A') ? 'A' : 'C';
}

/**
 * Converts a current to its other unit; without a known capacity only the unit changes. Switching back an unchanged
 * value restores the text that was typed. Pure.
 * @param before the last switch at this path
 * @returns undefined when the text cannot be read
 */
export function switchUnit(
  doc: OrderDoc,
  path: string,
  text: string,
  before: UnitSwitch | undefined,
): UnitSwitch | undefined {
  const reading = readingOf(path, text);
  if (reading === undefined || 'problem' in reading) return undefined;
  const capacity = capacity_Ah(doc);
  if (before?.to === text && before.capacity === capacity) return { from: text, to: before.from, capacity };
  const other = unitOf(text) === 'A' ? 'C' : 'A';
  const current = asCurrent(reading.value);
  // "2 A" typed into a box for C is in the other unit already.
  const isThere = current?.unit === other;
  const factor = capacity === undefined || isThere ? 1 : other === 'A' ? capacity : 1 / capacity;
  const value = current === undefined ? '' : Number((current.value * factor).toPrecision(4));
  return { from: text, to: `${value} ${other}`, capacity };
}
