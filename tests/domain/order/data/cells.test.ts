import { expect, test } from 'vitest';
import { cellsMovedBy } from '#domain/order/life/cell-moves.ts';
import { cellCounts, cellsIn, countShippableCells, rangesOf } from '#domain/order/data/cells.ts';
import { withCellChange } from '#domain/order/life/result-folds.ts';
import type { CellChange, OrderDoc } from '#domain/order/data/order.ts';
import { serialOf } from '#domain/order/data/cell-serial.ts';
import { orderOf } from '../orders.ts';

/** The cells of an order: their serials, and the states that changes give them. */

const number = 'PO-2026-000123';
const at = '2026-03-01T00:00:00.000Z';

let sseq = 0;
function change(ranges: CellChange['ranges'], state: CellChange['state'], more: Partial<CellChange> = {}): CellChange {
  return { ranges, state, reason: null, by: 'e', byName: 'E', at, sseq: ++sseq, ...more };
}

const order = (doc: OrderDoc, cells?: CellChange[]) =>
  orderOf({ number, status: 'processing', doc, ...(cells === undefined ? {} : { cells }) });

test('the first work on an order gives its cells their serials: as many as are built, or as its tests need', () => {
  expect(cellsMovedBy(order({ service: 'both', quantity: 24 }), 'START_BUILD', 'prototyping')).toEqual([
    { ranges: [[1, 24]], state: 'planned' },
  ]);
  const tests = {
    service: 'testing',
    'tests/a/type': 'RPT',
    'tests/a/cellsPerCondition': 3,
    'tests/b/type': 'Cycle',
    'tests/b/cellsPerCondition': 5,
  };
  expect(cellsMovedBy(order(tests), 'MATERIAL_ACCEPTED', 'testing')).toEqual([{ ranges: [[1, 5]], state: 'received' }]);
  expect(
    cellsMovedBy(order({ service: 'both', quantity: 24 }), 'NEEDS_MATERIAL', 'awaiting_delivery_of_material'),
  ).toEqual([]);
});

test('a second build gives no serial again', () => {
  const built = order({ service: 'both', quantity: 2 }, [change([[1, 2]], 'tested', { test: 'a' })]);
  expect(cellsMovedBy(built, 'REBUILD', 'prototyping')).toEqual([]);
});

test('cells are built, tested and shipped with their order, but a scrapped one stays scrapped', () => {
  const cells = [change([[1, 4]], 'planned'), change([[2, 2]], 'scrapped', { reason: 'Tab torn' })];
  const doc = { service: 'both', quantity: 4 };
  const rest: CellChange['ranges'] = [
    [1, 1],
    [3, 4],
  ];
  expect(cellsMovedBy(order(doc, cells), 'BUILD_DONE', 'testing')).toEqual([{ ranges: rest, state: 'built' }]);
  expect(cellsMovedBy(order(doc, cells), 'SHIP', 'shipped')).toEqual([{ ranges: rest, state: 'shipped' }]);
  expect(cellsMovedBy(order(doc, cells), 'RESULTS_PUBLISHED', 'done')).toEqual([]);
});

test('each cell has the state of its last change, and remembers its test', () => {
  const changes = [
    change([[1, 3]], 'built'),
    change([[2, 3]], 'in_test', { test: 'a' }),
    change([[3, 3]], 'scrapped', { reason: 'Shorted' }),
    change([[2, 2]], 'shipped'),
  ];
  const cells = cellsIn({ number, cells: changes });
  expect(cells.map(({ serial }) => serial)).toEqual([1, 2, 3].map((n) => serialOf(number, n)));
  expect(cells).toMatchObject([
    { n: 1, state: 'built', reason: null },
    { n: 2, state: 'shipped', test: 'a' },
    { n: 3, state: 'scrapped', test: 'a', reason: 'Shorted' },
  ]);
  expect(cellCounts(cells)).toEqual([
    ['built', 1],
    ['shipped', 1],
    ['scrapped', 1],
  ]);
});

test('changes that arrive twice or late give the same cells', () => {
  const [first, second] = [change([[1, 2]], 'built'), change([[2, 2]], 'shipped')];
  const start = { cells: [] };
  const inOrder = withCellChange(withCellChange(start, first), second);
  expect(withCellChange(withCellChange(withCellChange(start, second), first), second)).toEqual(inOrder);
});

test('numbers become ranges', () => {
  expect(rangesOf([7, 1, 2, 3, 2, 9, 8])).toEqual([
    [1, 3],
    [7, 9],
  ]);
  expect(rangesOf([])).toEqual([]);
});

test('scrapped cells are not shipped', () => {
  const cells = [change([[1, 5]], 'built'), change([[2, 3]], 'scrapped')];
  expect(countShippableCells(order({}, cells))).toBe(3);
  expect(countShippableCells(order({}))).toBeUndefined();
});
