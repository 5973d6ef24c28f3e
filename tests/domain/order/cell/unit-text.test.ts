import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import type { Json } from '#domain/ground/json.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { figureWithUnit, valueWithUnit } from '#domain/order/cell/unit-text.ts';
import english from '../../../../public/locales/en/navigator.json' with { type: 'json' };
import korean from '../../../../public/locales/ko/navigator.json' with { type: 'json' };

const texts = createInstance();
beforeAll(() => texts.init({ lng: 'en', resources: { en: { navigator: english }, ko: { navigator: korean } } }));

test.each<[string, string, Json, string]>([
  ['en', 'quantity', 20, '20\u2009cells'],
  ['en', 'quantity', 1, '1\u2009cell'],
  ['ko', 'quantity', 20, '20\u2009셀'],
  ['en', 'electrodes/cathode/current_collector_foil_thickness', 0.015, '15\u2009µm'],
  ['en', 'tests/t1/chargeCurrent', { value: 0.5, unit: 'C' }, '0.5 C'],
  ['ko', 'format', 'prismatic', '각형'],
  ['en', 'format', '21700', '21700'],
])('in %s, %s with the value %j is shown as "%s"', (language, path, value, shown) => {
  const place = parsePath(path);
  if (place?.is !== 'field') throw new Error(path);
  expect(valueWithUnit(texts.getFixedT(language, 'navigator'), place.field, value)).toBe(shown);
});

test.each<[string, number, string, string]>([
  ['en', 1776, 'h', '1,780\u2009h'],
  ['en', 639_360, 'rows', '639,000\u2009rows'],
  ['en', 1776, 'g', '1,776\u2009g'],
  ['ko', 1.1, '', '1.1'],
])(
  'in %s, a computed %d %s is shown as "%s": planned times and rows have three digits',
  (language, value, unit, shown) => {
    expect(figureWithUnit(texts.getFixedT(language, 'navigator'), language, value, unit)).toBe(shown);
  },
);
