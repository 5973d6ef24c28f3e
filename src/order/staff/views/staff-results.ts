import { cellsMovedBy } from '#domain/order/life/cell-moves.ts';
import { rangesOf } from '#domain/order/data/cells.ts';
import type { CellChange, Order } from '#domain/order/data/order.ts';
import { withCellChange } from '#domain/order/life/result-folds.ts';
import { statusAfter } from '#domain/order/life/status.ts';
import type { Me } from '#domain/account/users.ts';
import { type OutboxEntry, isEntry } from '../../../db/schema.ts';
import type { OpenCommand } from './staff-commands.ts';

/** The results of an order as they will be once the server has accepted what this device has to send. */

/** Returns an order with its cells as pending commands leave them. Refused commands change nothing. */
export function withOpenCells<T extends Order>(order: T, open: readonly OpenCommand[], me: Me): T {
  return open.filter(isPending).reduce((shown, { entry }, i) => {
    const by = { by: me.id, byName: me.display_name, at: new Date(entry.createdAt).toISOString() };
    // Behind all that is confirmed: positions only order the changes here.
    const sseq = order.sseq + (i + 1) * changesPerCommand;
    return changesOf(shown, entry).reduce(
      (moved, change, k) => withCellChange(moved, { reason: null, ...change, ...by, sseq: sseq + k }),
      shown,
    );
  }, order);
}

/** More changes of cells than one command makes. */
const changesPerCommand = 10;

type PendingCellChange = Pick<CellChange, 'ranges' | 'state'> & Partial<Pick<CellChange, 'test' | 'reason'>>;

/** Returns what a command does with cells. */
function changesOf(order: Order, entry: OutboxEntry): PendingCellChange[] {
  if (isEntry(entry, 'cells.mark')) {
    const { numbers, state, test, reason } = entry.args;
    return [{ ranges: rangesOf(numbers), state, ...(test === undefined ? {} : { test }), reason: reason ?? null }];
  }
  if (!isEntry(entry, 'order.transition')) return [];
  const to = statusAfter(entry.args.event);
  return to === null ? [] : cellsMovedBy(order, entry.args.event, to);
}

/** A report that this device may publish: one that waits here, or one that the server has replied with. */
export interface ReportHere {
  id: string;
  /** Id of its test; null for all tests. */
  test: string | null;
}

/** Returns the ids of the tests that pending publications give a report; null among them for all tests. */
export function testsToBePublished(
  open: readonly OpenCommand[],
  known: readonly ReportHere[],
): ReadonlySet<string | null> {
  const pending = open.filter(isPending).map(({ entry }): OutboxEntry => entry);
  const added = pending.flatMap((entry) =>
    isEntry(entry, 'report.add') ? [{ id: entry.args.reportId, test: entry.args.test }] : [],
  );
  const tests = new Map([...known, ...added].map(({ id, test }) => [id, test]));
  const ids = pending.flatMap((entry) => (isEntry(entry, 'report.publish') ? entry.args.reportIds : []));
  return new Set(ids.flatMap((id) => (tests.has(id) ? [tests.get(id) ?? null] : [])));
}

function isPending({ state }: OpenCommand): boolean {
  return state !== 'refused';
}
