import { fractionOf } from '../../ground/figure/fraction-of.ts';
import type { Json } from '../../ground/json.ts';
import { asCurrent, asCurrents, type Current, type Field } from '../data/field.ts';

/** Texts of stored values, the same in all languages. */

/** Returns the text in which a stored value is shown; only that of a current ends with its unit. */
export function valueText(field: Field, value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  const current = asCurrent(value);
  if (current !== undefined) return `${asTyped(current.value)} ${current.unit}`;
  if (typeof value === 'number') return plainNumber(value * (field.shown?.factor ?? 1));
  if (typeof value === 'boolean') return String(value);
  const currents = asCurrents(value);
  if (currents !== undefined && currents.length > 0) return textOfCurrents(currents);
  if (Array.isArray(value))
    return value
      .filter((each) => typeof each === 'number')
      .map(plainNumber)
      .join(', ');
  return typeof value === 'string' ? value : '';
}

/** Writes the unit once where all currents have the same. */
function textOfCurrents(currents: readonly Current[]): string {
  const numbers = currents.map(({ value }) => asTyped(value));
  const [first] = currents;
  if (currents.every(({ unit }) => unit === first?.unit)) return `${numbers.join(', ')} ${first?.unit}`;
  return currents.map(({ unit }, i) => `${numbers[i]} ${unit}`).join(', ');
}

/** Returns a number with at most eight significant digits, without an exponent where none is needed. */
export function plainNumber(value: number): string {
  return String(Number(value.toPrecision(8)));
}

/** Returns a number that was typed as a fraction as this fraction, and others as `plainNumber` does. */
export function asTyped(value: number): string {
  const digits = plainNumber(value);
  return (digits.length > 7 ? fractionOf(value, 1e-5) : undefined) ?? digits;
}
