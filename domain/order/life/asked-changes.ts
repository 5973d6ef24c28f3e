import type { Order, OrderHistoryEntry } from '../data/order.ts';

/** Tasks that wait for the customer: changes that an expert asked for, or a reviewed price. */

/** The parts of an order that decide whether it waits for its customer. */
export type OrderWithHistory = Pick<Order, 'status' | 'history'> & {
  /** The event that the customer has chosen and that is not sent yet; with one, nothing waits for them. */
  pendingTransition?: string | null;
};

/**
 * Returns the step that asked for changes, with who, when and why, until the order is placed again.
 * @returns undefined when no changes are asked
 */
export function stepThatAskedForChanges({
  status,
  history,
  pendingTransition,
}: OrderWithHistory): OrderHistoryEntry | undefined {
  // By position in the log, and not by time: clocks differ.
  const last = history.at(-1);
  const isAsked = status === 'draft' && last?.event === 'REQUEST_CHANGES' && (pendingTransition ?? null) === null;
  return isAsked ? last : undefined;
}

/** Whether an order goes on only after its customer acts: they are asked for changes, or for their yes to a price. */
export function needsCustomer(order: OrderWithHistory): boolean {
  const isPriced = order.status === 'reviewed' && (order.pendingTransition ?? null) === null;
  return isPriced || stepThatAskedForChanges(order) !== undefined;
}
