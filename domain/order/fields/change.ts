import { orderLimits } from '../data/limits.ts';
import type { FieldProblem } from '../../ground/errors.ts';
import { canonicalJson, type Json } from '../../ground/json.ts';
import { cutText } from '../../ground/text.ts';
import { asCurrent, asNumber, type FieldKind } from '../data/field.ts';
import { parsePath } from './paths.ts';
import { problemWithTemplateName } from './template.ts';

/** Validation of the value at one path, independent of all other paths. */

/** Validates a value for a path. `null` clears a known field. @returns undefined when the value is allowed */
export function problemWithChange(path: string, value: Json): FieldProblem | undefined {
  const place = parsePath(path);
  if (place === undefined) return { path: cutText(path, 200), code: 'UNKNOWN_FIELD' };
  if (place.is === 'template') {
    // A template stays one: its name is never cleared.
    const code = problemWithTemplateName(value);
    return code === undefined ? undefined : { path, code };
  }
  if (value === null) return undefined;
  if (place.is === 'removed') return value === true ? undefined : { path, code: 'NOT_A_FLAG' };
  if (place.is === 'ack')
    return typeof value === 'string' && value.length <= orderLimits.acknowledgmentChars
      ? undefined
      : { path, code: 'NOT_TEXT' };
  const code = problemWithValue(place.field.kind, value);
  return code === undefined ? undefined : { path, code, message: sayOf(code, place.field.kind) };
}

function problemWithValue(kind: FieldKind, value: Json): string | undefined {
  if (kind.is === 'number') return problemWithNumber(value, kind.min, kind.max, kind.whole === true);
  if (kind.is === 'current') return problemWithCurrent(value, kind.maxA, kind.maxC);
  if (kind.is === 'numbers') return problemWithNumbers(value, kind.min, kind.max, kind.maxCount);
  if (kind.is === 'currents') return problemWithCurrents(value, kind.maxA, kind.maxC, kind.maxCount);
  if (kind.is === 'flag') return typeof value === 'boolean' ? undefined : 'NOT_A_FLAG';
  if (typeof value !== 'string') return 'NOT_TEXT';
  if (kind.is === 'choice') return kind.options.includes(value) ? undefined : 'NOT_AN_OPTION';
  return value.length > kind.maxChars ? 'TOO_LONG' : undefined;
}

function problemWithNumber(value: Json, min: number, max: number, whole: boolean): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'NOT_A_NUMBER';
  if (value < min || value > max) return 'OUT_OF_RANGE';
  return whole && !Number.isInteger(value) ? 'NOT_WHOLE' : undefined;
}

function problemWithCurrent(value: Json, maxA: number, maxC: number): string | undefined {
  const current = asCurrent(value);
  if (current === undefined || !Number.isFinite(current.value)) return 'NOT_A_CURRENT';
  // They differ if the value has any further member or a basis that is not a number.
  if (canonicalJson(value) !== canonicalJson(current)) return 'NOT_A_CURRENT';
  const basis = current.basisAh ?? 1;
  if (!Number.isFinite(basis) || basis <= 0 || basis > 500) return 'NOT_A_CURRENT';
  return current.value < 0.000_001 || current.value > (current.unit === 'A' ? maxA : maxC) ? 'OUT_OF_RANGE' : undefined;
}

function problemWithCurrents(value: Json, maxA: number, maxC: number, maxCount: number): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'NOT_A_LIST';
  if (value.length > maxCount) return 'TOO_MANY';
  return value.map((each) => problemWithCurrent(each, maxA, maxC)).find((code) => code !== undefined);
}

function problemWithNumbers(value: Json, min: number, max: number, maxCount: number): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'NOT_A_LIST';
  if (value.length > maxCount) return 'TOO_MANY';
  const numbers = value.map((each) => asNumber(each)).filter((each) => each !== undefined);
  if (numbers.length !== value.length) return 'NOT_A_NUMBER';
  if (numbers.some((each) => each < min || each > max)) return 'OUT_OF_RANGE';
  const steps = numbers.slice(1).map((each, i) => Math.sign(each - (numbers[i] ?? each)));
  return new Set(steps).size > 1 || steps.includes(0) ? 'NOT_MONOTONIC' : undefined;
}

/** Message for a refused value: the key of its text, and the parameters. */
export interface ProblemMessage {
  key: string;
  values: Record<string, string | number>;
}

/** Returns the message for a value that was refused with this code. */
export function problemMessageOf(code: string, kind: FieldKind): ProblemMessage {
  if (code === 'OUT_OF_RANGE' && (kind.is === 'current' || kind.is === 'currents')) {
    return { key: 'CURRENT_RANGE', values: { amperes: kind.maxA, rate: kind.maxC } };
  }
  if (code === 'OUT_OF_RANGE' && (kind.is === 'number' || kind.is === 'numbers')) {
    return { key: 'RANGE', values: { min: kind.min, max: kind.max } };
  }
  if (code === 'TOO_LONG' && kind.is === 'text') return { key: 'TOO_LONG', values: { most: kind.maxChars } };
  if (code === 'TOO_MANY' && (kind.is === 'numbers' || kind.is === 'currents'))
    return { key: 'TOO_MANY', values: { most: kind.maxCount } };
  // A code of a newer version may need values that this one does not have.
  const isComplete = Object.hasOwn(problemTexts, code) && !problemTexts[code]?.includes('{{');
  return { key: isComplete ? code : 'MISFIT', values: {} };
}

/** Returns the message as English text, for API clients. */
function sayOf(code: string, kind: FieldKind): string {
  const { key, values } = problemMessageOf(code, kind);
  return (problemTexts[key] ?? '').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

/** English texts of the messages; the client has them in every language. */
export const problemTexts: Readonly<Record<string, string>> = {
  RANGE: 'Between {{min}} and {{max}}.',
  CURRENT_RANGE: 'At most {{amperes}} A or {{rate}} C, and above 0.',
  TOO_LONG: 'At most {{most}} characters.',
  TOO_MANY: 'At most {{most}} values.',
  NOT_AN_OPTION: 'Choose one of the options.',
  NOT_TEXT: 'Write text here.',
  NOT_A_NUMBER: 'Write a number.',
  NOT_WHOLE: 'Write a whole number.',
  NOT_A_CURRENT: 'Write a current in A or as C rate.',
  NOT_A_FLAG: 'Choose yes or no.',
  NOT_A_LIST: 'Write one or more numbers.',
  NOT_MONOTONIC: 'The values must keep rising or keep falling, without repeats.',
  MISFIT: 'This value does not fit here.',
};
