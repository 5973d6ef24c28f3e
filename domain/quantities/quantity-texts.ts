import { fractionOf } from '../ground/figure/fraction-of.ts';
import type { Dimension } from './units.ts';
import { dimensions, readableUnit, type Unit } from './units.ts';
import { textIn, type BilingualText, words } from './words.ts';

/** Numbers and quantities as text. */

/** Formats a result to three significant digits; counts are whole. */
export function roundedFigure(value: number): string {
  const isCount = Number.isInteger(value) && Math.abs(value) < 1e6;
  return figureText(isCount ? value : Number(value.toPrecision(3)));
}

/** Formats a number as it was given, at most six significant digits; groups of thousands from 10,000 on. */
export function figureText(value: number): string {
  const plain = String(Number(value.toPrecision(6)));
  if (Math.abs(value) < 10_000 || plain.includes('e')) return plain;
  const [whole = '', part] = plain.split('.');
  return part === undefined ? groupDigits(whole) : `${groupDigits(whole)}.${part}`;
}

/** Separates the thousands of a whole number. @param digits without a sign or point */
export function groupDigits(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a value in a unit for an input, without groups of thousands. */
export function figureIn(value: number, unit: Unit | undefined): string {
  return String(Number((value / (unit?.factor ?? 1)).toPrecision(6)));
}

/** Units that are words, by language. */
const names: Readonly<Record<string, BilingualText>> = {
  h: words('h', '시간'),
  min: words('min', '분'),
  s: words('s', '초'),
  d: words('days', '일'),
};

/** Returns a unit's name in a language. */
export function unitName(unit: string, isKorean: boolean): string {
  const name = names[unit];
  return name === undefined ? unit : textIn(name, isKorean);
}

/** Kind of an input or output of a formula. */
interface ValueKind {
  dimension: Dimension;
  unit: string;
}

/** Formats a value in the unit in which it reads best. @param format of its number */
export function quantityText(
  kind: ValueKind,
  value: number,
  isKorean: boolean,
  format: (value: number) => string = roundedFigure,
): string {
  const part = partOfC(kind, value);
  if (part !== undefined) return part;
  const unit = readableUnit(kind.dimension, value, kind.unit);
  return withUnit(format(value / (unit?.factor ?? 1)), unit, isKorean);
}

/** Returns a C rate such as a third as it is written, C/3 or 2/3C and not 0.333333C; undefined for other values. */
function partOfC({ dimension }: ValueKind, value: number): string | undefined {
  // A rate may have been written with few digits: 0.3333 C.
  const part = dimension === 'rate' ? fractionOf(value, 5e-4) : undefined;
  return part?.startsWith('1/') === true ? part.replace('1/', 'C/') : part && `${part}C`;
}

/** Digits of a number that a computer writes and no person would, such as those of 20 minutes in hours. */
const writtenDigits = 4;

/** Formats a value in the dimension's first unit, in which expressions compute. */
export function baseText(kind: ValueKind, value: number, isKorean: boolean, format: (value: number) => string): string {
  // A value that six digits cannot show whole was computed: 20 minutes are 0.3333 h.
  const isWhole = Number(value.toPrecision(6)) === value;
  const written = isWhole ? value : Number(value.toPrecision(writtenDigits));
  return partOfC(kind, value) ?? withUnit(format(written), dimensions[kind.dimension][0], isKorean);
}

function withUnit(number: string, unit: Unit | undefined, isKorean: boolean): string {
  const name = unitName(unit?.name ?? '', isKorean);
  if (name === '') return number;
  // A C-rate is written as one word, as are Korean units.
  return name === 'C' || /\p{Script=Hangul}/u.test(name) ? `${number}${name}` : `${number} ${name}`;
}
