import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRecords, readRecord, recordPart, type RecordEntry, writtenAt } from '#domain/order/life/record.ts';
import { uuidv7 } from '#domain/ground/ids.ts';

/** The record of an order as a file: whatever is changed in it shows, with the line. */

const entry = (text: string): RecordEntry => ({
  event: 'order.patched',
  by: 'u',
  written: null,
  received: null,
  stored: '2026-01-01T00:00:00.000Z',
  device: null,
  command: null,
  data: { text },
});

const of = { part: 'order', order: 'o' } as const;
const record = (...texts: string[]) => recordPart(of, texts.map(entry));
const whole = (text: string) => {
  const parts = readRecord(text);
  if (!Array.isArray(parts)) throw new Error(`line ${parts.line}: ${parts.code}`);
  return parts;
};

/** Changes the lines of a file. */
const altered = (text: string, change: (lines: string[]) => unknown): string => {
  const lines = text.split('\n');
  change(lines);
  return lines.join('\n');
};

const three = record('a', 'b', 'c');

test('a record is whole, with both of its parts, and without any event', () => {
  const parts = whole(three + recordPart({ part: 'staff', order: 'o' }, [entry('note')]));
  expect(parts.map(({ head, lines }) => [head.part, lines.map(({ data }) => data)])).toEqual([
    ['order', [{ text: 'a' }, { text: 'b' }, { text: 'c' }]],
    ['staff', [{ text: 'note' }]],
  ]);
  expect(whole(record())[0]?.lines).toEqual([]);
});

test.each<[string, (lines: string[]) => unknown, number, string]>([
  ['a changed line', (lines) => (lines[2] = String(lines[2]).replace('"b"', '"x"')), 3, 'BROKEN_CHAIN'],
  ['a changed last line', (lines) => (lines[3] = String(lines[3]).replace('"c"', '"x"')), 4, 'WRONG_LAST'],
  ['a space in a line', (lines) => (lines[2] = String(lines[2]).replace('{', '{ ')), 3, 'REWRITTEN'],
  ['a line that is no JSON', (lines) => (lines[2] = 'x'), 3, 'NOT_JSON'],
  ['a line left out', (lines) => lines.splice(2, 1), 3, 'NOT_NEXT'],
  ['two lines in another order', (lines) => lines.splice(2, 2, String(lines[3]), String(lines[2])), 3, 'NOT_NEXT'],
  ['the end cut off', (lines) => lines.splice(3), 4, 'CUT_SHORT'],
  ['a line at the end', (lines) => lines.splice(4, 0, String(lines[3])), 5, 'NO_HEAD'],
  ['a head of another order', (lines) => (lines[0] = String(lines[0]).replace('"o"', '"p"')), 2, 'BROKEN_CHAIN'],
  ['a head without the hash', (lines) => (lines[0] = String(lines[0]).replace('last', 'list')), 1, 'REWRITTEN'],
  ['no head', (lines) => lines.shift(), 1, 'NO_HEAD'],
  [
    'a newer version',
    (lines) => (lines[0] = String(lines[0]).replace('version":1', 'version":2')),
    1,
    'UNKNOWN_VERSION',
  ],
  ['an empty file', (lines) => lines.splice(0), 1, 'NO_HEAD'],
])('%s shows', (_, change, line, code) => {
  expect(readRecord(altered(three, change))).toEqual({ line, code });
});

test('no single character of a record can be changed unseen', () => {
  fc.assert(
    fc.property(fc.nat(three.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (i, character) => {
      fc.pre(three[i] !== character);
      const found = readRecord(three.slice(0, i) + character + three.slice(i + 1));
      // The last line break says nothing.
      expect(Array.isArray(found) && i < three.length - 1).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('a record that was chained anew differs from the one of the server, which may have newer lines', () => {
  const server = whole(record('a', 'b', 'c', 'd'));
  expect(compareRecords(whole(three), server)).toEqual({ more: 1 });
  expect(compareRecords(whole(record('a', 'x', 'c')), server)).toEqual({ line: 3, code: 'DIFFERS' });
  expect(compareRecords(whole(record('a', 'b', 'c', 'd', 'e')), server)).toEqual({ line: 6, code: 'DIFFERS' });
  expect(compareRecords(whole(recordPart({ ...of, order: 'p' }, [])), server)).toEqual({ line: 1, code: 'DIFFERS' });
});

test('the id of a command tells when its device wrote it', () => {
  const at = Date.parse('2030-05-06T07:08:09.123Z');
  expect(writtenAt(uuidv7(at, (into) => into.fill(1)))).toBe('2030-05-06T07:08:09.123Z');
  expect(writtenAt('6f1d2c5e-8a4b-4e39-9c07-2b7f4d1e0a63')).toBeNull();
  expect(writtenAt(null)).toBeNull();
});
