import type { Order, OrderHistoryEntry } from '#domain/order/order.ts';
import type { OrderSeen } from '../../../db/schema.ts';
import { canonicalJson } from '#domain/json.ts';

/** What has changed in an order since somebody saw it. Pure. */

export interface OrderDifference {
  /** Steps that it has taken since, oldest first. */
  steps: OrderHistoryEntry[];
  /** Paths of the document whose values differ. */
  paths: string[];
  /** Totals of the price before and now, in cents, where they differ; null for no price. */
  totals: [before: number | null, now: number | null] | undefined;
}

/** Compares an order with itself at an earlier version. */
export function orderDifference(seen: OrderSeen, now: Order): OrderDifference {
  const paths = [...new Set([...Object.keys(seen.doc), ...Object.keys(now.doc)])];
  const [before, after] = [seen.quote?.total ?? null, now.quote?.total ?? null];
  return {
    steps: now.history.filter(({ sseq }) => sseq > seen.sseq),
    paths: paths.filter((path) => canonicalJson(seen.doc[path] ?? null) !== canonicalJson(now.doc[path] ?? null)),
    totals: before === after ? undefined : [before, after],
  };
}
