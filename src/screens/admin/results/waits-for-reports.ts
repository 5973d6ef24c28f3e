import type { Order } from '#domain/order/order.ts';
import { missingReports } from '#domain/order/missing-reports.ts';

/** Whether a step cannot be taken before more reports are published. The card of the reports says which. */
export function waitsForReports(order: Pick<Order, 'doc' | 'reports'>, event: string): boolean {
  if (event !== 'RESULTS_PUBLISHED') return false;
  const { tests, any } = missingReports(order);
  return any || tests.length > 0;
}
