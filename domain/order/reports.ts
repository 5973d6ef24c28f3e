import type { Order, Report } from './order.ts';
import { testsOf, type TestItem } from './tests.ts';

/** Test reports of an order. An order holds those that were published; those that are not are known to staff only. */

/** A report that can be opened. */
export type PublishedReport = Report & { file: NonNullable<Report['file']> };

/** Returns the reports that the customer can open, as they were published. */
export function publishedReports({ reports = [] }: Pick<Order, 'reports'>): PublishedReport[] {
  return reports.filter((report): report is PublishedReport => report.file !== null);
}

/** What an order lacks before its results are published: tests without a report; or any report at all. */
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

/** Puts a report at its position into an order; of several events about one report, the newest holds. */
export function withReport<T extends Pick<Order, 'reports' | 'renamed'>>(order: T, report: Report): T {
  const { reports = [], renamed } = order;
  const known = reports.find(({ id }) => id === report.id);
  if (known !== undefined && known.sseq >= report.sseq) return order;
  const named = { ...report, byName: renamed?.[report.by] ?? report.byName };
  const others = reports.filter(({ id }) => id !== report.id);
  return { ...order, reports: [...others, named].sort((a, b) => a.sseq - b.sseq) };
}
