import { expect, test } from 'vitest';
import { orderLimits } from '#domain/order/data/limits.ts';
import type { CellChange, Order } from '#domain/order/data/order.ts';
import { problemWithReport } from '#domain/order/life/report-rules.ts';

const change: CellChange = { ranges: [[1, 3]], state: 'built', reason: null, by: 'e', byName: 'E', at: '', sseq: 1 };
const order: Pick<Order, 'number' | 'doc' | 'cells'> = {
  number: 'PO-2026-000001',
  doc: { 'tests/a/type': 'RPT' },
  cells: [change],
};
const report = { name: 'Reference', test: 'a', numbers: [1, 3] };

test('a report of a test and cells of its order is fine, and so is one of all tests and no cells', () => {
  expect(problemWithReport(order, report, orderLimits.reportsPerOrder - 1)).toBeUndefined();
  expect(problemWithReport(order, { ...report, test: null, numbers: [] }, 0)).toBeUndefined();
});

test.each([
  ['no name', { ...report, name: ' ' }, 0, 'name', 'REQUIRED'],
  ['a test of another order', { ...report, test: 'b' }, 0, 'test', 'UNKNOWN_TEST'],
  ['a cell that the order does not have', { ...report, numbers: [4] }, 0, 'numbers', 'UNKNOWN_CELL'],
  ['one more than an order may have', report, orderLimits.reportsPerOrder, 'reports', 'TOO_MANY'],
])('%s is refused', (_, wrong, count, path, code) => {
  expect(problemWithReport(order, wrong, count)).toEqual({ path, code });
});
