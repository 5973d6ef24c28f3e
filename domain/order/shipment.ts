import type { Order, OrderHistoryEntry } from './order.ts';

/** Returns the newest step that shipped an order. @returns undefined for an order that was never shipped */
export function shippingOf({ history }: Pick<Order, 'history'>): OrderHistoryEntry | undefined {
  return history.findLast(({ event }) => event === 'SHIP');
}
