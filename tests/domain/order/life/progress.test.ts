import { expect, test } from 'vitest';
import type { CellChange, OrderStatus } from '#domain/order/data/order.ts';
import { progressOf } from '#domain/order/life/progress.ts';
import { progressSteps } from '#domain/order/life/status.ts';

const last = progressSteps.length - 1;

function orderAt(status: OrderStatus, service: string, cells: CellChange[] = []) {
  return { status, doc: { service }, number: 'PO-2026-000001', cells };
}

test('with results published, an order of built cells is delivered only when the cells have gone out', () => {
  const way: OrderStatus[] = ['draft', 'submitted', 'reviewing', 'reviewed', 'awaiting_payment', 'processing'];
  const work: OrderStatus[] = [
    'awaiting_delivery_of_material',
    'prototyping',
    'testing',
    'done',
    'shipped',
    'delivered',
  ];
  const steps = [...way, ...work].map((status) => progressOf(orderAt(status, 'both')).step ?? -1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(progressOf(orderAt('done', 'both'))).toEqual({ step: last - 1, awaitsGoods: true });
  expect(progressOf(orderAt('shipped', 'both'))).toEqual({ step: last, awaitsGoods: false });
});

test('results are all that is delivered of an order of tests, and of one whose cells are all scrapped', () => {
  expect(progressOf(orderAt('done', 'testing'))).toEqual({ step: last, awaitsGoods: false });
  const scrapped: CellChange = {
    ranges: [[1, 24]],
    state: 'scrapped',
    reason: 'crushed',
    by: 'u',
    byName: 'Ines',
    at: '2026-11-28T12:00:00.000Z',
    sseq: 1,
  };
  expect(progressOf(orderAt('done', 'both', [scrapped]))).toEqual({ step: last, awaitsGoods: false });
});
