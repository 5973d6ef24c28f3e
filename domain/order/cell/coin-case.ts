import { asNumber } from '../data/field.ts';
import { buildOf, formatOf } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';
import { sheet_mm } from './stack.ts';

/** Parts of a 2032 case that no field gives. All unconfirmed. */
export const coinParts = {
  wall_mm: 0.25,
  spacer_mm: 0.5,
  spacerDiameter_mm: 15.5,
} as const;

/**
 * Returns the height that spacer, discs and separator leave in the case for the spring, in mm; negative where they are
 * too thick. Undefined for other cells or while an input is missing.
 */
export function springRoom_mm(doc: OrderDoc): number | undefined {
  const height = formatOf(doc)?.outer?.height_mm;
  const parts = [sheet_mm(doc, 'cathode'), sheet_mm(doc, 'anode'), asNumber(doc['separatorThickness_mm'])];
  if (buildOf(doc) !== 'coin' || height === undefined) return undefined;
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return known.reduce((left, part) => left - part, height - 2 * coinParts.wall_mm - coinParts.spacer_mm);
}
