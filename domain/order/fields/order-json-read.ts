import type { Json } from '../../ground/json.ts';
import { orderLimits } from '../data/limits.ts';
import { cutText } from '../../ground/text.ts';
import { KB } from '../../ground/units.ts';
import { problemMessageOf, problemWithChange } from './change.ts';
import { electrodes } from '../data/electrodes.ts';
import type { Field } from '../data/field.ts';
import { electrodeFields, orderFields } from './fields.ts';
import { orderJsonFormat, orderJsonVersion } from './order-json.ts';
import type { OrderJsonProblem } from './order-json-texts.ts';
import { pathOf } from './paths.ts';
import type { ValueChange } from './presets.ts';
import { testFields } from './test-fields.ts';
import { testTypes } from '../data/tests.ts';

/** Reads an order from JSON. */

/** Longest text that is read, in characters; the longest order has about half of it. */
export const orderJsonChars = 512 * KB;

/** Contents of a file: values to write into a new draft, and a sentence for each value that was left out. */
export interface ReadOrder {
  changes: ValueChange[];
  tests: number;
  leftOut: OrderJsonProblem[];
}

/**
 * Reads the text of a file.
 * @param newId draws the ids of its tests, in their order
 * @returns the reason why nothing was read, or what was
 */
export function readOrderJson(text: string, newId: () => string): { problem: OrderJsonProblem } | ReadOrder {
  if (text.length > orderJsonChars) return refused('TOO_LARGE', sizesOf(text.length));
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') return refused('EMPTY');
  const content = parsed(plain);
  if (content === undefined) return refused('NOT_JSON');
  if (!isObject(content) || !Object.hasOwn(content, 'format') || content['format'] !== orderJsonFormat) {
    return refused('NOT_AN_ORDER');
  }
  const version = Object.hasOwn(content, 'version') ? content['version'] : undefined;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return refused('BAD_VERSION', { known: orderJsonVersion });
  }
  if (version > orderJsonVersion) return refused('NEWER', { version, known: orderJsonVersion });
  const read = readContent(content, newId);
  return read.changes.length === 0 && read.leftOut.length === 0 ? refused('NOTHING') : read;
}

/** Returns the values of the sentence about a file that is too large. @param size in bytes or characters */
export function sizesOf(size: number): { size: number; most: number } {
  return { size: Math.ceil(size / KB), most: orderJsonChars / KB };
}

function refused(key: string, values: OrderJsonProblem['values'] = {}): { problem: OrderJsonProblem } {
  return { problem: { key, values } };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Text that is no JSON, or that is nested too deeply for the parser.
    return undefined;
  }
}

type Members = Record<string, Json>;

function isObject(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readContent(content: Members, newId: () => string): ReadOrder {
  const read: ReadOrder = { changes: [], tests: 0, leftOut: [] };
  for (const [name, value] of Object.entries(content)) {
    if (name === 'format' || name === 'version') continue;
    if (name === 'order') readFields(read, { value, at: name, fields: orderFields, list: null, item: '' });
    else if (name === 'electrodes') readElectrodes(read, value);
    else if (name === 'tests') readTests(read, value, newId);
    else leave(read, 'UNKNOWN', { path: shownPath(name) });
  }
  return read;
}

function readElectrodes(read: ReadOrder, value: Json): void {
  if (!isObject(value)) return leave(read, 'NOT_AN_OBJECT', { path: 'electrodes' });
  for (const [name, members] of Object.entries(value)) {
    const at = `electrodes.${name}`;
    const item = electrodes.find((each) => each === name);
    if (item === undefined) leave(read, 'UNKNOWN', { path: shownPath(at) });
    else readFields(read, { value: members, at, fields: electrodeFields, list: 'electrodes', item });
  }
}

function readTests(read: ReadOrder, value: Json, newId: () => string): void {
  if (!Array.isArray(value)) return leave(read, 'NOT_A_LIST_OF_TESTS', {});
  const most = orderLimits.testsPerOrder;
  if (value.length > most) leave(read, 'TESTS_MOST', { count: value.length, most });
  for (const [index, members] of value.slice(0, most).entries()) {
    const at = `tests[${index}]`;
    if (!isObject(members)) {
      leave(read, 'NOT_AN_OBJECT', { path: at });
      continue;
    }
    const type = Object.hasOwn(members, 'type') ? members['type'] : undefined;
    const options = testTypes.map(({ code }) => code);
    if (!options.some((code) => code === type)) {
      leave(read, 'TEST_TYPE', { path: at, options: options.join(', ') });
      continue;
    }
    read.tests++;
    readFields(read, { value: members, at, fields: testFields, list: 'tests', item: newId() });
  }
}

interface Group {
  value: Json;
  /** Path in the file. */
  at: string;
  fields: readonly Field[];
  list: 'electrodes' | 'tests' | null;
  item: string;
}

function readFields(read: ReadOrder, { value: members, at, fields, list, item }: Group): void {
  if (!isObject(members)) return leave(read, 'NOT_AN_OBJECT', { path: at });
  for (const [name, value] of Object.entries(members)) {
    const field = fields.find(({ key }) => key === name);
    const path = shownPath(`${at}.${name}`);
    if (field === undefined) leave(read, 'UNKNOWN', { path });
    else if (value !== null) readValue(read, field, path, { path: pathOf(list, item, name), value });
  }
}

function readValue(read: ReadOrder, field: Field, path: string, change: ValueChange): void {
  const { kind } = field;
  const code = problemWithChange(change.path, change.value)?.code;
  const { value } = change;
  if (code === undefined) {
    read.changes.push(change);
    return;
  }
  const unit = field.unit === '' ? '' : ` ${field.unit}`;
  if (code === 'OUT_OF_RANGE' && kind.is === 'number' && typeof value === 'number') {
    const shown = { path, value: `${value}${unit}` };
    if (value > kind.max) leave(read, 'ABOVE', { ...shown, max: `${kind.max}${unit}` });
    else leave(read, 'BELOW', { ...shown, min: `${kind.min}${unit}` });
    return;
  }
  const shown = { path, value: shownValue(value) };
  if (code === 'NOT_AN_OPTION' && kind.is === 'choice') {
    leave(read, 'NOT_AN_OPTION', { ...shown, options: kind.options.join(', ') });
    return;
  }
  const message = problemMessageOf(code, kind);
  leave(read, 'OTHER', { ...message.values, ...shown, reason: message.key });
}

function leave(read: ReadOrder, key: string, values: OrderJsonProblem['values']): void {
  read.leftOut.push({ key, values });
}

/** Longest part of a file that a sentence repeats. */
const shownChars = 80;

/** Writes a value in a sentence. Of what is nested, only the kind: it may be nested without end. */
function shownValue(value: Json): string {
  const isNested = typeof value === 'object' && Object.values(value ?? {}).some((each) => typeof each === 'object');
  if (isNested) return Array.isArray(value) ? '[ … ]' : '{ … }';
  return cutText(JSON.stringify(value), shownChars, '…');
}

function shownPath(path: string): string {
  return cutText(path, shownChars, '…');
}
