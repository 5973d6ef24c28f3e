import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import { isBlank } from '#domain/ground/text.ts';
import type { Handler } from '../../spine/work/handler.ts';
import { entryBy, orderForStaff } from './order-staff.ts';

/** Withdraws a published report. Its customer keeps its name and the reason, and loses what it says. */
export const reportWithdraw: Handler<'report.withdraw'> = {
  needs: ({ args }) => ({ orders: [args.orderId] }),
  handle(work, { args, cmdId }) {
    const order = orderForStaff(work, args.orderId);
    const report = requireFound(publishedReports(order).find(({ id }) => id === args.reportId));
    if (isBlank(args.reason)) throw new Refusal('INVALID', [{ path: 'reason', code: 'REQUIRED' }]);
    const { id, name, test } = report;
    const left = { id, name, test, ranges: [], note: '', file: null, reason: args.reason.trim(), ...entryBy(work) };
    work.append(`order:${order.id}`, 'report.withdrawn', { orderId: order.id, report: left }, cmdId, true);
    return {};
  },
};
