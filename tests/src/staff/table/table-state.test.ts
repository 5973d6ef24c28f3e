import { expect, test } from 'vitest';
import {
  searchParamsOf,
  isNarrowed,
  queryOf,
  sortAfterClick,
  stateOf,
  type TableAddress,
  wholeQueryOf,
} from '../../../../src/staff/table/table-state.ts';

/** What a list shows follows from its address. */

const list: TableAddress = {
  sorted: ['number', 'total'],
  sort: '-number',
  filters: { status: (value) => ['open', 'done'].includes(value), late: (value) => value === 'true' },
};
const read = (address: string) => stateOf(new URLSearchParams(address), list);

test('an empty address is the list as it opens', () => {
  expect(read('')).toEqual({ page: 1, sort: '-number', search: '', filters: { status: [], late: [] } });
  expect(isNarrowed(read(''))).toBe(false);
});

test('a link leads to the same search, filters, order and page', () => {
  const link = 'q=foil+20&status=open%2Cdone&late=true&sort=total&page=3';
  expect(read(link)).toEqual({
    page: 3,
    sort: 'total',
    search: 'foil 20',
    filters: { status: ['open', 'done'], late: ['true'] },
  });
  expect(searchParamsOf(read(link), list).toString()).toBe(link);
  expect(isNarrowed(read(link))).toBe(true);
});

test.each([
  ['page=0', 'page', 1],
  ['page=1.5', 'page', 1],
  ['page=x', 'page', 1],
  ['page=99999999999', 'page', 1],
  ['sort=password', 'sort', '-number'],
  ['sort=--total', 'sort', '-number'],
] as const)('%s in a link is left out, because the server would refuse it', (link, key, value) => {
  expect(read(link)[key]).toBe(value);
});

test('values that a filter does not have are left out, and each is there once', () => {
  expect(read('status=open,gone,open,').filters).toEqual({ status: ['open'], late: [] });
  expect(read(`q=${'x'.repeat(5000)}`).search).toHaveLength(200);
});

test('the server gets the order and the page also where the address does not say them', () => {
  expect(queryOf(read('status=open'))).toBe('status=open&sort=-number&page=1');
  expect(wholeQueryOf(read('status=open&page=4'))).toBe('status=open&sort=-number');
});

test('a click on the head of a column sorts by it, and a second one the other way round', () => {
  expect(sortAfterClick('-number', 'total')).toBe('total');
  expect(sortAfterClick('total', 'total')).toBe('-total');
  expect(sortAfterClick('-total', 'total')).toBe('total');
});
