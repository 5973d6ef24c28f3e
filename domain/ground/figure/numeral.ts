import { type DecimalMark, readingsOf } from './separators.ts';

/** Numbers as they stand in a text that `plainText` has made plain. All repetitions are bounded: time grows with the length only. */

/** Digits with separators; the groups of one number have one separator. */
const digits = [
  String.raw`[1-9]\d{0,2}(?:(?:,\d{3}){1,7}|(?:\.\d{3}){1,7}|(?:'\d{3}){1,7})(?!\d)(?:[.,]\d{1,15})?`,
  String.raw`[1-9]\d{0,2}(?: \d{3}){1,7}(?! ?\d)(?:[.,]\d{1,15})?`,
  String.raw`[1-9]\d?(?:,\d\d){1,6},\d{3}(?!\d)(?:\.\d{1,15})?`,
  String.raw`\d{1,40}(?:[.,]\d{1,40})?`,
  String.raw`[.,]\d{1,40}`,
].join('|');

/** Tens: e-3, x10^-3, ·10-3. A bare `x 10` multiplies lengths. */
const power = String.raw`[eE]([+-]?\d{1,3})(?![\w.,])| ?[xX×*·⋅] ?10(?:\^\(?([+-]?\d{1,3})\)?|([+-]\d{1,2}))(?![\w.,]{0,9}\d)`;

/** The groups: the number beside a fraction, the fraction, the digits, a power of ten, and the exponents. */
const partly = String.raw`(?:(\d{1,6}) )?(\d{1,4} ?\/ ?\d{1,4})(?![\d./])`;
const numeral = String.raw`(?:${partly}|10\^\(?([+-]?\d{1,3})\)?|(${digits})(?:${power})?)`;

const here = new RegExp(numeral, 'y');
const hereWithoutFraction = new RegExp(numeral.replace(partly, '(?!)()()'), 'y');
const atEnd = new RegExp(String.raw`(?<![\w'^]|\d[.,/])${numeral}$`);

export interface Numeral {
  /** Values that it may have; two where its separators can be read in two ways. Never empty. */
  values: number[];
  /** Text as it is written. */
  text: string;
  start: number;
  end: number;
  kind: 'digits' | 'fraction' | 'power';
}

/**
 * Reads the number that begins at a place of a text, without its sign.
 * @param fractions whether 1/3 is one number; a stroke also stands between two
 */
export function numeralAt(text: string, at: number, mark?: DecimalMark, fractions = true): Numeral | undefined {
  const pattern = fractions ? here : hereWithoutFraction;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : numeralOf(found, mark);
}

/** Reads the number with which a text ends, without its sign. @param text of a bounded length */
export function numeralBefore(text: string, mark?: DecimalMark): Numeral | undefined {
  const found = atEnd.exec(text);
  return found === null ? undefined : numeralOf(found, mark);
}

/**
 * Returns the value that a number has in a sentence. Without a known decimal mark, a comma before three digits groups
 * them, as in English and Korean, and a point begins decimals; where only whole numbers make sense, both group.
 */
export function likelyValue({ values, text }: Pick<Numeral, 'values' | 'text'>, isWhole = false): number {
  const [first = Number.NaN, second = first] = values;
  return isWhole || text.includes(',') ? second : first;
}

function numeralOf(found: RegExpExecArray, mark: DecimalMark | undefined): Numeral | undefined {
  const [text, whole, fraction, tens, number, e, caret, bare] = found;
  const place = { text, start: found.index, end: found.index + text.length };
  if (fraction !== undefined) {
    const value = fractionOf(whole, fraction);
    return value === undefined ? undefined : { ...place, values: [value], kind: 'fraction' };
  }
  const exponent = tens ?? e ?? caret ?? bare;
  if (number === undefined) return { ...place, values: [tensOf(1, exponent ?? '0')], kind: 'power' };
  const values = readingsOf(number, mark).map((value) => (exponent === undefined ? value : tensOf(value, exponent)));
  if (values.length === 0) return undefined;
  return { ...place, values, kind: exponent === undefined ? 'digits' : 'power' };
}

/** Beside a whole number stands a part of one: 1 1/2, and not 3 90/80. */
function fractionOf(whole: string | undefined, fraction: string): number | undefined {
  const [above = 0, below = 0] = fraction.split('/').map(Number);
  if (below === 0 || (whole !== undefined && (above === 0 || above >= below))) return undefined;
  return Number(whole ?? 0) + above / below;
}

/** 2.5e-3 is exactly what is written, not 2.5 × 0.001. */
function tensOf(value: number, exponent: string): number {
  const text = String(value);
  return text.includes('e') ? value * 10 ** Number(exponent) : Number(`${text}e${Number(exponent)}`);
}
