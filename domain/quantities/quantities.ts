import { likelyValue, numeralAt } from '../ground/figure/numeral.ts';
import { plainText } from '../ground/figure/plain-text.ts';
import { type DecimalMark, decimalMarkIn, tidy } from '../ground/figure/separators.ts';
import { type Dimension, type Unit, unitAt } from './units.ts';

/** A number of a text with its unit. */
export interface Quantity {
  dimension: Dimension;
  /** Value in the dimension's first unit. */
  value: number;
  /** Text as it is written, with its unit. */
  text: string;
  start: number;
  end: number;
}

/** Longer texts, in characters, do not ask for a number or a price. */
export const longestQuestion = 300;

/** Returns a text as quantities are read in it: compatibility forms such as ㎏ and full-width digits are replaced. */
export function readable(text: string): string {
  return plainText(text);
}

/**
 * Reads all quantities of a text, in their order. Codes of cells and materials are none: 18650, NMC811, 50E.
 * @param text as `readable` returns it
 */
export function quantitiesIn(text: string): Quantity[] {
  const found: Quantity[] = [];
  const mark = decimalMarkIn(text);
  for (let at = 0; at < text.length;) {
    const read = specialAt(text, at) ?? fractionAt(text, at) ?? numberAt(text, at, mark);
    if (read === undefined) {
      at++;
      continue;
    }
    found.push(...read.quantities);
    at = read.end;
  }
  return times(spread(text, found));
}

/** Reads a text that is one number: with separators as in a sentence, or a fraction such as 1/3. */
export function numberIn(text: string): number | undefined {
  const plain = readable(text).trim();
  const sign = /^[+-]/.exec(plain)?.[0] ?? '';
  const numeral = numeralAt(plain, sign.length);
  return numeral?.end === plain.length ? likelyValue(numeral) * (sign === '-' ? -1 : 1) : undefined;
}

interface ParsedQuantities {
  quantities: Quantity[];
  end: number;
}

/** Reads what is no number with a unit behind it: C/5, 1/3 C, 4s2p, 25/45 °C, and 96/2/2 of a coating. */
function specialAt(text: string, at: number): ParsedQuantities | undefined {
  if (isInside(text, at)) return undefined;
  const rest = text.slice(at, at + 40);
  const arrangement = /^(\d{1,3}) ?s ?(\d{1,3}) ?p(?![A-Za-z0-9])/i.exec(rest);
  if (arrangement !== null) {
    const end = at + arrangement[0].length;
    const of = (dimension: Dimension, digits = ''): Quantity => ({
      dimension,
      value: Number(digits),
      text: arrangement[0],
      start: at,
      end,
    });
    return { quantities: [of('series', arrangement[1]), of('parallel', arrangement[2])], end };
  }
  const mixture = /^(\d+(?:\.\d+)?) ?([/:]) ?(\d+(?:\.\d+)?) ?\2 ?(\d+(?:\.\d+)?)(?![\d./:])/.exec(rest);
  const shares = [mixture?.[1], mixture?.[3], mixture?.[4]].map(Number);
  if (mixture !== null && Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100) < 1e-6) {
    const end = at + mixture[0].length;
    const dimensions: Dimension[] = ['share', 'additive', 'binder'];
    return {
      quantities: dimensions.map((dimension, i) => ({
        dimension,
        value: shares[i] ?? 0,
        text: mixture[0],
        start: at,
        end,
      })),
      end,
    };
  }
  const pair = /^(\d{1,3}) ?\/ ?(\d{1,3} ?(?:°C|도))/.exec(rest);
  if (pair !== null) {
    const end = at + pair[0].length;
    const [, first = '', second = ''] = pair;
    return { quantities: [temperatureAt(at, first), temperatureAt(end - second.length, second)], end };
  }
  const below = /^C ?\/ ?(\d+(?:[.,]\d+)?)(?![A-Za-z0-9])/i.exec(rest);
  if (below !== null) return rateAt(at, below[0], 1 / (numberIn(below[1] ?? '') ?? Number.NaN));
  const fraction = /^(\d+) ?\/ ?(\d+) ?C(?:[- ]?rate)?(?![A-Za-z0-9])/i.exec(rest);
  if (fraction !== null) return rateAt(at, fraction[0], Number(fraction[1]) / Number(fraction[2]));
  return undefined;
}

function temperatureAt(start: number, text: string): Quantity {
  return { dimension: 'temperature', value: Number.parseInt(text, 10), text, start, end: start + text.length };
}

function rateAt(start: number, text: string, value: number): ParsedQuantities {
  return {
    quantities: [{ dimension: 'rate', value, text, start, end: start + text.length }],
    end: start + text.length,
  };
}

/** Whether a letter or digit precedes, so that a number cannot begin here. */
function isInside(text: string, at: number): boolean {
  // Measures are written without spaces, too: 50x70 mm.
  if (/\dx$/i.test(text.slice(Math.max(0, at - 2), at))) return false;
  return /[A-Za-z0-9_]/.test(text[at - 1] ?? '') || /\d[.,]$/.test(text.slice(Math.max(0, at - 2), at));
}

/** Whether a sign cannot begin here: a minus between two numbers makes a range, and within a word it is a hyphen. */
function isNoSign(text: string, at: number): boolean {
  return /[+-]/.test(text[at] ?? '') && /(?:[\p{L}%]|\p{N}\s*)$/u.test(text.slice(Math.max(0, at - 40), at));
}

/** Reads a fraction before a unit, such as 1 1/2 h. In 100/50 mm and 4/5 cells, a stroke stands between two numbers. */
function fractionAt(text: string, at: number): ParsedQuantities | undefined {
  const start = at + (/[+-]/.test(text[at] ?? '') ? 1 : 0);
  if (!/\d/.test(text[start] ?? '') || isInside(text, at) || isNoSign(text, at)) return undefined;
  const numeral = numeralAt(text, start);
  if (numeral?.kind !== 'fraction') return undefined;
  const [value = 0] = numeral.values;
  const gap = text[numeral.end] === ' ' ? 1 : 0;
  const unit = unitIn(text, numeral.end, gap);
  const isMixed = numeral.text.includes(' ') && value > 1;
  if (unit === undefined || (!isMixed && (value >= 1 || spreads.has(unit.dimension) || isCounted.has(unit.dimension))))
    return undefined;
  const read = { ...unit, value: text[at] === '-' ? -value : value, gap };
  return {
    quantities: [{ ...meant(text, read), text: text.slice(at, unit.end), start: at, end: unit.end }],
    end: unit.end,
  };
}

/** Dimensions that are counted in whole numbers, so that a separator before three digits groups them. */
const isCounted: ReadonlySet<Dimension> = new Set<Dimension>([
  'cells',
  'cycles',
  'layers',
  'anodes',
  'series',
  'parallel',
]);

function numberAt(text: string, at: number, mark: DecimalMark | undefined): ParsedQuantities | undefined {
  if (isInside(text, at) || isNoSign(text, at)) return undefined;
  const sign = /[+-]/.exec(text[at] ?? '')?.[0] ?? '';
  const numeral = numeralAt(text, at + sign.length, mark, false) ?? numeralAt(text, at + sign.length, undefined, false);
  if (numeral === undefined) return undefined;
  const { end } = numeral;
  const digits = sign + numeral.text;
  const gap = /^(?: |-(?=[A-Za-z]))?/.exec(text.slice(end))?.[0].length ?? 0;
  const unit = unitIn(text, end, gap);
  // No cell has thousandths of a mAh.
  const isWhole = unit !== undefined && (isCounted.has(unit.dimension) || unit.unit.name === 'mAh');
  const likely = isWhole
    ? likelyValue(numeralAt(text, at + sign.length, undefined, false) ?? numeral, true)
    : likelyValue(numeral);
  const value = sign === '-' ? -likely : likely;
  const before = text.slice(Math.max(0, at - 12), at);
  // "18650 cells" are cells of that size, and a standard has no unit.
  const isName =
    ofStandard.test(before) || (cellSizes.has(value) && (unit === undefined || unit.dimension === 'cells'));
  if (unit === undefined || isName) {
    const isCode =
      isName || /e/i.test(numeral.text) || composition.test(before) || /^(?!x\d)[A-Za-z/]/i.test(text.slice(end));
    const past = /^[\w/-]*/.exec(text.slice(end))?.[0].length ?? 0;
    if (isCode) return { quantities: [], end: end + past };
    return { quantities: [{ dimension: 'number', value, text: digits, start: at, end }], end };
  }
  const whole = { start: at, end: unit.end, text: text.slice(at, unit.end) };
  const isBelowZero = isTemperature.has(unit.dimension) && belowZero.test(text.slice(Math.max(0, at - 10), at));
  const read = { ...unit, value: isBelowZero ? -value : value, gap };
  return { quantities: [{ ...meant(text, read), ...whole }], end: unit.end };
}

/** A sign in words or apart from its number, before what is a temperature or may be one. */
const belowZero = /(?:영하|minus|\b(?:at|to|of|from|and|below|bei|auf) -) ?$/i;
const isTemperature: ReadonlySet<Dimension> = new Set<Dimension>(['temperature', 'rate']);

/** Text before the number of a standard, such as UN 38.3, and of a composition, such as NMC 811. */
const ofStandard = /(?:^|[^A-Za-z])(?:UN|IEC|ISO|SAE|UL|GB(?:\/T)?|EN) ?$/i;
const composition = /(?:^|[^A-Za-z])(?:NMC|NCM)[ -]?$/i;

/** Names of cell sizes, which are written like numbers. */
export const cellSizes: ReadonlySet<number> = new Set([
  18650, 21700, 26650, 26700, 26800, 20700, 14500, 18500, 46950, 32700, 32140, 4680, 4695, 2032, 2025, 2016,
]);

function unitIn(text: string, end: number, gap: number): { dimension: Dimension; unit: Unit; end: number } | undefined {
  const found = unitAt(text.slice(end + gap, end + gap + 40));
  if (found !== undefined) return { dimension: found.dimension, unit: found.unit, end: end + gap + found.length };
  // "5a" is five amperes, "5 a" is a number and an article.
  const isAmperes = gap === 0 && /^a(?![A-Za-z0-9])/.test(text.slice(end));
  const ampere = isAmperes ? unitAt('A') : undefined;
  return ampere === undefined ? undefined : { dimension: 'current', unit: ampere.unit, end: end + 1 };
}

/** Decides what a unit means that has two meanings: 25 C is a temperature, 16s may be cells in series. */
function meant(
  text: string,
  read: { dimension: Dimension; unit: Unit; value: number; gap: number },
): Pick<Quantity, 'dimension' | 'value'> {
  const { dimension, unit, value, gap } = read;
  if (dimension === 'rate' && (value < 0 || value >= (gap === 0 ? 25 : 15))) return { dimension: 'temperature', value };
  const isPack = unit.name === 's' && gap === 0 && Number.isInteger(value) && !ofSeconds.test(text);
  if (isPack) return { dimension: 'series', value };
  return { dimension, value: tidy(value * unit.factor) };
}

/** Words of a question whose "30s" are seconds. */
const ofSeconds = /pulse|rest|after|later|sec|\b(?:in|for|within|during|every|at) \d+s\b|초|펄스|휴지|동안|후/i;

const joined = /^ ?(?:x|×|\*|to|~|-|and|by|에서|부터|\/) ?$/i;

/** Gives numbers the unit of the quantity that ends their row: 100 x 50 mm, 10 to 80 %. */
function spread(text: string, found: Quantity[]): Quantity[] {
  const out = [...found];
  for (let at = out.length - 2; at >= 0; at--) {
    const [left, right] = [out[at], out[at + 1]];
    if (left?.dimension !== 'number' || right === undefined || !spreads.has(right.dimension)) continue;
    if (!joined.test(text.slice(left.end, right.start))) continue;
    const unit = unitAt(right.text.replace(/^[-+\d.,'\s]+/, ''))?.unit;
    // The text gets the unit, too: the next number to the left takes it from there.
    const named = `${left.text} ${unit?.name ?? ''}`;
    out[at] = { ...left, dimension: right.dimension, value: left.value * (unit?.factor ?? 1), text: named };
  }
  return out;
}

const spreads: ReadonlySet<Dimension> = new Set<Dimension>(['length', 'share', 'voltage']);

/** Adds the parts of a time: 1 h 30 min. */
function times(found: Quantity[]): Quantity[] {
  const out: Quantity[] = [];
  for (const each of found) {
    const last = out.at(-1);
    const isPart = last?.dimension === 'time' && each.dimension === 'time' && each.start - last.end <= 1;
    if (!isPart || each.value >= last.value) out.push(each);
    else
      out[out.length - 1] = {
        ...last,
        value: last.value + each.value,
        text: `${last.text} ${each.text}`,
        end: each.end,
      };
  }
  return out;
}
