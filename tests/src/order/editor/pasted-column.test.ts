import { expect, test } from 'vitest';
import { pastedColumn, pastedList } from '../../../../src/order/editor/pasted-column.ts';

const paths = ['shaft', 'inner', 'outer'];

test('a column fills the fields from the one it is pasted into', () => {
  expect(pastedColumn('1,5\r\n2\r\n', paths, 'inner')).toEqual([
    { path: 'inner', text: '1,5' },
    { path: 'outer', text: '2' },
  ]);
});

test('of several columns the last one counts, so that names may stand before the values', () => {
  expect(pastedColumn('Shaft\t3 mm\nInner turns\t1.5', paths, 'shaft')).toEqual([
    { path: 'shaft', text: '3 mm' },
    { path: 'inner', text: '1.5' },
  ]);
});

test('an empty cell skips its field, and cells beyond the group are left out', () => {
  expect(pastedColumn('3\n\n2\n9\n9', paths, 'shaft')).toEqual([
    { path: 'shaft', text: '3' },
    { path: 'outer', text: '2' },
  ]);
});

test('one line is pasted as usual, and so is a text outside the group', () => {
  expect(pastedColumn('3 mm', paths, 'shaft')).toBeUndefined();
  expect(pastedColumn('3\n4', paths, 'elsewhere')).toBeUndefined();
});

test('a column or a row of cells is a list in a field that takes one', () => {
  expect(pastedList('25\r\n45\r\n60\r\n')).toBe('25; 45; 60');
  expect(pastedList('0,5\t1\t2,25 C')).toBe('0,5; 1; 2,25 C');
  expect(pastedList('25 mm')).toBeUndefined();
});
