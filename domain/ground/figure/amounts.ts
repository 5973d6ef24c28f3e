import { numeralBefore, type Numeral } from './numeral.ts';
import { type DecimalMark, tidy } from './separators.ts';

/**
 * Amounts of one unit in running text: each unit is found first, and then the figure before it. All that is looked at has
 * a bounded length, so a hostile text takes no quadratic time.
 */

export interface Amount {
  /** Value in the first unit of its kind. */
  value: number;
  /** Index of its figure in the text. */
  at: number;
  spread?: number;
  /** Other values that the text may mean. */
  or?: number[];
}

/** A unit as it is searched: its spellings, and what must not stand behind it. */
interface UnitPattern {
  unit: RegExp;
  /** Ends a text with this unit. */
  before: RegExp;
  notBehind: RegExp;
  valueIn: (unit: string) => (value: number) => number;
  /** Chooses between two readings of separators; returns the likelier one first, or the only one. */
  likely: (values: readonly number[], figure: string, unit: string) => readonly number[];
}

const between = String.raw`(?:[-~→]|\.{2,3}|to|bis|until|부터|에서)`;
const toward = new RegExp(String.raw`(${between})(\s?)$`, 'i');
const perTime = String.raw`\s?/\s?(?:min|sec|s|h|분|시간|초)(?![a-z])`;

function searched(unit: string, notBehind: string, rest: Pick<UnitPattern, 'valueIn' | 'likely'>): UnitPattern {
  const rangeGoesOn = String.raw`\s?${between}\s?[-+]?[\d.,]{1,12}\s?(?:${unit})`;
  return {
    unit: new RegExp(`(?:${unit})(?![a-z])`, 'gi'),
    before: new RegExp(String.raw`\s?(?:${unit})\s?$`, 'i'),
    notBehind: new RegExp(`^(?:${notBehind}|${rangeGoesOn})`, 'i'),
    ...rest,
  };
}

/** Pattern of temperatures, and not of °C/min. A number with three decimals is no temperature; 25.000 is 25. */
export const celsius = searched(
  String.raw`°\s?[CF]|deg\s?[CF]|(?<=(?:온도|섭씨|영하|영상)[^.\n]{0,12}\d\s?)도`,
  perTime,
  {
    valueIn: (unit) => (/F$/i.test(unit) ? (value) => ((value - 32) * 5) / 9 : (value) => value),
    likely: ([first = 0, second = 0], figure) => {
      if (figure.includes('/')) return [second];
      return Number.isInteger(first) ? [first] : [second, first];
    },
  },
);

/** Pattern of capacities of cells, and not of mAh/g or mAh/cm². No cell has thousandths of a mAh. */
export const ampereHours = searched(
  String.raw`m?A[·⋅]?h|밀리암페어시|암페어시`,
  String.raw`\s?(?:[/·⋅]\s?(?:k?g|cm|m)(?![a-z])|(?:k?g|cm|m)\s?[-^])`,
  {
    valueIn: (unit) => (isMilli(unit) ? (value) => value / 1000 : (value) => value),
    likely: (values, figure, unit) => {
      if (isMilli(unit)) return values.slice(-1);
      return figure.includes(',') ? values.toReversed() : values;
    },
  },
);

function isMilli(unit: string): boolean {
  return /^(?:m|밀리)/i.test(unit);
}

/** Longest text before a unit that is looked at. */
const mostBefore = 60;

/** Known properties of the text around an amount. */
export interface AroundText {
  /** Its decimal mark, where known. */
  mark: DecimalMark | undefined;
  /** Whether it has lines, which may begin with a dash. */
  hasLines: boolean;
}

/** Reads the amounts of a unit. @param text as `withPlainMarks` returns it */
export function amountsIn(text: string, kind: UnitPattern, { mark, hasLines }: AroundText): Amount[] {
  return [...text.matchAll(kind.unit)].flatMap(({ 0: unit, index }) => {
    const behind = text.slice(index + unit.length, index + unit.length + 40);
    // The unit before a spread is read with the one behind it: 25 °C ± 2 °C.
    if (kind.notBehind.test(behind) || /^\s?(?:±|\+\/?-)\s?\d/.test(behind)) return [];
    const from = Math.max(0, index - mostBefore);
    const amount = amountBefore(text.slice(from, index), unit, kind, { mark, isStart: from === 0 && !hasLines });
    return amount === undefined ? [] : [{ ...amount, at: from + amount.at }];
  });
}

interface Surroundings {
  mark: DecimalMark | undefined;
  /** Whether the text begins with the part that is looked at, and has one line. */
  isStart: boolean;
}

function amountBefore(before: string, unit: string, kind: UnitPattern, around: Surroundings): Amount | undefined {
  const text = before.replace(/\)?\s?$/, '');
  const last = numeralBefore(text, around.mark);
  if (last === undefined) return undefined;
  const lead = text.slice(0, last.start);
  const main = lead.replace(/\s?(?:±|\+\/?-)\s?$/, '');
  if (main === lead) return signed(lead, last, unit, kind, around);
  const plain = main.replace(kind.before, '');
  const figure = numeralBefore(plain, around.mark);
  if (figure === undefined) return undefined;
  const amount = signed(plain.slice(0, figure.start), figure, unit, kind, around);
  const spread = last.values[0] ?? 0;
  return amount === undefined || spread === 0 ? amount : { ...amount, spread };
}

/** Gives a figure the sign before it. @returns undefined for the second figure of a range */
function signed(
  lead: string,
  figure: Numeral,
  unit: string,
  kind: UnitPattern,
  around: Surroundings,
): Amount | undefined {
  const signs = signsOf(lead, kind, around);
  if (signs.length === 0) return undefined;
  const valueOf = kind.valueIn(unit);
  // 25/45 °C are two temperatures; 4 1/2 is one figure.
  const below = /^\d+ ?\/ ?(\d+)$/.exec(figure.text)?.[1];
  const read = below === undefined ? figure.values : [...figure.values, Number(below)];
  const likely = read.length < 2 ? read : kind.likely(read, figure.text, unit);
  // A space groups thousands, or separates the number from a word such as "batch 3".
  const cut = / (\d{3})$/.exec(figure.text)?.[1];
  const values = cut === undefined || cut.startsWith('0') ? likely : [...likely, Number(cut)];
  const [value = 0, ...or] = values.flatMap((each) => signs.map((sign) => tidy(valueOf(sign * each))));
  const isSigned = signs.includes(-1) && lead.endsWith('-');
  return { value, at: figure.start - (isSigned ? 1 : 0), ...(or.length === 0 ? {} : { or }) };
}

const inWords = /(?:영하|minus) ?$/i;
/** Words before which a number stands, so that a dash behind them is its sign. */
const expectsNumber =
  /(?:^|[\s(])(?:at|to|of|and|or|from|by|is|below|under|bei|auf|von|und|oder|temperature|temp|온도)\s?$|[=:,;(|]\s?$|^\s*$/i;

/** Returns the signs that a figure may have, the likelier first; none where it ends a range. */
function signsOf(lead: string, kind: UnitPattern, { isStart }: Surroundings): (1 | -1)[] {
  const toEnd = toward.exec(lead);
  if (toEnd === null) return [inWords.test(lead) ? -1 : 1];
  const [whole, sign = '', gap = ''] = toEnd;
  const before = lead.slice(0, -whole.length);
  if (endsRange(before, sign, kind)) return [];
  if (sign !== '-') return [1];
  // The second figure of a range has a sign of its own: -20 to -10 °C.
  const [outer = '', word = ''] = toward.exec(before.trimEnd()) ?? [];
  if (word !== '' && endsRange(before.trimEnd().slice(0, -outer.length), word, kind)) return [];
  const isApart = /\s$/.test(before) || before === '';
  // Within a word it is a hyphen: RPT-25 °C.
  if (!isApart) return /[\p{L}\p{N}_%]$/u.test(before) ? [1] : [-1];
  if (gap === '') return [-1];
  const isExpected = before.trim() === '' ? isStart : expectsNumber.test(before);
  return isExpected ? [-1] : [1, -1];
}

/** Whether what stands between ends a range: before it is a figure with which one may begin, with or without the unit. */
function endsRange(before: string, sign: string, kind: UnitPattern): boolean {
  if (/^[a-z]/i.test(sign) && !/\s$/.test(before)) return false;
  const figure = numeralBefore(before.trimEnd().replace(kind.before, ''));
  if (figure === undefined || /\/\s?$|[A-Za-z]$/.test(before.slice(0, figure.start))) return false;
  return figure.values.some((value) => Math.abs(value) < 1000);
}
