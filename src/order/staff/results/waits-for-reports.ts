import { useLiveQuery } from 'dexie-react-hooks';
import type { Order } from '#domain/order/data/order.ts';
import { missingReports, type MissingReports } from '#domain/order/life/missing-reports.ts';
import type { DeskReportsReply } from '#domain/order/wire/order-results.ts';
import { keptReply } from '../../../db/kept-replies.ts';
import type { OpenCommand } from '../views/staff-commands.ts';
import { testsToBePublished } from '../views/staff-results.ts';
import { useSession } from '../../../session/session-context.tsx';

/** Name of the kept reply with the reports of an order, published or not. */
export const reportsReply = (orderId: string) => `reports of ${orderId}`;

/** Returns what an order lacks before its results are published, besides what this device has yet to publish. */
export function useMissingReports(
  order: Pick<Order, 'id' | 'doc' | 'reports'>,
  open: readonly OpenCommand[],
): MissingReports {
  const { db } = useSession();
  const kept = useLiveQuery(() => keptReply<DeskReportsReply>(db, reportsReply(order.id)), [db, order.id]);
  const known = kept?.value.items.map(({ id, test_id: test }) => ({ id, test })) ?? [];
  return withoutPlanned(missingReports(order), testsToBePublished(open, known));
}

/** Returns what is still missing when these tests have a report; null among them for all tests. */
function withoutPlanned({ tests, any }: MissingReports, planned: ReadonlySet<string | null>): MissingReports {
  const isWhole = planned.has(null);
  return { tests: isWhole ? [] : tests.filter(({ id }) => !planned.has(id)), any: any && planned.size === 0 };
}

/** Whether a step cannot be taken before more reports are published. */
export function waitsForReports(event: string, { tests, any }: MissingReports): boolean {
  return event === 'RESULTS_PUBLISHED' && (any || tests.length > 0);
}
