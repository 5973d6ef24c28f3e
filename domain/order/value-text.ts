import type { Json } from '../json.ts';
import { asCurrent, asCurrents, type Current, type Field } from './field.ts';

/** Texts of stored values, the same in all languages. */

/** Returns the text in which a stored value is shown; only that of a current ends with its unit. */
export function textOf(field: Field, value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  const current = asCurrent(value);
  if (current !== undefined) return `${asFraction(current.value) ?? plain(current.value)} ${current.unit}`;
  if (typeof value === 'number') return plain(value * (field.shown?.factor ?? 1));
  if (typeof value === 'boolean') return String(value);
  const currents = asCurrents(value);
  if (currents !== undefined && currents.length > 0) return textOfCurrents(currents);
  if (Array.isArray(value))
    return value
      .filter((each) => typeof each === 'number')
      .map(plain)
      .join(', ');
  return typeof value === 'string' ? value : '';
}

/** Writes the unit once where all currents have the same. */
function textOfCurrents(currents: readonly Current[]): string {
  const numbers = currents.map(({ value }) => asFraction(value) ?? plain(value));
  const [first] = currents;
  if (currents.every(({ unit }) => unit === first?.unit)) return `${numbers.join(', ')} ${first?.unit}`;
  return currents.map(({ unit }, i) => `${numbers[i]} ${unit}`).join(', ');
}

/** Returns a number with at most eight significant digits, without an exponent where none is needed. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(8)));
}

/** Returns a value such as a third as the fraction 1/3, as it was typed; undefined for other values. */
function asFraction(value: number): string | undefined {
  const below = Math.round(1 / value);
  return plain(value).length > 7 && below > 1 && Math.abs(value * below - 1) < 1e-5 ? `1/${below}` : undefined;
}
