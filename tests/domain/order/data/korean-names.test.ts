import { expect, test } from 'vitest';
import { chemistries } from '#domain/order/data/chemistries.ts';
import { formats } from '#domain/order/data/formats.ts';
import { housingFields } from '#domain/order/fields/housing-fields.ts';
import { namedIn, nameIn } from '#domain/order/data/korean-names.ts';
import { materials } from '#domain/order/data/materials.ts';
import { safetyTests, testTypes } from '#domain/order/data/tests.ts';
import korean from '../../../../public/locales/ko/navigator.json' with { type: 'json' };

const codesOf = (rows: readonly { code: string }[]) => rows.map(({ code }) => code);
const topCaps = housingFields.flatMap(({ key, kind }) =>
  key === 'topCap' && kind.is === 'choice' ? kind.options : [],
);

test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
  ['format', codesOf(formats), korean.option.format],
  ['chemistry', codesOf(chemistries), korean.option.chemistry],
  ['grade', codesOf(materials), korean.option.grade],
  ['topCap', topCaps, korean.option.topCap],
  ['safetyTest', codesOf(safetyTests), korean.option.safetyTest],
])('in a Korean sentence, a %s has the name of its option on the screens', (_, codes, options) => {
  expect(codes.map((code) => nameIn(true, code))).toEqual(codes.map((code) => options[code] ?? code));
});

test('in a Korean sentence, a test has a Korean name, except the RPT', () => {
  const types = codesOf(testTypes).filter((code) => code !== 'RPT');
  expect(types.filter((code) => !/[가-힣]/.test(nameIn(true, code)))).toEqual([]);
});

test('figures and codes without a name of their own stay as they are, and so does English', () => {
  expect(namedIn(true, ['graphite', 4.2, '21700'])).toEqual(['흑연', 4.2, '21700']);
  expect(namedIn(false, ['graphite', 4.2])).toEqual(['graphite', 4.2]);
});
