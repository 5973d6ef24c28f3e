import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { testsOf, type TestItem } from '../data/tests.ts';

/** Numbers of cells that the tests of an order take. */

/** Returns the cells of one test. @returns undefined while their number is missing */
export function cellsOf(doc: OrderDoc, test: TestItem): number | undefined {
  return asNumber(doc[`tests/${test.id}/cellsPerCondition`]);
}

/** Returns the number of cells in all tests of an order, as if no cell ran several tests. */
export function testedCells(doc: OrderDoc): number {
  return testsOf(doc).reduce((sum, test) => sum + (cellsOf(doc, test) ?? 0), 0);
}

/**
 * Returns the smallest number of cells with which the tests can run: each safety test destroys its own, and the largest
 * of the other tests needs its cells at once; a cell may run several of those one after another.
 */
export function cellsNeeded(doc: OrderDoc): { least: number; destroyed: number } {
  const counts = testsOf(doc).map((test) => ({ destroys: test.type === 'Safety', cells: cellsOf(doc, test) ?? 0 }));
  const destroyed = counts.reduce((sum, { destroys, cells }) => sum + (destroys ? cells : 0), 0);
  const others = counts.filter(({ destroys }) => !destroys).map(({ cells }) => cells);
  return { least: Math.max(destroyed, ...others), destroyed };
}
