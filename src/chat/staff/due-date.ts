import type { Order } from '#domain/order/data/order.ts';

/** Returns the date that the customer was told at placing, such as `2026-12-31`; undefined for a draft. */
export function dueDateOf({ status, history }: Pick<Order, 'status' | 'history'>): string | undefined {
  return status === 'draft' ? undefined : history.findLast(({ event }) => event === 'PLACE')?.due;
}
