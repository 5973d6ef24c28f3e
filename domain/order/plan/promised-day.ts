import { DAY } from '../../ground/units.ts';
import type { OrderDoc } from '../data/order.ts';
import { isoDayOf } from './calendar.ts';
import { orderPlanOf } from './order-plan.ts';

/**
 * Returns the last date that customers are told when they place this order, such as `2026-12-31`: the report, or else the
 * cells. The day of placing is that of UTC.
 * @param at when it is placed, ISO 8601
 * @returns undefined where the plan has no end, because the duration of a test is unknown
 */
export function promisedDay(doc: OrderDoc, at: string): string | undefined {
  const plan = orderPlanOf(doc, Math.floor(Date.parse(at) / DAY));
  if (plan === undefined || !plan.isComplete || plan.milestones.length === 0) return undefined;
  const last = Math.max(...plan.milestones.map(({ day }) => day));
  return isoDayOf(last);
}
