/** Points, commas, spaces and apostrophes in a number: which of them group thousands and which begins the decimals. */

export type DecimalMark = '.' | ',';

const marks: readonly DecimalMark[] = ['.', ','];

/** Three digits a group; in India, two digits in all groups but the last. */
const grouped = /^[1-9]\d{0,2}(?:([ ',.])\d{3})(?:\1\d{3})*$/;
const indian = /^[1-9]\d?(?:,\d\d)+,\d{3}$/;

/** Returns the value of digits with separators where this mark begins the decimals; undefined where it cannot. */
function valueWith(mark: DecimalMark, digits: string): number | undefined {
  const at = digits.indexOf(mark);
  const whole = at < 0 ? digits : digits.slice(0, at);
  const decimals = at < 0 ? '' : digits.slice(at + 1);
  const isWhole = /^\d*$/.test(whole) || grouped.test(whole) || indian.test(whole);
  if (!isWhole || !/^\d*$/.test(decimals) || whole + decimals === '') return undefined;
  return Number(`${whole.replaceAll(/\D/g, '')}.${decimals}0`);
}

/**
 * Returns the values that digits with separators may have: two for 1,234 and 1.234, the one with decimals first; none for
 * 1,2,3.
 * @param mark the decimal mark, where it is known
 */
export function readingsOf(digits: string, mark?: DecimalMark): number[] {
  const values = (mark === undefined ? marks : [mark]).map((each) => valueWith(each, digits));
  const known = [...new Set(values.filter((value) => value !== undefined))];
  return known.sort((a, b) => a - b);
}

/** Numbers whose separator can only begin decimals, or only groups: 3,7 and 0,125 and 1.234,5. */
const clear: readonly (readonly [DecimalMark, RegExp])[] = [
  [',', /(?<![\d.,/-])(?:\d{1,12},(?:\d{1,2}|\d{4,9})|0,\d{3}|\d{1,3}(?:\.\d{3}){1,4},\d{1,9})(?![\d.,]{0,9}\d)/],
  ['.', /(?<![\d.,/-])(?:\d{1,12}\.(?:\d{1,2}|\d{4,9})|0\.\d{3}|\d{1,3}(?:,\d{3}){1,4}\.\d{1,9})(?![\d.,]{0,9}\d)/],
];

/** Returns the decimal mark of a text, by its numbers that can be read in one way only; undefined where both occur, or none. */
export function decimalMarkIn(text: string): DecimalMark | undefined {
  const [found, ...others] = clear.flatMap(([mark, pattern]) => (pattern.test(text) ? [mark] : []));
  return others.length > 0 ? undefined : found;
}

/** 75.6 µm is 0.0756 mm, not 0.07560000000000001; and there is no negative zero. */
export function tidy(value: number): number {
  return Number(value.toPrecision(12)) + 0;
}
