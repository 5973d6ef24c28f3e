import { expect, test } from 'vitest';
import { orderLimits } from '#domain/order/data/limits.ts';
import type { Cell } from '#domain/order/data/cells.ts';
import { changedCells, seenCells } from '#domain/order/life/seen-cells.ts';

const cell = (n: number, state: Cell['state'], testId?: string): Cell => ({
  n,
  serial: `C${n}`,
  state,
  reason: null,
  at: '2026-11-01T00:00:00.000Z',
  ...(testId === undefined ? {} : { test: testId }),
});

const cells = [cell(1, 'built'), cell(2, 'built'), cell(3, 'in_test', 'a'), cell(4, 'built'), cell(5, 'in_test', 'b')];

test('cells are seen in groups that look the same, and cells that do not exist are not seen', () => {
  expect(seenCells(cells, [1, 2, 3, 4, 5, 6])).toEqual([
    {
      ranges: [
        [1, 2],
        [4, 4],
      ],
      state: 'built',
    },
    { ranges: [[3, 3]], state: 'in_test', test: 'a' },
    { ranges: [[5, 5]], state: 'in_test', test: 'b' },
  ]);
});

test('cells that stay as they were seen have not changed', () => {
  expect(changedCells(cells, [1, 3, 6], seenCells(cells, [1, 3, 6]))).toEqual([]);
});

test.each<[string, Cell[], number[]]>([
  ['another state', cells.with(0, cell(1, 'scrapped')), [1]],
  ['another test', cells.with(2, cell(3, 'in_test', 'b')), [3]],
  ['a cell that somebody has added', [...cells, cell(6, 'built')], [6]],
  ['a change of a cell that is not meant', cells.with(1, cell(2, 'scrapped')), []],
])('%s is a change', (_, now, changed) => {
  expect(changedCells(now, [1, 3, 6], seenCells(cells, [1, 3, 6]))).toEqual(changed);
});

test('more cells than an order may have are not compared: all count as changed', () => {
  const seen = [{ ranges: [[1, orderLimits.cellsPerOrder + 1] as [number, number]], state: 'built' as const }];
  expect(changedCells(cells, [1], seen)).toEqual([1]);
});
