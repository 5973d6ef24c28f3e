import type { Order } from '../data/order.ts';
import { publishedReports } from './reports.ts';
import { testsOf, type TestItem } from '../data/tests.ts';

/** Reports that an order needs before its results are published: those of tests without one, or any report at all. */
export interface MissingReports {
  tests: TestItem[];
  any: boolean;
}

/** Returns what is missing. A report of no single test is one of all tests. */
export function missingReports(order: Pick<Order, 'doc' | 'reports'>): MissingReports {
  const published = publishedReports(order);
  const isWhole = published.some(({ test }) => test === null);
  const tests = isWhole ? [] : testsOf(order.doc).filter(({ id }) => !published.some(({ test }) => test === id));
  return { tests, any: published.length === 0 };
}
