import type { OrderDoc } from '#domain/order/data/order.ts';
import { idealCellOf, type IdealCell } from '#domain/order/protocol/ideal-cell.ts';
import { protocolOf } from '#domain/order/protocol/protocol.ts';
import type { Step } from '#domain/order/protocol/steps.ts';
import { testsOf, type TestItem, type TestType } from '#domain/order/data/tests.ts';
import { m50, proposedTest } from '../orders.ts';

/** An order of a 5 Ah cell with one test: the test, its steps and its idealised cell. */
export function protocolOfTest(test: OrderDoc): { doc: OrderDoc; item: TestItem; steps: Step[]; cell: IdealCell } {
  const doc = { ...m50, nominalCapacity_Ah: 5, ...test };
  const item = testsOf(doc)[0];
  if (item === undefined) throw new Error('The order has no test.');
  const { steps, missing } = protocolOf(doc, item);
  if (steps === undefined) throw new Error(`Missing: ${missing.join(', ')}`);
  return { doc, item, steps, cell: idealCellOf(doc, item) };
}

/** A test of this type as the tables propose it. */
export function proposed(type: TestType, more: OrderDoc = {}): OrderDoc {
  return proposedTest('t', type, undefined, more);
}

export const C = (value: number) => ({ value, unit: 'C' });
export const A = (value: number) => ({ value, unit: 'A' });
