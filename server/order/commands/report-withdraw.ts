import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import { isBlank } from '#domain/ground/text.ts';
import { command } from '../../spine/work/rules.ts';
import { orders } from '../parts/orders.ts';
import { reports } from '../parts/reports.ts';
import { entryBy, orderForStaff } from './order-staff.ts';

/** Withdraws a published report. Its customer keeps its name and the reason, and loses what it says. */
export const reportWithdraw = command('report.withdraw', {
  // The part deletes the content of a withdrawn report from the log.
  uses: { orders, reports },
  needs: ({ args }) => ({ orders: [{ id: args.orderId }] }),
  decide(work, { args }) {
    const order = orderForStaff(work, args.orderId);
    const report = requireFound(publishedReports(order).find(({ id }) => id === args.reportId));
    if (isBlank(args.reason)) throw new Refusal('INVALID', [{ path: 'reason', code: 'REQUIRED' }]);
    const { id, name, test } = report;
    const left = { id, name, test, ranges: [], note: '', file: null, reason: args.reason.trim(), ...entryBy(work) };
    work.append(`order:${order.id}`, 'report.withdrawn', { orderId: order.id, report: left }, true);
    return {};
  },
});
