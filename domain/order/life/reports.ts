import type { Order, Report } from '../data/order.ts';

/** Test reports of an order. An order holds those that were published; those that are not are known to staff only. */

/** A report that can be opened. */
export type PublishedReport = Report & { file: NonNullable<Report['file']> };

/** Returns the reports that the customer can open, as they were published. */
export function publishedReports({ reports = [] }: Pick<Order, 'reports'>): PublishedReport[] {
  return reports.filter((report): report is PublishedReport => report.file !== null);
}
