import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { problemWithChange } from '#domain/order/checks.ts';
import { docHashOf } from '#domain/order/doc-hash.ts';
import type { Json } from '#domain/json.ts';
import { quoteOf } from '#domain/order/price.ts';
import { electrodeFields, orderFields } from '#domain/order/fields.ts';
import { testFields } from '#domain/order/test-fields.ts';
import { cycle, m50, rpt } from './orders.ts';

/** Any JSON value, typed as such. */
const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));
const item = '01936f0a-7c3e-7000-8000-0123456789ab';

test.each<[string, Json]>([
  ...Object.entries({ ...m50, ...rpt(item), ...cycle('b') }),
  ['title', 'First build'],
  ['notes', 'x'.repeat(4000)],
  [`tests/${item}/removed`, true],
  [`tests/${item}/socCheckpoints`, [80, 50, 20]],
  [`tests/${item}/chargeCurrent`, { value: 2.5, unit: 'A' }],
  [`tests/${item}/chargeCurrent`, { value: 0.5, unit: 'C', basisAh: 5 }],
  ['ack/TEMP_HOT', 'a1b2'],
  [`ack/TEMP_HOT/${item}`, 'a1b2'],
  ['format', null],
])('%s may be %j', (path, value) => {
  expect(problemWithChange(path, value)).toBeUndefined();
});

test.each<[string, Json, string]>([
  ['quantity', Number.NaN, 'NOT_A_NUMBER'],
  ['quantity', Number.POSITIVE_INFINITY, 'NOT_A_NUMBER'],
  ['quantity', 1e308, 'OUT_OF_RANGE'],
  ['quantity', -1, 'OUT_OF_RANGE'],
  ['quantity', 1.5, 'NOT_WHOLE'],
  ['quantity', '24', 'NOT_A_NUMBER'],
  ['quantity', [24], 'NOT_A_NUMBER'],
  ['format', '99999', 'NOT_AN_OPTION'],
  ['format', 'toString', 'NOT_AN_OPTION'],
  ['format', {}, 'NOT_TEXT'],
  ['title', 'x'.repeat(121), 'TOO_LONG'],
  ['notes', 'x'.repeat(1_000_000), 'TOO_LONG'],
  ['electrodes/cathode/current_collector_foil_thickness', 15, 'OUT_OF_RANGE'],
  [`tests/${item}/chargeCurrent`, 0.5, 'NOT_A_CURRENT'],
  [`tests/${item}/chargeCurrent`, { value: 0.5, unit: 'mA' }, 'NOT_A_CURRENT'],
  [`tests/${item}/chargeCurrent`, { value: 0.5, unit: 'C', extra: 1 }, 'NOT_A_CURRENT'],
  [`tests/${item}/chargeCurrent`, { value: 0.5, unit: 'C', basisAh: 'five' }, 'NOT_A_CURRENT'],
  [`tests/${item}/chargeCurrent`, { value: 0.5, unit: 'C', basisAh: 0 }, 'NOT_A_CURRENT'],
  [`tests/${item}/chargeCurrent`, { value: Number.NaN, unit: 'C' }, 'NOT_A_CURRENT'],
  [`tests/${item}/chargeCurrent`, { value: 0, unit: 'C' }, 'OUT_OF_RANGE'],
  [`tests/${item}/chargeCurrent`, { value: 11, unit: 'C' }, 'OUT_OF_RANGE'],
  [`tests/${item}/socCheckpoints`, [80, 80], 'NOT_MONOTONIC'],
  [`tests/${item}/socCheckpoints`, [80, 20, 50], 'NOT_MONOTONIC'],
  [`tests/${item}/socCheckpoints`, [120], 'OUT_OF_RANGE'],
  [`tests/${item}/socCheckpoints`, [], 'NOT_A_LIST'],
  [`tests/${item}/socCheckpoints`, ['a'], 'NOT_A_NUMBER'],
  [`tests/${item}/socCheckpoints`, Array.from({ length: 22 }, (_, i) => i), 'TOO_MANY'],
  [`tests/${item}/removed`, false, 'NOT_A_FLAG'],
  ['ack/TEMP_HOT', true, 'NOT_TEXT'],
  ['ack/temp hot', 'a', 'UNKNOWN_FIELD'],
  ['unknown', 1, 'UNKNOWN_FIELD'],
  ['unknown', null, 'UNKNOWN_FIELD'],
  ['__proto__', 1, 'UNKNOWN_FIELD'],
  ['constructor', 1, 'UNKNOWN_FIELD'],
  ['tests', 1, 'UNKNOWN_FIELD'],
  ['tests//temp', 1, 'UNKNOWN_FIELD'],
  ['tests/a/b/c', 1, 'UNKNOWN_FIELD'],
  ['tests/a/agingTime', 1, 'UNKNOWN_FIELD'],
  ['tests/../temp', 1, 'UNKNOWN_FIELD'],
  [`tests/${'x'.repeat(300)}/temp`, 25, 'UNKNOWN_FIELD'],
  ['electrodes/separator/coatingThickness_mm', 0.05, 'UNKNOWN_FIELD'],
  ['', 1, 'UNKNOWN_FIELD'],
])('%s must not be %j', (path, value, code) => {
  expect(problemWithChange(path, value)?.code).toBe(code);
});

test('no path and no value makes it throw', () => {
  const paths = fc.oneof(fc.string(), fc.constantFrom(...Object.keys({ ...m50, ...rpt('a') })));
  fc.assert(
    fc.property(paths, json, (path, value) => {
      const problem = problemWithChange(path, value);
      expect(problem === undefined || problem.code.length > 0).toBe(true);
    }),
  );
});

test('whatever is accepted, the order still has a price in finite cents', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys({ ...m50, ...rpt('a') })), json, (path, value) => {
      if (problemWithChange(path, value) !== undefined) return;
      const doc = { ...m50, service: 'both', ...rpt('a'), [path]: value };
      expect(Number.isSafeInteger(quoteOf(doc).total)).toBe(true);
    }),
  );
});

test('every field has a description, the source of its figures, and a unique key', () => {
  for (const rows of [orderFields, electrodeFields, testFields]) {
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
    for (const row of rows) expect(row.definition.length * row.basis.length).toBeGreaterThan(0);
  }
});

test('a document has one hash, whatever the order of its keys, cleared fields or not', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), (doc) => {
      expect(docHashOf(Object.fromEntries(Object.entries(doc).toReversed()))).toBe(docHashOf(doc));
    }),
  );
  expect(docHashOf({ ...m50, title: null })).toBe(docHashOf(m50));
  expect(docHashOf({ ...m50, quantity: 25 })).not.toBe(docHashOf(m50));
});
