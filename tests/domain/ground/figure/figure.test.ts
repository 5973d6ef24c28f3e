import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { quantityText } from '#domain/quantities/quantity-texts.ts';
import { quantitiesIn, readable } from '#domain/quantities/quantities.ts';
import type { Dimension } from '#domain/quantities/units.ts';
import { readFigureText } from '#domain/ground/figure/read-figure.ts';
import { numberFormatOf } from '#domain/ground/number-texts.ts';
import type { Json } from '#domain/ground/json.ts';
import { orderFields } from '#domain/order/fields/fields.ts';
import { pathOf } from '#domain/order/fields/paths.ts';
import { testFields } from '#domain/order/fields/test-fields.ts';
import { valueText } from '#domain/order/cell/value-text.ts';
import { readFigure } from '../../../../src/order/staff/rate-card/figure-text.ts';
import { readText } from '../../../../src/order/parts/value-text.ts';
import { moneyOf } from '../../../../src/i18n/money.ts';
import { inputs } from './inputs.ts';
import { type Place, places } from './places.ts';

describe.each(Object.keys(places) as Place[])('a figure in the place “%s”', (place) => {
  test.each(inputs[place])('%j means %j', (text, means) => {
    expect(places[place](text)).toBe(means);
  });
});

const languages = ['en', 'ko', 'de', 'fr'] as const;

/** The decimal mark of a language. */
function markOf(language: string): '.' | ',' {
  return numberFormatOf(language, {}).format(0.5).includes(',') ? ',' : '.';
}

test('a number is read as it is written in each language', () => {
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.integer({ min: -2e9, max: 2e9 }), (language, millionths) => {
      const value = millionths / 1000;
      const text = numberFormatOf(language, { maximumFractionDigits: 3 }).format(value);
      expect(readFigureText(text, { mark: markOf(language) })).toMatchObject({ value });
    }),
  );
});

test('an amount of money is read as it is written in each language', () => {
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.integer({ min: -1e10, max: 1e10 }), (language, cents) => {
      expect(readFigure('amount', moneyOf(language, cents, 'EUR'))).toEqual({ value: cents });
    }),
  );
});

const thousandths = (min: number, max: number) =>
  fc.integer({ min: Math.ceil(min * 1000), max: Math.floor(max * 1000) }).map((value) => value / 1000);

const fields = [
  ...orderFields.map((field) => ({ field, path: field.key })),
  ...testFields.map((field) => ({ field, path: pathOf('tests', 't1', field.key) })),
];

test.each(fields)('the field $field.key reads what it shows', ({ field, path }) => {
  const { kind } = field;
  const factor = field.shown?.factor ?? 1;
  const current = fc.oneof(
    thousandths(0.001, 1).map((value) => ({ value, unit: 'C' })),
    thousandths(0.001, 400).map((value) => ({ value, unit: 'A' })),
  );
  const stored: fc.Arbitrary<Json> | undefined =
    kind.is === 'number' && kind.listed !== true
      ? kind.whole === true
        ? fc.integer({ min: kind.min, max: kind.max })
        : thousandths(kind.min * factor, kind.max * factor).map((value) => Number((value / factor).toPrecision(12)))
      : kind.is === 'current'
        ? current
        : kind.is === 'currents'
          ? fc.array(current, { minLength: 1, maxLength: 5 })
          : kind.is === 'numbers'
            ? fc
                .uniqueArray(thousandths(kind.min, kind.max), { minLength: 1, maxLength: 6 })
                .map((values) => values.sort((a, b) => b - a))
            : undefined;
  if (stored === undefined) return;
  fc.assert(
    fc.property(stored, (value) => {
      const text = valueText(field, value);
      const reading = readText(field, path, text);
      expect(reading, text).toHaveProperty('value');
      expect(valueText(field, 'value' in reading ? reading.value : null)).toBe(text);
    }),
    { numRuns: 50 },
  );
});

test('18초 are seconds, and 18s may be cells in series', () => {
  expect(quantitiesIn('18초')).toMatchObject([{ dimension: 'time' }]);
  expect(quantitiesIn('18s')).toMatchObject([{ dimension: 'series' }]);
});

test('the assistant reads the quantities that it writes, in both languages', () => {
  const kinds = [
    ['capacity', 'Ah'],
    ['current', 'A'],
    ['energy', 'Wh'],
    ['time', 'h'],
    ['length', 'mm'],
    ['voltage', 'V'],
  ] as const satisfies readonly (readonly [Dimension, string])[];
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.boolean(),
      (kind, n, isKorean) => {
        const [dimension, unit] = kind;
        const value = Number((n / 1000).toPrecision(3));
        const text = quantityText({ dimension, unit }, value, isKorean);
        const [read] = quantitiesIn(readable(text));
        expect(read?.dimension, text).toBe(dimension);
        expect((read?.value ?? 0) / value, text).toBeCloseTo(1, 2);
      },
    ),
  );
});

test.each(['1 ', '1,', '1.', "1'", '1/', '1-', '1e', '- ', '½', '1 000 ', '1,000', '°', '5 Ah ', '25 °C '])(
  'a text of “%s” alone is read in a time that grows with its length only',
  (part) => {
    // A quadratic algorithm would not finish.
    const text = part.repeat(200_000 / part.length);
    for (const place of ['capacity', 'current', 'claims', 'amount', 'count', 'chosen'] as const)
      expect(places[place](text)).toBeTypeOf('string');
  },
);
