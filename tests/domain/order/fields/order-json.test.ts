import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Json } from '#domain/ground/json.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import type { Field } from '#domain/order/data/field.ts';
import { electrodeFields, orderFields } from '#domain/order/fields/fields.ts';
import { orderJsonOf, orderJsonText } from '#domain/order/fields/order-json.ts';
import { orderJsonChars, readOrderJson } from '#domain/order/fields/order-json-read.ts';
import { englishReason, orderJsonSentence } from '#domain/order/fields/order-json-texts.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfNewTest, changesOfTypical } from '#domain/order/fields/presets.ts';
import { testFields } from '#domain/order/fields/test-fields.ts';
import { fieldListText } from '../../../support/orders/order-json-fields.ts';

function idsFrom(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}${String(++count).padStart(3, '0')}`;
}

function docOf(text: string, prefix = 't'): OrderDoc {
  const read = readOrderJson(text, idsFrom(prefix));
  if ('problem' in read) throw new Error(orderJsonSentence(read.problem, false, englishReason));
  expect(sentences(read.leftOut)).toEqual([]);
  return Object.fromEntries(read.changes.map(({ path, value }) => [path, value]));
}

const sentences = (problems: Parameters<typeof orderJsonSentence>[0][]) =>
  problems.map((problem) => orderJsonSentence(problem, false, englishReason));

/** The sentence with which a text is refused, or those about values that are left out of it. */
function saidOf(text: string): string[] {
  const read = readOrderJson(text, idsFrom('t'));
  return sentences('problem' in read ? [read.problem] : read.leftOut);
}

const fileOf = (content: Record<string, unknown>) => JSON.stringify({ format: 'vfp-order', version: 1, ...content });

function valuesOf({ kind }: Field): Json[] {
  if (kind.is === 'number') return kind.whole ? [kind.min, kind.max] : [kind.min, kind.max, (kind.min + kind.max) / 3];
  if (kind.is === 'choice') return [...kind.options];
  if (kind.is === 'text') return ['Zelle "A" – 셀\n2', 'x'.repeat(kind.maxChars)];
  if (kind.is === 'current')
    return [
      { value: 0.3333, unit: 'C' },
      { value: kind.maxA, unit: 'A' },
      { value: 1, unit: 'C', basisAh: 4.85 },
    ];
  if (kind.is === 'flag') return [true];
  if (kind.is === 'currents')
    return [
      [{ value: 0.2, unit: 'C' }],
      [
        { value: 0.2, unit: 'C' },
        { value: 1, unit: 'C' },
      ],
    ];
  return [[kind.min], [kind.max, (kind.min + kind.max) / 2, kind.min]];
}

const everyField: [string, Json][] = [
  ...orderFields.map((field) => [field.key, field] as const),
  ...electrodeFields.map((field) => [`electrodes/cathode/${field.key}`, field] as const),
  ...electrodeFields.map((field) => [`electrodes/anode/${field.key}`, field] as const),
  ...testFields.map((field) => [`tests/t001/${field.key}`, field] as const),
].flatMap(([path, field]) => valuesOf(field).map((value): [string, Json] => [path, value]));

test.each(everyField)('%s comes back from the file as it was', (path, value) => {
  const doc: OrderDoc = path.startsWith('tests/') ? { 'tests/t001/type': 'Cycle', [path]: value } : { [path]: value };
  expect(docOf(orderJsonText(doc))).toEqual(doc);
});

function wholeOrder(): OrderDoc {
  const doc: OrderDoc = { service: 'both', format: 'pouch multi-layer', chemistry: 'NMC/graphite', title: 'A' };
  for (const { path, value } of changesOfTypical(doc)) doc[path] = value;
  for (const [id, type] of [
    ['b2', 'RPT'],
    ['a1', 'Cycle'],
  ] as const) {
    for (const { path, value } of changesOfNewTest(doc, id, type)) doc[path] = value;
  }
  return doc;
}

test('an order with tests comes back whole, with its tests in their order, and as the same text', () => {
  const text = orderJsonText(wholeOrder());
  const back = docOf(text);
  expect(orderJsonText(back)).toBe(text);
  expect([back['tests/t001/type'], back['tests/t002/type']]).toEqual(['Cycle', 'RPT']);
});

test('equal orders are equal files, in whatever order their values were written', () => {
  const doc = wholeOrder();
  const reversed = Object.fromEntries(Object.entries(doc).toReversed());
  expect(orderJsonText(reversed)).toBe(orderJsonText(doc));
});

test('removed tests, ticks and cleared values are not in the file', () => {
  const doc = { ...wholeOrder(), 'tests/a1/removed': true, 'ack/POUCH_LONG': 'abc', title: null };
  const { tests, order } = orderJsonOf(doc);
  expect(tests.map(({ type }) => type)).toEqual(['RPT']);
  expect(order['title']).toBeUndefined();
  expect(orderJsonText(doc)).not.toMatch(/POUCH_LONG|removed|null/);
});

test('the example and the list of fields in the documentation are right', () => {
  const page = readFileSync(new URL('../../../../docs/order-json.md', import.meta.url), 'utf8');
  const example = /```json\n([^]*?)```/.exec(page)?.[1] ?? '';
  const doc = docOf(example);
  expect(doc['electrodes/anode/grade']).toBe('Si-graphite');
  expect(JSON.parse(orderJsonText(doc))).toEqual(JSON.parse(example));
  expect(page.endsWith(fieldListText())).toBe(true);
});

test.each([
  ['', /no text to read/],
  ['\uFEFF  \n', /no text to read/],
  ['{"format": "vfp-order",}', /not valid JSON/],
  ['[1]', /"format": "vfp-order"/],
  ['null', /"format": "vfp-order"/],
  ['{"format":"21700","version":1}', /"format": "vfp-order"/],
  ['{"format":"vfp-order"}', /whole number from 1 to 1/],
  ['{"format":"vfp-order","version":"1"}', /whole number from 1 to 1/],
  ['{"format":"vfp-order","version":2}', /version 2; this app reads versions up to 1/],
  ['{"format":"vfp-order","version":1}', /no value/],
  [`{"__proto__":{"format":"vfp-order","version":1}}`, /"format": "vfp-order"/],
  ['['.repeat(200_000), /not valid JSON/],
  [`"${'x'.repeat(10_000_000)}"`, /9766 KB; an order has at most 512 KB/],
])('a file that is no order is refused with a sentence: %#', (text, sentence) => {
  expect(saidOf(text)).toEqual([expect.stringMatching(sentence)]);
});

test.each<[Record<string, unknown>, string]>([
  [
    { electrodes: { anode: { massLoading_mg_cm2: 900 } } },
    'electrodes.anode.massLoading_mg_cm2 is 900 mg/cm²; at most 80 mg/cm² is allowed.',
  ],
  [{ order: { quantity: 0 } }, 'order.quantity is 0 cells; at least 1 cells is allowed.'],
  [{ order: { quantity: 2.5 } }, 'order.quantity is 2.5. Write a whole number.'],
  [{ order: { quantity: '20' } }, 'order.quantity is "20". Write a number.'],
  [{ order: { service: 'gift' } }, 'order.service is "gift"; choose one of: prototyping, testing, both.'],
  [{ order: { colour: 'red' } }, 'order.colour is not a field of an order.'],
  [{ price: 3 }, 'price is not a field of an order.'],
  [{ order: 7 }, 'order must hold fields between braces: { }.'],
  [{ electrodes: { middle: {} } }, 'electrodes.middle is not a field of an order.'],
  [{ tests: {} }, 'tests must be a list: [ ].'],
  [{ tests: [4] }, 'tests[0] must hold fields between braces: { }.'],
  [
    { tests: [{ temp: 25 }] },
    'tests[0] has no type; a test needs one of: RPT, Cycle, Pulse, Rate, Calendar, Safety. The whole test is left out.',
  ],
  [
    { tests: [{ type: 'RPT', chargeCurrent: { value: 99, unit: 'C' } }] },
    'tests[0].chargeCurrent is {"value":99,"unit":"C"}. At most 2000 A or 10 C, and above 0.',
  ],
  [
    { tests: [{ type: 'RPT', socCheckpoints: [20, 80, 50] }] },
    'tests[0].socCheckpoints is [20,80,50]. The values must keep rising or keep falling, without repeats.',
  ],
  [{ order: { notes: { deep: { deeper: [] } } } }, 'order.notes is { … }. Write text here.'],
])('a value that does not fit is named with its path: %j', (content, sentence) => {
  expect(saidOf(fileOf(content))).toEqual([sentence]);
});

test('what does not fit is left out, and the rest is read', () => {
  const read = readOrderJson(
    fileOf({ order: { format: '21700', quantity: -1 }, tests: [{ type: 'RPT', temp: 900 }] }),
    idsFrom('t'),
  );
  expect(read).toMatchObject({
    changes: [
      { path: 'format', value: '21700' },
      { path: 'tests/t001/type', value: 'RPT' },
    ],
    tests: 1,
  });
  expect('leftOut' in read && read.leftOut.length).toBe(2);
});

test('names of the language are plain unknown fields', () => {
  const text =
    '{"format":"vfp-order","version":1,"order":{"__proto__":{"service":"both"},"constructor":1,"toString":2}}';
  expect(saidOf(text)).toEqual([
    'order.__proto__ is not a field of an order.',
    'order.constructor is not a field of an order.',
    'order.toString is not a field of an order.',
  ]);
});

test('a value nested thousands of levels deep is left out with a sentence', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const text of [
    `{"format":"vfp-order","version":1,"order":{"quantity":${deep}}}`,
    `{"format":"vfp-order","version":1,"tests":[{"type":"RPT","chargeCurrent":{"value":${deep},"unit":"A"}}]}`,
    `{"format":"vfp-order","version":1,"tests":[{"type":"RPT","socCheckpoints":${deep}}]}`,
  ]) {
    expect(saidOf(text)).toEqual([expect.stringMatching(/ … /)]);
  }
});

test('more tests than an order may have are left out with a sentence', () => {
  const tests = Array.from({ length: orderLimits.testsPerOrder + 1 }, () => ({ type: 'RPT' }));
  const read = readOrderJson(fileOf({ tests }), idsFrom('t'));
  expect('tests' in read && read.tests).toBe(orderLimits.testsPerOrder);
  expect(saidOf(fileOf({ tests }))).toEqual([expect.stringMatching(/has 101 tests; an order has at most 100/)]);
});

test('the largest order that the server takes fits into a file', () => {
  const field = { type: 'Cycle', ...Object.fromEntries(testFields.slice(1).map(({ key }) => [key, 12345.678])) };
  const tests = Array.from({ length: orderLimits.testsPerOrder }, () => field);
  expect(JSON.stringify({ tests }, null, 2).length).toBeLessThan(orderJsonChars - 20_000);
});

test('every sentence stands in both languages with the same figures', () => {
  const problem = { key: 'ABOVE', values: { path: 'order.quantity', value: '9 cells', max: '8 cells' } };
  expect(orderJsonSentence(problem, true, englishReason)).toBe(
    'order.quantity 값은 9 cells입니다. 최대 8 cells까지 가능합니다.',
  );
});
