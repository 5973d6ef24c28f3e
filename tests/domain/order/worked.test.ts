import { expect, test } from 'vitest';
import { chemistries } from '#domain/order/data/chemistries.ts';
import { checksOf } from '#domain/order/checks/checks.ts';
import { derivedOf } from '#domain/order/checks/derived.ts';
import { amperes, cRate } from '#domain/order/cell/capacity.ts';
import { channelDays } from '#domain/order/lab-tests/durations.ts';
import { figure } from '#domain/order/data/check.ts';
import type { Field, FieldKind } from '#domain/order/data/field.ts';
import { electrodes } from '#domain/order/data/electrodes.ts';
import { electrodeFields, orderFields } from '#domain/order/fields/fields.ts';
import { formats } from '#domain/order/data/formats.ts';
import type { Json } from '#domain/ground/json.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { changesOfChoice, changesOfNewTest } from '#domain/order/fields/presets.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { testFields } from '#domain/order/fields/test-fields.ts';
import { testTypes, type SafetyTest, type TestType } from '#domain/order/data/tests.ts';

/**
 * Pins what the tables say about whole orders in `worked/`: proposed values, computed values, prices, and the exact
 * values at which a check or a price changes. After a change on purpose:
 * `npx vitest run tests/domain/order/worked.test.ts -u`, and read the difference as an engineer who orders would.
 */

const services = ['prototyping', 'testing', 'both'];

/** The order after a user has made these choices in this sequence, with all that follows from them. */
function chosen(...choices: [string, string][]): OrderDoc {
  const doc: OrderDoc = {};
  for (const [path, value] of choices) write(doc, changesOfChoice({ ...doc }, path, value));
  return doc;
}

function write(doc: OrderDoc, changes: readonly { path: string; value: Json }[]): OrderDoc {
  for (const { path, value } of changes) doc[path] = value;
  return doc;
}

const everyType = testTypes.map(({ code }) => code);

/** An order of cells with a test of each of these types, as proposed. */
function proposed(format: string, chemistry: string, service = 'both', types = everyType): OrderDoc {
  const doc = chosen(['service', service], ['format', format], ['chemistry', chemistry]);
  if (doc['nominalCapacity_Ah'] === undefined && service === 'testing') doc['nominalCapacity_Ah'] = 4;
  for (const code of types) write(doc, changesOfNewTest(doc, code.toLowerCase(), code));
  return doc;
}

/** Orders that differ from one usual order by their format, their chemistry or their service. */
const variants = [
  ...formats.map(({ code }) => ({ name: code, doc: proposed(code, 'NMC/graphite') })),
  ...chemistries.map(({ code }) => ({ name: code, doc: proposed('21700', code) })),
  ...services.map((service) => ({ name: service, doc: proposed('21700', 'NMC/graphite', service) })),
];

test('what is proposed for each field is as agreed', async () => {
  const places = [
    ...orderFields.map((field) => ({ field, item: '' })),
    ...electrodes.flatMap((item) => electrodeFields.map((field) => ({ field, item }))),
    ...testTypes.flatMap(({ code }) => testFields.map((field) => ({ field, item: code.toLowerCase() }))),
  ];
  const lines = places.flatMap(({ field, item }) => [
    `${item} ${field.key}`.trim(),
    ...grouped(variants, ({ doc }) => aboutField(field, doc, item)),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('worked/proposed.txt');
});

function aboutField(field: Field, doc: OrderDoc, item: string): string {
  const applies = field.applies?.(doc) ?? true;
  const need = applies ? ((field.required?.(doc) ?? false) ? 'required' : 'optional') : 'absent';
  const usual = field.usual?.(doc, item)?.map(figure).join(' to ') ?? 'none';
  return `${need}, proposed ${JSON.stringify(field.typical?.(doc, item) ?? null)}, usual ${usual}`;
}

/** Returns one line for each result, with the orders that give it; the most common result names none. */
function grouped<T extends { name: string }>(orders: readonly T[], resultOf: (order: T) => string): string[] {
  const names = new Map<string, string[]>();
  for (const order of orders) {
    const result = resultOf(order);
    names.set(result, [...(names.get(result) ?? []), order.name]);
  }
  const [common, ...others] = [...names].toSorted(([, a], [, b]) => b.length - a.length);
  if (common === undefined) return [];
  return [`  ${common[0]}`, ...others.map(([result, each]) => `  ${result}: ${each.join(', ')}`)];
}

test('the computed values and the price of a proposed order are as agreed', async () => {
  const lines = variants.flatMap(({ name, doc }) => {
    const values = derivedOf(doc).map(
      ({ path, code, value, unit, assumes }) =>
        `  ${path} ${code}: ${value.toPrecision(8)} ${unit} ${JSON.stringify(assumes)}`,
    );
    const { lines: rows, total } = quoteOf(doc, exampleRateCard);
    const prices = rows.map(
      ({ code, label, qty, unitPrice, amount }) => `  ${code}: ${label}, ${qty} x ${unitPrice} = ${amount}`,
    );
    return [name, ...values, ...prices, `  total ${total}`];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('worked/values.txt');
});

const cycled: TestType[] = ['RPT', 'Cycle'];

/** An order of ten sent cells with one test, as proposed. */
function oneTest(type: TestType, safetyTest?: SafetyTest): OrderDoc {
  const doc = { ...proposed('21700', 'NMC/graphite', 'testing', []), quantity: 10 };
  return write(doc, changesOfNewTest({ ...doc }, 'a', type, safetyTest));
}

const swept: Record<string, OrderDoc> = {
  cylinder: proposed('26650', 'NMC/graphite', 'both', cycled),
  coin: proposed('2032 coin', 'NMC/graphite', 'both', cycled),
  sent: { ...proposed('prismatic', 'LFP/graphite', 'testing', cycled), nominalCapacity_Ah: 50 },
  pulse: oneTest('Pulse'),
  rate: oneTest('Rate'),
  storage: oneTest('Calendar'),
  heat: oneTest('Safety', 'Thermal Abuse'),
  overcharge: oneTest('Safety', 'Overcharge'),
  nail: oneTest('Safety', 'Nail Penetration'),
  crush: oneTest('Safety', 'Crush'),
};

const long = ['cylinder', 'coin', 'sent'];

test.each(Object.keys(swept).filter((name) => !long.includes(name)))(
  'the checks and prices of the %s order change at the agreed values',
  expectAgreedValues,
);

// Each takes as long as all others together.
test.each(long)(
  'the checks and prices of the %s order change at the agreed values',
  { tags: ['all-only'] },
  expectAgreedValues,
);

async function expectAgreedValues(name: string): Promise<void> {
  const doc = swept[name] ?? {};
  const lines = Object.keys(doc).flatMap((path) => {
    const found = turningPoints(doc, path);
    return [path, ...found.map((line) => `  ${line}`), `  cleared: ${differenceOf(doc, without(doc, path), path)}`];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`worked/changes-${name}.txt`);
}

function without(doc: OrderDoc, path: string): OrderDoc {
  return Object.fromEntries(Object.entries(doc).filter(([each]) => each !== path));
}

/** Returns where the checks or unit prices change while one value moves through its whole range. */
function turningPoints(doc: OrderDoc, path: string): string[] {
  const place = parsePath(path);
  if (place?.is !== 'field') return [];
  return rangesOf(place.field.kind).flatMap(({ unit, min, max, isWhole, valueOf }) => {
    const docAt = (x: number) => ({ ...doc, [path]: valueOf(isWhole ? Math.round(x) : x) });
    const stateAt = (x: number) => stateOf(docAt(x), path);
    const points = samples(min, max).map((x) => ({ x, state: stateAt(x) }));
    return points.slice(1).flatMap((to, i) => {
      const lines: string[] = [];
      for (let from = points[i] ?? to; from.state !== to.state;) {
        const after = border(stateAt, from, to.x, isWhole);
        const at = rounded(after.x);
        const there = stateAt(at);
        const word = there === after.state ? 'from' : there === from.state ? 'above' : 'around';
        lines.push(`${word} ${at}${unit}: ${differenceOf(docAt(from.x), docAt(after.x), path)}`);
        from = after;
      }
      return lines;
    });
  });
}

interface Range {
  unit: string;
  min: number;
  max: number;
  isWhole: boolean;
  valueOf: (x: number) => Json;
}

/** The ranges of a field's values; a current has one in amperes and one in C. */
function rangesOf(kind: FieldKind): Range[] {
  if (kind.is === 'number') {
    return [{ unit: '', min: kind.min, max: kind.max, isWhole: kind.whole === true, valueOf: (x) => x }];
  }
  if (kind.is !== 'current') return [];
  const currents = { min: 0.000_001, isWhole: false };
  return [
    { ...currents, unit: ' A', max: kind.maxA, valueOf: (value) => ({ value, unit: 'A' }) },
    { ...currents, unit: ' C', max: kind.maxC, valueOf: (value) => ({ value, unit: 'C' }) },
  ];
}

/** Values over the whole range: evenly, and closer to the lower end. */
function samples(min: number, max: number): number[] {
  const steps = Array.from({ length: 21 }, (_, i) => i / 20);
  const even = steps.map((step) => min + (max - min) * step);
  const close = steps.map((step) => min + (max - min) * 10 ** (4 * step - 4));
  return [...new Set([...even, ...close])].toSorted((a, b) => a - b);
}

interface Point {
  x: number;
  state: string;
}

/** Returns the first value with another state, to within a billionth. */
function border(stateAt: (x: number) => string, from: Point, to: number, isWhole: boolean): Point {
  let [low, high] = [from.x, to];
  while (high - low > (isWhole ? 0.1 : 1e-9 * Math.max(1e-3, Math.abs(high)))) {
    const middle = (low + high) / 2;
    if (stateAt(middle) === from.state) low = middle;
    else high = middle;
  }
  const x = isWhole ? Math.round(high) : high;
  return { x, state: stateAt(x) };
}

/** Rounds to six significant digits, and what is next to nothing to 0. */
const rounded = (x: number) => (Math.abs(x) < 1e-9 ? 0 : Number(x.toPrecision(6)));

/** The checks of an order and its unit prices; not their amounts, which change all the time. */
function stateOf(doc: OrderDoc, changed: string): string {
  return [...aspectsOf(doc, changed).keys()].join('\n');
}

/** The checks and unit prices, each with the message of its check. */
function aspectsOf(doc: OrderDoc, changed: string): Map<string, string> {
  const checks = checksOf(doc).map(({ code, level, path, message }): [string, string] => [
    `${level} ${code}${path === changed ? '' : ` (${path})`}`,
    ` "${message}"`,
  ]);
  const prices = quoteOf(doc, exampleRateCard).lines.map(({ code, unitPrice }): [string, string] => [
    `${code} ${unitPrice}`,
    '',
  ]);
  return new Map([...checks, ...prices]);
}

/** What is gone, and what is new, with its message. */
function differenceOf(before: OrderDoc, after: OrderDoc, changed: string): string {
  const [old, now] = [aspectsOf(before, changed), aspectsOf(after, changed)];
  const gone = [...old.keys()].filter((name) => !now.has(name)).map((name) => `-${name}`);
  const added = [...now].filter(([name]) => !old.has(name)).map(([name, message]) => `+${name}${message}`);
  return [...gone, ...added].join(', ');
}

test.each<[string, Json, number | undefined, number | undefined]>([
  ['amperes', { value: 2.5, unit: 'A' }, 2.5, 0.5],
  ['a C rate of its own capacity', { value: 0.5, unit: 'C', basisAh: 4 }, 2, 0.4],
  ['a C rate', { value: 0.5, unit: 'C' }, 2.5, 0.5],
  ['no current', 'fast', undefined, undefined],
])('%s are converted with the capacity of the order', (_name, value, inAmperes, rate) => {
  const doc = { nominalCapacity_Ah: 5 };
  expect([amperes(value, doc), cRate(value, doc)]).toEqual([inAmperes, rate]);
});

test('a rate is known without a capacity, amperes are not', () => {
  expect([amperes({ value: 0.5, unit: 'C' }, {}), cRate({ value: 0.5, unit: 'C' }, {})]).toEqual([undefined, 0.5]);
  expect(cRate({ value: 2, unit: 'A' }, {})).toBeUndefined();
  expect(cRate({ value: 2, unit: 'A' }, { nominalCapacity_Ah: 0 })).toBeUndefined();
});

test.each([
  [0, 0.5],
  [12, 0.5],
  [12.000_000_001, 0.5],
  [12.1, 1],
  [24, 1],
  [24.000_001, 1.5],
  [240, 10],
])('%f hours are billed as %f days of a channel', (hours, days) => {
  expect(channelDays(hours)).toBe(days);
});
