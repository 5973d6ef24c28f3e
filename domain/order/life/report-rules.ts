import type { FieldProblem } from '../../ground/errors.ts';
import { orderLimits } from '../data/limits.ts';
import { isBlank } from '../../ground/text.ts';
import { cellsIn } from '../data/cells.ts';
import type { Order } from '../data/order.ts';
import { isTest } from '../data/tests.ts';

/** Data of a report that staff add to an order. */
export interface NewReport {
  name: string;
  /** Id of its test; null for all tests. */
  test: string | null;
  /** Numbers of its cells; none where it does not say. */
  numbers: readonly number[];
}

/** Checks what is written about a report. @param count how many reports the order has */
export function problemWithReport(
  order: Pick<Order, 'number' | 'doc' | 'cells'>,
  { name, test, numbers }: NewReport,
  count: number,
): (FieldProblem & { path: keyof NewReport | 'reports' }) | undefined {
  if (isBlank(name)) return { path: 'name', code: 'REQUIRED' };
  if (test !== null && !isTest((path) => order.doc[path], test)) return { path: 'test', code: 'UNKNOWN_TEST' };
  const cells = cellsIn(order).length;
  if (numbers.some((n) => n > cells)) return { path: 'numbers', code: 'UNKNOWN_CELL' };
  return count >= orderLimits.reportsPerOrder ? { path: 'reports', code: 'TOO_MANY' } : undefined;
}
