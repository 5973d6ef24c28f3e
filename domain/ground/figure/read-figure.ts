import { type Numeral, numeralAt } from './numeral.ts';
import { plainText } from './plain-text.ts';
import { type DecimalMark, tidy, readingsOf } from './separators.ts';

/**
 * The reader of figures that stand alone: in a field, a cell of a table, a setting. Figures within sentences are read
 * by `numeral.ts`, which it shares. A figure that can be read in two ways is never guessed: the user is asked.
 */

/** Conversion of a value as written to the unit of the place: × factor + offset. */
export interface Conversion {
  factor: number;
  offset: number;
}

/** The conversion of a value without a unit, or with that of the place. */
export const unchanged: Conversion = { factor: 1, offset: 0 };

/** Known properties of the place of a figure. */
export interface FigureContext {
  /** Returns how values in a unit are converted; undefined for one of another kind. Without it, there is no unit. */
  convert?: (unit: string) => Conversion | undefined;
  /** Whether its values are whole numbers. */
  whole?: boolean;
  /** The decimal mark, where it is known. */
  mark?: DecimalMark | undefined;
  /**
   * Whether the place itself shows values, and with a point: then 1.234 is what it would write. It never writes 1.230, which
   * is asked.
   */
  writesPoint?: boolean;
  /** Whether a value may stand here. It decides between two readings. */
  allows?: (value: number) => boolean;
}

export type FigureReading =
  /**
   * Value with the reason why it is shown beside the text: a comma was read as a point, the unit was converted, one of
   * two readings does not fit, or is not as the place writes.
   */
  | { value: number; note?: 'comma' | 'unit' | 'decided' | 'assumed' }
  /** Both values, in the unit of the place; the user chooses. */
  | { either: readonly [number, number] }
  /** `separators`: a number with separators that fit no style. `number`: anything else. */
  | { problem: 'number' | 'separators' };

/** Reads a text that is one figure. Empty texts are no figures. */
export function readFigureText(text: string, place: FigureContext = {}): FigureReading {
  const plain = plainText(text).trim();
  const read = splitFigure(plain);
  if (read === undefined) return { problem: 'number' };
  const { convert = withoutUnit } = place;
  const conversion = convert(read.unit);
  if (conversion === undefined) return { problem: 'number' };
  if (read.values.length === 0) return { problem: 'separators' };
  const { factor, offset } = conversion;
  const values = meantBy(read, place).map((value) => tidy(value * read.sign * factor + offset));
  const isConverted = factor !== 1 || offset !== 0;
  const why = isConverted ? 'unit' : read.number.includes(',') ? 'comma' : undefined;
  const isOwnStyle = place.writesPoint === true && /^\d+\.\d\d[1-9]$/.test(read.number);
  return decided(values, place, why, isOwnStyle);
}

interface FigureParts {
  sign: number;
  number: string;
  values: number[];
  unit: string;
}

/** A third is kept as 0.333333. */
const asTyped: Record<Numeral['kind'], (value: number) => number> = {
  digits: (value) => value,
  power: (value) => value,
  fraction: (value) => Number(value.toPrecision(6)),
};

/** Splits a figure into sign, number and unit. */
function splitFigure(plain: string): FigureParts | undefined {
  const signed = /^([+-]?) ?(?=[\d.,])/.exec(plain);
  if (signed === null) return undefined;
  const sign = signed[1] === '-' ? -1 : 1;
  const rest = plain.slice(signed[0].length);
  // All that looks like digits belongs to the number: "2 5" and "1.2.3" are no 2 and no 1.2.
  const run = /^[\d.,](?:[\d.,]|[ '](?=\d))*/.exec(rest)?.[0] ?? '';
  const numeral = numeralAt(rest, 0);
  if (numeral !== undefined && (numeral.end > run.length || numeral.end === rest.length))
    return {
      sign,
      number: numeral.text,
      values: numeral.values.map(asTyped[numeral.kind]),
      unit: rest.slice(numeral.end),
    };
  return /\d/.test(run) && !run.includes('..')
    ? { sign, number: run, values: readingsOf(run), unit: rest.slice(run.length) }
    : undefined;
}

/** Three digits behind a separator are decimals in one reading and thousands in the other. */
function meantBy({ values, number, unit }: FigureParts, { mark, whole = false }: FigureContext): number[] {
  if (values.length < 2) return values;
  // No cell has thousandths of a mAh.
  if (/^ ?mAh$/i.test(unit)) return values.slice(1);
  // Whole numbers have no decimals: there, a decimal mark before three digits was meant for something else.
  if (mark !== undefined && !(whole && number.includes(mark))) {
    const known = readingsOf(number, mark);
    if (known.length > 0) return known;
  }
  return values;
}

type Note = Extract<FigureReading, { value: number }>['note'];

function decided(
  [first, second]: readonly number[],
  place: FigureContext,
  why: Note,
  isOwnStyle: boolean,
): FigureReading {
  const { whole = false, allows = () => true } = place;
  if (first === undefined || !Number.isFinite(second ?? first)) return { problem: 'number' };
  // A value in another unit is only taken where it may stand: elsewhere the unit was meant for another field.
  if (second === undefined) return why !== 'unit' || allows(first) ? noted(first, why) : { problem: 'number' };
  const [one, ...more] = [first, second].filter((value) => (whole ? Number.isInteger(value) : allows(value)));
  if (one !== undefined && more.length === 0) return noted(one, why ?? 'decided');
  return isOwnStyle && !whole ? noted(first, why ?? 'assumed') : { either: [first, second] };
}

function noted(value: number, note: Note): FigureReading {
  return note === undefined ? { value } : { value, note };
}

function withoutUnit(unit: string): Conversion | undefined {
  return unit.trim() === '' ? unchanged : undefined;
}

/** The unit of places for a share. */
export function percent(unit: string): Conversion | undefined {
  return /^\s*(?:%|percent|pct|퍼센트)?\s*$/i.test(unit) ? unchanged : undefined;
}
