import { Refusal } from '#domain/ground/errors.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import { command } from '../../spine/work/rules.ts';
import { orders } from '../parts/orders.ts';
import { reports } from '../parts/reports.ts';
import { refuseTooMuch } from '../work/order-limit.ts';
import { entryBy, orderForStaff } from './order-staff.ts';

/** Publishes reports that staff have added to an order: from then on its customer has them. Published ones stay as they are. */
export const reportPublish = command('report.publish', {
  uses: { orders, reports },
  needs: ({ args }) => ({ orders: [{ id: args.orderId }], reports: args.reportIds.map((id) => ({ id })) }),
  decide(work, { args }) {
    const order = orderForStaff(work, args.orderId);
    if (order.status === 'draft') throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, allowed: [] });
    const known = new Set(publishedReports(order).map(({ id }) => id));
    const added = args.reportIds.map((id) => work.reports.get(id));
    for (const report of added) if (report === undefined || report.orderId !== order.id) throw new Refusal('NOT_FOUND');
    const fresh = added.flatMap((report) => {
      if (report === undefined || known.has(report.id)) return [];
      known.add(report.id);
      const { id, name, test, ranges, note, file } = report;
      return [{ id, name, test, ranges, note, file, reason: null, ...entryBy(work) }];
    });
    if (fresh.length > 0) refuseTooMuch(work, order.reports ?? [], fresh);
    for (const report of fresh)
      work.append(`order:${order.id}`, 'report.published', { orderId: order.id, report }, true);
    return { published: fresh.length };
  },
});
