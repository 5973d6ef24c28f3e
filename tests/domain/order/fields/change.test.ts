import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { orderLimits } from '#domain/order/data/limits.ts';
import { problemMessageOf, problemTexts, problemWithChange } from '#domain/order/fields/change.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import type { FieldKind } from '#domain/order/data/field.ts';
import type { Json } from '#domain/ground/json.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { electrodeFields, orderFields } from '#domain/order/fields/fields.ts';
import { testFields } from '#domain/order/fields/test-fields.ts';
import { cycle, m50, rpt } from '../orders.ts';

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
  ['tests/a/agingTimes', 1, 'UNKNOWN_FIELD'],
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
      expect(Number.isSafeInteger(quoteOf(doc, exampleRateCard).total)).toBe(true);
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

const everyField = [
  ...orderFields.map((field) => ({ path: field.key, field })),
  ...electrodeFields.map((field) => ({ path: `electrodes/anode/${field.key}`, field })),
  ...testFields.map((field) => ({ path: `tests/${item}/${field.key}`, field })),
];

/** The nearest values inside and outside the limits of a kind of field. */
function limitsOf(kind: FieldKind): { inside: Json[]; outside: [Json, string][] } {
  if (kind.is === 'number') {
    const step = kind.whole === true ? 1 : 1e-9;
    const outside: [Json, string][] = [
      [kind.min - step, 'OUT_OF_RANGE'],
      [kind.max + Math.max(step, kind.max * 1e-12), 'OUT_OF_RANGE'],
    ];
    return { inside: [kind.min, kind.max], outside };
  }
  if (kind.is === 'text') {
    return { inside: ['', 'x'.repeat(kind.maxChars)], outside: [['x'.repeat(kind.maxChars + 1), 'TOO_LONG']] };
  }
  if (kind.is === 'choice') return { inside: [...kind.options], outside: [['', 'NOT_AN_OPTION']] };
  if (kind.is === 'current') {
    const inside = [0.000_001, kind.maxA].map((value) => ({ value, unit: 'A' }));
    return {
      inside: [
        ...inside,
        { value: 0.000_001, unit: 'C' },
        { value: kind.maxC, unit: 'C' },
        { value: 1, unit: 'C', basisAh: 500 },
      ],
      outside: [
        [{ value: 0.000_000_9, unit: 'A' }, 'OUT_OF_RANGE'],
        [{ value: kind.maxA + 0.001, unit: 'A' }, 'OUT_OF_RANGE'],
        [{ value: kind.maxC + 0.001, unit: 'C' }, 'OUT_OF_RANGE'],
        [{ value: 1, unit: 'C', basisAh: 500.1 }, 'NOT_A_CURRENT'],
        [{ value: 1, unit: 'C', basisAh: -1 }, 'NOT_A_CURRENT'],
      ],
    };
  }
  if (kind.is === 'flag') return { inside: [true, false], outside: [['true', 'NOT_A_FLAG']] };
  if (kind.is === 'currents') {
    const many = (count: number): Json => Array.from({ length: count }, () => ({ value: kind.maxC, unit: 'C' }));
    return {
      inside: [many(1), many(kind.maxCount), [{ value: kind.maxA, unit: 'A' }]],
      outside: [
        [many(kind.maxCount + 1), 'TOO_MANY'],
        [[{ value: kind.maxC + 0.001, unit: 'C' }], 'OUT_OF_RANGE'],
        [[1], 'NOT_A_CURRENT'],
        [[], 'NOT_A_LIST'],
      ],
    };
  }
  const { min, max, maxCount } = kind;
  const rising = (count: number) => Array.from({ length: count }, (_, i) => min + ((max - min) * i) / (count - 1));
  return {
    inside: [rising(2), rising(maxCount), rising(maxCount).toReversed(), [min], [max]],
    outside: [
      [rising(maxCount + 1), 'TOO_MANY'],
      [[min - 0.001], 'OUT_OF_RANGE'],
      [[max + 0.001], 'OUT_OF_RANGE'],
      [[min, max, max], 'NOT_MONOTONIC'],
      [[max, min, max], 'NOT_MONOTONIC'],
    ],
  };
}

test.each(everyField)('$path takes its limits and nothing beyond', ({ path, field }) => {
  const { inside, outside } = limitsOf(field.kind);
  for (const value of inside) expect([value, problemWithChange(path, value)]).toEqual([value, undefined]);
  for (const [value, code] of outside) expect([value, problemWithChange(path, value)?.code]).toEqual([value, code]);
});

test.each<[FieldKind, string, string]>([
  [{ is: 'number', min: 1, max: 9 }, 'OUT_OF_RANGE', 'Between 1 and 9.'],
  [{ is: 'numbers', min: 2, max: 8, maxCount: 3 }, 'OUT_OF_RANGE', 'Between 2 and 8.'],
  [{ is: 'numbers', min: 2, max: 8, maxCount: 3 }, 'TOO_MANY', 'At most 3 values.'],
  [{ is: 'current', maxA: 20, maxC: 10 }, 'OUT_OF_RANGE', 'At most 20 A or 10 C, and above 0.'],
  [{ is: 'text', maxChars: 120 }, 'TOO_LONG', 'At most 120 characters.'],
  [{ is: 'number', min: 1, max: 9, whole: true }, 'NOT_WHOLE', 'Write a whole number.'],
  [{ is: 'number', min: 1, max: 9 }, 'toString', 'This value does not fit here.'],
  [{ is: 'choice', options: ['a'] }, 'OUT_OF_RANGE', 'This value does not fit here.'],
  [{ is: 'number', min: 1, max: 9 }, 'TOO_LONG', 'This value does not fit here.'],
])('a value that %j refuses with %s is told: %s', (kind, code, text) => {
  const { key, values } = problemMessageOf(code, kind);
  expect((problemTexts[key] ?? '').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))).toBe(text);
});

test('a refused value is explained in English too', () => {
  expect(problemWithChange('quantity', 0)?.message).toBe('Between 1 and 10000.');
});

test.each([
  ['an id of 64 characters', `tests/${'x'.repeat(64)}/temp`, true],
  ['an id of 65 characters', `tests/${'x'.repeat(65)}/temp`, false],
  ['an id that begins with a dash', 'tests/-a/temp', false],
  ['a tick with a code of 40 characters', `ack/${'A'.repeat(40)}`, true],
  ['a tick with a code of 41 characters', `ack/${'A'.repeat(41)}`, false],
  ['a tick with more than an item', 'ack/TEMP_HOT/a/b', false],
  ['a third electrode', 'electrodes/separator/coatingThickness_mm', false],
  ['a field below a field', 'quantity/a', false],
  ['a list without a field', 'electrodes/anode', false],
])('%s is a path or not', (_name, path, isKnown) => {
  expect(parsePath(path) !== undefined).toBe(isKnown);
});

test('an acknowledgment has its limit', () => {
  expect(problemWithChange('ack/TEMP_HOT', 'x'.repeat(orderLimits.acknowledgmentChars))).toBeUndefined();
  expect(problemWithChange('ack/TEMP_HOT', 'x'.repeat(orderLimits.acknowledgmentChars + 1))?.code).toBe('NOT_TEXT');
});
