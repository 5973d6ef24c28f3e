import { is } from '#domain/spine/events.ts';
import {
  addedReportsJson,
  type AddedReport,
  addingReports,
  erasingWithdrawn,
  type NewReport,
} from '../store/order-reports.ts';
import type { Part } from '../../spine/work/part.ts';

/** Some reports by their ids, or all of an order. */
type ReportNeed = { id: string } | { order: string };

interface ReportsView {
  /** Returns a report that staff have added, published or not. */
  get(id: string): AddedReport | undefined;
  /** Returns all reports of an order. */
  ofOrder(orderId: string): AddedReport[];
  /** Adds a report of a stored file to an order. */
  add(about: Omit<NewReport, 'author' | 'fileId' | 'fileName'>, file: AddedReport['file'] & { id: string }): void;
}

interface ReportWrite {
  row: NewReport;
  report: AddedReport;
}

/** Reports that staff have added to orders. Those that are published are in the order itself too. */
export const reports: Part<ReportNeed, ReportsView, AddedReport[] | null, ReportWrite> = {
  name: 'order.reports',
  load: (needs) =>
    addedReportsJson({
      reports: needs.flatMap((need) => ('id' in need ? [need.id] : [])),
      reportsOf: needs.flatMap((need) => ('order' in need ? [need.order] : [])),
    }),
  open(rows, { actor, now, write }) {
    const byId = new Map(rows?.map((report) => [report.id, report]));
    const added: NewReport[] = [];
    const withdrawn: Parameters<typeof erasingWithdrawn>[0][] = [];
    return {
      view: {
        get: (id) => byId.get(id),
        ofOrder: (orderId) => [...byId.values()].filter((report) => report.orderId === orderId),
        add: (about, { id: fileId, ...file }) =>
          write({
            row: { ...about, author: actor.id, fileId, fileName: file.name },
            report: { ...about, author: actor.name, file, at: now() },
          }),
      },
      fold: (event) => void (is(event, 'report.withdrawn') && withdrawn.push(event)),
      unlogged: ({ row }) => row,
      apply({ row, report }) {
        byId.set(report.id, report);
        added.push(row);
      },
      save(batch) {
        if (added.length > 0) batch.add(addingReports(added));
        for (const event of withdrawn) for (const statement of erasingWithdrawn(event)) batch.add(statement);
      },
    };
  },
};
