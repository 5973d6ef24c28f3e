import type { Json } from '#domain/json.ts';
import type { Field } from '#domain/order/field.ts';
import { plain } from '#domain/order/value-text.ts';
import { problemWithChange, problemMessageOf, type ProblemMessage } from '#domain/order/change.ts';

/** Conversion of typed texts to stored values: units, decimal commas, currents, lists. Pure. */

export type Reading =
  /** `comma` is the value with a point where a comma was read as one; shown, as it may have separated thousands. */
  | { value: Json; comma?: string }
  | { problem: 'number' | 'whole' | 'separators' }
  | { problem: 'refused'; said: ProblemMessage };

/**
 * Parses a typed text for this field at this path. Empty text clears the value.
 * @returns the value, or why the text is not accepted
 */
export function readText(field: Field, path: string, text: string): Reading {
  // Korean and Japanese keyboards may type full-width digits.
  const trimmed = (field.kind.is === 'text' ? text : text.normalize('NFKC')).trim();
  if (trimmed === '' || (field.kind.is === 'current' && /^[AC]$/.test(trimmed))) return { value: null };
  const reading = read(field, trimmed, text);
  if ('problem' in reading) return reading;
  const problem = problemWithChange(path, reading.value);
  if (problem === undefined) return reading;
  return { problem: 'refused', said: shownRange(field) ?? problemMessageOf(problem.code, field.kind) };
}

function read(field: Field, trimmed: string, text: string): Reading {
  if (field.kind.is === 'text') return { value: field.kind.lines === true ? text : trimmed };
  if (field.kind.is === 'choice') return { value: trimmed };
  if (field.kind.is === 'numbers') return readList(trimmed);
  if (field.kind.is === 'current') return readCurrent(trimmed);
  if (field.kind.is === 'currents') return readCurrents(trimmed);
  if (field.kind.is === 'flag') return { value: trimmed === 'true' };
  // In a field of whole numbers, 1,000 and 1.000 mean a thousand and must not be read as 1.
  if (field.kind.whole === true && /[.,]\d{3}$/.test(trimmed)) return { problem: 'separators' };
  const number = readNumber(withoutUnit(trimmed, field.shown?.unit ?? field.unit));
  if ('problem' in number && number.problem === 'number' && field.kind.whole === true) return { problem: 'whole' };
  return scaled(number, field.shown?.factor ?? 1);
}

/** Removes the field's own unit from the end of a typed number: "2.5 mm", "20 cells", "12 um". */
function withoutUnit(text: string, unit: string): string {
  const written = unit.normalize('NFKC');
  const names = [written, written.replace(/s$/, ''), written.replace('μ', 'u')];
  const name = names.find(
    (each) => each.length > 0 && text.endsWith(each) && /\d\s*$/.test(text.slice(0, -each.length)),
  );
  return name === undefined ? text : text.slice(0, -name.length).trim();
}

function readCurrent(text: string): Reading {
  const unit = text.endsWith('A') ? 'A' : 'C';
  const number = readNumber(text.replace(/\s*[AC]$/, ''));
  return 'problem' in number ? number : { ...number, value: { value: number.value, unit } };
}

/** Parses currents such as "0.1, 1/3, 1 C" or "2 A, 5 A"; a unit is that of the numbers before it, and C without one. */
function readCurrents(text: string): Reading {
  const parts = text.split(/[\s,;]+|(?<=\d)(?=[AC])/).filter((part) => part !== '');
  const currents: Json[] = [];
  let unit = 'C';
  for (const part of parts.toReversed()) {
    if (part === 'A' || part === 'C') {
      unit = part;
      continue;
    }
    const number = readNumber(part);
    if ('problem' in number) return number;
    currents.unshift({ value: number.value, unit });
  }
  return { value: currents };
}

function readList(text: string): Reading {
  const numbers = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(readNumber);
  const wrong = numbers.find((each) => 'problem' in each);
  return wrong ?? { value: numbers.flatMap((each) => ('value' in each ? [each.value] : [])) };
}

type NumberReading = { value: number; comma?: string } | { problem: 'number' | 'separators' };

/** Parses a number with a point or comma, or a fraction such as 1/3. */
function readNumber(text: string): NumberReading {
  const compact = text.replace(/[\s\u00a0\u2009\u202f]/g, '');
  const fraction = /^(\d+)\/([1-9]\d*)$/.exec(compact);
  if (fraction !== null) return { value: Number((Number(fraction[1]) / Number(fraction[2])).toPrecision(6)) };
  if (/^[+-]?[\d.,]+$/.test(compact) && (compact.match(/[.,]/g) ?? []).length > 1) return { problem: 'separators' };
  if (!/^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d{1,3})?$/i.test(compact)) return { problem: 'number' };
  const value = Number(compact.replace(',', '.'));
  if (!Number.isFinite(value)) return { problem: 'number' };
  return compact.includes(',') ? { value, comma: plain(value) } : { value };
}

function scaled(reading: NumberReading, factor: number): NumberReading {
  if ('problem' in reading || factor === 1) return reading;
  // 75.6 µm is 0.0756 mm, not 0.07560000000000001.
  return { ...reading, value: Number((reading.value / factor).toPrecision(12)) };
}

/** Returns the allowed range in the unit shown; undefined where the field is shown in the stored unit. */
function shownRange(field: Field): ProblemMessage | undefined {
  if (field.kind.is !== 'number' || field.shown === undefined) return undefined;
  const { unit, factor } = field.shown;
  const values = { min: plain(field.kind.min * factor), max: plain(field.kind.max * factor), unit };
  return { key: 'SHOWN_RANGE', values };
}
