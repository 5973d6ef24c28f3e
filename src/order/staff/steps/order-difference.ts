import type { ParcelEntry } from '#domain/order/data/goods.ts';
import type { CellChange, Order, OrderHistoryEntry, Report } from '#domain/order/data/order.ts';
import type { SeenOrder } from '../../../db/schema.ts';
import { canonicalJson } from '#domain/ground/json.ts';

/** Finds what has changed in an order since the user saw it. Pure. */

export interface OrderDifference {
  /** Steps that it has taken since, oldest first. */
  steps: OrderHistoryEntry[];
  /** Paths of the document whose values differ. */
  paths: string[];
  /** Totals of the price before and now, in cents, where they differ; null for no price. */
  totals: [before: number | null, now: number | null] | undefined;
  /** Changes that others have made since, oldest first: to cells outside of a step, to reports, and to parcels. */
  cells: CellChange[];
  reports: Report[];
  parcels: ParcelEntry[];
}

/** Compares an order with itself at an earlier version. @param me id of the user, who knows what they have done */
export function orderDifference(seen: SeenOrder, now: Order, me: string): OrderDifference {
  const steps = now.history.filter(({ sseq }) => sseq > seen.sseq);
  const ofSteps = new Set(steps.map(({ at }) => at));
  const isNew = ({ sseq, by }: { sseq: number | null; by: string }) => sseq !== null && sseq > seen.sseq && by !== me;
  const paths = [...new Set([...Object.keys(seen.doc), ...Object.keys(now.doc)])];
  const [before, after] = [seen.quote?.total ?? null, now.quote?.total ?? null];
  return {
    steps,
    paths: paths.filter((path) => canonicalJson(seen.doc[path] ?? null) !== canonicalJson(now.doc[path] ?? null)),
    totals: before === after ? undefined : [before, after],
    cells: (now.cells ?? []).filter((change) => isNew(change) && !ofSteps.has(change.at)),
    reports: (now.reports ?? []).filter(isNew),
    parcels: (now.parcels ?? []).filter(isNew),
  };
}
