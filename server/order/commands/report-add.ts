import { Refusal } from '#domain/ground/errors.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { rangesOf } from '#domain/order/data/cells.ts';
import { attachmentTypeOf } from '#domain/ground/attachments.ts';
import { problemWithReportFile } from '#domain/order/life/report-file.ts';
import { problemWithReport } from '#domain/order/life/report-rules.ts';
import { command } from '../../spine/work/rules.ts';
import { attachments } from '../../files/parts/attachments.ts';
import { orders } from '../parts/orders.ts';
import { reports } from '../parts/reports.ts';
import { orderForStaff } from './order-staff.ts';

/** Adds a file that the actor has uploaded to an order as a report. Its customer gets it once it is published. */
export const reportAdd = command('report.add', {
  uses: { orders, reports, attachments },
  needs: ({ args: { orderId, reportId, files } }) => ({
    orders: [{ id: orderId }],
    reports: [{ id: reportId }, { order: orderId }],
    attachments: files,
  }),
  decide(work, { args: { orderId, reportId: id, name, test, numbers, note, files } }) {
    const order = orderForStaff(work, orderId);
    if (order.status === 'draft') throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, allowed: [] });
    const [file] = files;
    const stored = file === undefined ? undefined : work.attachments.stored(file.sha256);
    if (file === undefined || stored === undefined)
      throw new Refusal('NOT_FOUND', [{ path: 'files/0', code: 'NOT_STORED' }]);
    const earlier = work.reports.get(id);
    if (earlier !== undefined) {
      // Its receipt has expired, or another client has drawn the same id.
      if (earlier.orderId === order.id && earlier.file.sha256 === file.sha256) return undefined;
      throw new Refusal('IDEMPOTENCY_CONFLICT');
    }
    const fileProblem = problemWithReportFile({ name: file.name, size: stored.size });
    if (fileProblem !== undefined) throw new Refusal(fileProblem);
    const count = work.reports.ofOrder(order.id).length;
    const problem = problemWithReport(order, { name, test, numbers }, count);
    if (problem !== undefined) throw new Refusal('INVALID', [problem]);
    const { size, mime, sha256 } = stored;
    work.reports.add(
      { id, orderId: order.id, name: name.trim(), test, ranges: rangesOf(numbers), note: note.trim() },
      { id: stored.id, name: cleanFileName(file.name), size, mime: attachmentTypeOf(file.name) ?? mime, sha256 },
    );
    return undefined;
  },
});
