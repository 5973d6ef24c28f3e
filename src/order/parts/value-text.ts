import { plainText } from '#domain/ground/figure/plain-text.ts';
import { percent, readFigureText, type FigureReading, type FigureContext } from '#domain/ground/figure/read-figure.ts';
import { listsIn, type ReadPart } from '#domain/ground/figure/read-list.ts';
import { tidy } from '#domain/ground/figure/separators.ts';
import { conversionTo, partsOfTime } from '#domain/quantities/written-unit.ts';
import type { Json } from '#domain/ground/json.ts';
import type { Current, Field } from '#domain/order/data/field.ts';
import { plainNumber, valueText } from '#domain/order/cell/value-text.ts';
import { problemWithChange, problemMessageOf, type ProblemMessage } from '#domain/order/fields/change.ts';

/** Conversion of typed texts to stored values: figures, currents, lists. Pure. */

export type ValueReading =
  /**
   * `comma` is the value with a point where a comma was read as one, and `read` the value with its unit where it was
   * converted or decided; they are shown, as another reading may be meant.
   */
  | { value: Json; comma?: string; read?: string }
  | { problem: 'number' | 'whole' | 'separators' }
  | { problem: 'refused'; said: ProblemMessage };

/**
 * Parses a typed text for this field at this path. Empty text clears the value.
 * @returns the value, or why the text is not accepted
 */
export function readText(field: Field, path: string, text: string): ValueReading {
  const trimmed = text.trim();
  if (trimmed === '' || (field.kind.is === 'current' && /^[AC]$/.test(trimmed))) return { value: null };
  const found = waysToRead(field, path, text);
  const [way, ...others] = found;
  if (way === undefined)
    return { problem: field.kind.is === 'number' && field.kind.whole === true ? 'whole' : 'number' };
  if (others.length > 0) return { problem: 'separators' };
  if ('problem' in way) return way;
  const problem = problemWithChange(path, way.value);
  if (problem === undefined) return way;
  return { problem: 'refused', said: shownRange(field) ?? problemMessageOf(problem.code, field.kind) };
}

/** Returns the values between which the user chooses, where a typed text can be read in two ways; else none. */
export function choicesOf(field: Field, path: string, text: string): { value: Json; text: string }[] {
  const ways = text.trim() === '' ? [] : waysToRead(field, path, text);
  if (ways.length < 2) return [];
  return ways.flatMap((way) => ('value' in way ? [{ value: way.value, text: valueText(field, way.value) }] : []));
}

type Way = Extract<ValueReading, { value: Json } | { problem: 'number' | 'whole' | 'separators' }>;

/** Returns every way to read a text: one, or two between which the user chooses; none where it is no figure. */
function waysToRead(field: Field, path: string, text: string): Way[] {
  const { kind } = field;
  if (kind.is === 'text') return [{ value: kind.lines === true ? text : text.trim() }];
  if (kind.is === 'choice') return [{ value: text.trim() }];
  if (kind.is === 'flag') return [{ value: text.trim() === 'true' }];
  if (kind.is === 'current') return currentsIn(path, text);
  if (kind.is === 'numbers') return listWays(path, text, percentPart, (values) => [...values]);
  if (kind.is === 'currents') return listWays(path, text, currentPart, withUnits);
  return numbersIn(field, path, text);
}

function numbersIn(field: Field, path: string, text: string): Way[] {
  const { unit, factor } = field.shown ?? { unit: field.unit, factor: 1 };
  const whole = field.kind.is === 'number' && field.kind.whole === true;
  const stored = (value: number) => tidy(value / factor);
  const allows = (value: number) => problemWithChange(path, stored(value)) === undefined;
  const convert = (written: string) => conversionTo(unit, written);
  const time = partsOfTime(plainText(text), unit);
  if (time !== undefined) return [{ value: stored(time), read: `${plainNumber(time)} ${unit}` }];
  const reading = readFigureText(text, { convert, whole, allows, writesPoint: true });
  if ('problem' in reading) return [{ problem: whole && reading.problem === 'number' ? 'whole' : reading.problem }];
  if ('either' in reading) return reading.either.map((value) => ({ value: stored(value) }));
  return [{ value: stored(reading.value), ...notesOf(reading, text, `${plainNumber(reading.value)} ${unit}`) }];
}

/** Says how a text was read, where another reading may be meant. */
function notesOf(reading: FigureReading, text: string, read: string): { comma?: string; read?: string } {
  if (!('value' in reading) || reading.note === undefined) return {};
  if (reading.note === 'comma') return { comma: plainNumber(reading.value) };
  return reading.note === 'decided' && text.includes(plainNumber(reading.value)) ? {} : { read };
}

/** A current as it is typed, and the unit of its box behind it: "2.5 A", "C/2 C", "500 mA C". */
function currentsIn(path: string, text: string): Way[] {
  const plainly = plainText(text).trim();
  const [, inner = plainly, box = 'C'] = /^(.*[^ ]) +([AC])$/.exec(plainly) ?? [];
  const unit = unitOfCurrent(inner) ?? (box === 'A' ? 'A' : 'C');
  const allows = (value: number) => problemWithChange(path, { value, unit }) === undefined;
  const reading = readCurrent(inner, { allows, writesPoint: true });
  if ('problem' in reading) return [reading];
  if ('either' in reading) return reading.either.map((value) => ({ value: { value, unit } }));
  const read = `${plainNumber(reading.value)} ${unit}`;
  const isOther = inner !== plainly && unit !== box;
  return [{ value: { value: reading.value, unit }, ...(isOther ? { read } : notesOf(reading, text, read)) }];
}

const amperes = (written: string) => conversionTo('A', written);
const rate = /^C ?\/ ?(?=[\d.,])/i;

/** Reads one current: a multiple of the capacity, also as C/2, or amperes. */
function readCurrent(part: string, place: FigureContext): FigureReading {
  if (!rate.test(part)) {
    const isRate = unitOfCurrent(part) === 'C';
    return readFigureText(isRate ? part.replace(/ ?C(?:[- ]?rate)?$/i, '') : part, { ...place, convert: amperes });
  }
  const hours = readFigureText(part.replace(rate, ''), place.mark === undefined ? {} : { mark: place.mark });
  if (!('value' in hours)) return hours;
  return hours.value > 0 ? { value: Number((1 / hours.value).toPrecision(6)) } : { problem: 'number' };
}

/** Returns the unit that a current is written with; undefined for a number alone. */
function unitOfCurrent(part: string): Current['unit'] | undefined {
  if (rate.test(part)) return 'C';
  const [, unit = ''] = /[\d.,] ?([^\d.,]+)$/.exec(part) ?? [];
  if (unit.trim() === '') return undefined;
  return /^C(?:[- ]?rate)?$/i.test(unit) ? 'C' : 'A';
}

const percentPart: ReadPart = (part, mark) =>
  part.includes('/') ? { problem: 'number' } : readFigureText(part, { mark, convert: percent, writesPoint: true });

/** In a list, 90/80 is no fraction: only parts of one are. */
const currentPart: ReadPart = (part, mark) => {
  const [above = 0, below = 0] = (/^(\d+)\/(\d+)/.exec(part) ?? []).slice(1).map(Number);
  return above > 0 && above >= below ? { problem: 'number' } : readCurrent(part, { mark, writesPoint: true });
};

/** Gives each current its unit: that of the next one with a unit, and C without one. */
function withUnits(values: readonly number[], parts: readonly string[]): Json[] {
  let unit: Current['unit'] = 'C';
  return values
    .map((value, at) => ({ value, at }))
    .toReversed()
    .map(({ value, at }) => {
      unit = unitOfCurrent(parts[at] ?? '') ?? unit;
      return { value, unit };
    })
    .toReversed();
}

function listWays(
  path: string,
  text: string,
  read: ReadPart,
  valueOf: (values: readonly number[], parts: readonly string[]) => Json[],
): Way[] {
  const lists = listsIn(text, read).map(({ values, parts }) => {
    const isComma = parts.some((part) => part.includes(','));
    return { value: valueOf(values, parts), ...(isComma ? { comma: values.map(plainNumber).join(', ') } : {}) };
  });
  const allowed = lists.filter(({ value }) => problemWithChange(path, value) === undefined);
  if (lists.length === 0) return [{ problem: 'number' }];
  return allowed.length === 0 ? lists.slice(0, 1) : allowed;
}

/** Returns the allowed range in the unit shown; undefined where the field is shown in the stored unit. */
function shownRange(field: Field): ProblemMessage | undefined {
  if (field.kind.is !== 'number' || field.shown === undefined) return undefined;
  const { unit, factor } = field.shown;
  const values = { min: plainNumber(field.kind.min * factor), max: plainNumber(field.kind.max * factor), unit };
  return { key: 'SHOWN_RANGE', values };
}
