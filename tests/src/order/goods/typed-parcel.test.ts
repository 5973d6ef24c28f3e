import { expect, test } from 'vitest';
import {
  contentOf,
  countOf,
  emptyParcel,
  isOtherCarrier,
  problemsIn,
  typedParcelOf,
  type TypedParcel,
  withLine,
} from '../../../../src/order/goods/typed-parcel.ts';
import { readSoc, socProblem } from '../../../../src/order/staff/steps/state-of-charge.ts';

/** What a customer types about a parcel, and what staff type about charge. */

const cells = { service: 'testing', format: '21700', quantity: 24 };
const line = (name: string, count: string, id = 1) => ({ id, name, count });
const typed = (...lines: TypedParcel['lines']): TypedParcel => ({ ...emptyParcel({}), lines });

test('the form of a parcel with cells begins with the cells of the order, that of material with an empty line', () => {
  expect(emptyParcel(cells).lines).toEqual([line('21700', '24')]);
  expect(emptyParcel({ ...cells, service: 'both' }).lines).toEqual([line('', '')]);
});

test('each line needs a name and a whole number; empty lines are left out, but not all of them', () => {
  expect(problemsIn(typed(line('', '')))).toEqual(['name']);
  expect(problemsIn(typed(line('foil', '2'), line('', '')))).toEqual([undefined, undefined]);
  expect(problemsIn(typed(line('', ''), line('foil', '2')))).toEqual([undefined, undefined]);
  expect(problemsIn(typed(line('foil', '2'), line(' foil', '1')))).toEqual([undefined, 'twice']);
  expect(withLine([line('foil', '2', 4)])).toEqual([line('foil', '2', 4), line('', '', 5)]);
  expect(problemsIn(typed(line('', '3'), line('foil', '1.5'), line('tabs', '0')))).toEqual(['name', 'count', 'count']);
});

test('what is sent is trimmed, without empty lines, and without ticks of items that are not in the list', () => {
  const form = { ...typed(line(' foil ', ' 2 '), line('', '')), tracking: ' 1Z ', ticks: ['number', 'soc30'] };
  expect(contentOf(cells, form)).toMatchObject({
    lines: [{ name: 'foil', count: 2 }],
    tracking: '1Z',
    expected: null,
    ticks: ['number'],
  });
  expect(contentOf(cells, { ...form, mode: 'air' }).ticks).toEqual(['number', 'soc30']);
});

test('a corrected parcel opens as it was announced', () => {
  const content = contentOf(cells, { ...typed(line('foil', '2')), expected: '2026-12-01', carrier: 'dhl' });
  expect(contentOf(cells, typedParcelOf(content))).toEqual(content);
});

test.each([
  ['0', undefined],
  ['1', 1],
  [' 1000000 ', 1_000_000],
  ['1000001', undefined],
  ['12 cells', undefined],
  ['', undefined],
])('the count "%s" is read as %s', (text, count) => {
  expect(countOf(text)).toBe(count);
});

test('a count of what was found may be none', () => {
  expect(countOf('0', 0)).toBe(0);
});

test('a carrier without a row in the table is another one', () => {
  expect(['', 'dhl', 'Our driver'].map(isOtherCarrier)).toEqual([false, false, true]);
});

test.each<[string, 'road' | 'air', ReturnType<typeof socProblem>, number | null]>([
  ['', 'air', undefined, null],
  ['30', 'air', undefined, 30],
  ['31', 'air', 'AIR', 31],
  ['31', 'road', undefined, 31],
  ['101', 'road', 'NUMBER', 101],
])('a state of charge of "%s" by %s: %s', (text, mode, problem, soc) => {
  expect(socProblem(text, mode)).toBe(problem);
  expect(readSoc(text)).toBe(soc);
});
test('a state of charge that is no number is refused', () => {
  expect(socProblem('half', 'road')).toBe('NUMBER');
});
