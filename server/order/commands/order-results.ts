import { Refusal } from '#domain/ground/errors.ts';
import { cellsMovedBy } from '#domain/order/life/cell-moves.ts';
import type { Order, OrderHistoryEntry } from '#domain/order/data/order.ts';
import { missingReports } from '#domain/order/life/missing-reports.ts';
import type { CommandRecord } from '../../spine/work/part.ts';

/** Effects of a status change on cells, and the reports that it needs. */

/** @throws Refusal when the results of an order are to be published while reports are missing */
export function refuseMissingReports(order: Order, event: string): void {
  if (event !== 'RESULTS_PUBLISHED') return;
  const { tests, any } = missingReports(order);
  const missing = tests.map(({ id }) => `tests/${id}`);
  const paths = missing.length === 0 && any ? ['reports'] : missing;
  if (paths.length > 0)
    throw new Refusal(
      'INVALID',
      paths.map((path) => ({ path, code: 'NO_REPORT' })),
    );
}

/** Gives the cells of an order their serials when the work on them begins, and the state that a later step means. */
export function moveCells(work: CommandRecord, order: Order, entry: Omit<OrderHistoryEntry, 'sseq'>): void {
  const { by, byName, at } = entry;
  for (const moved of cellsMovedBy(order, entry.event, entry.to)) {
    const change = { ...moved, reason: null, by, byName, at };
    work.append(`order:${order.id}`, 'cells.changed', { orderId: order.id, change }, true);
  }
}
