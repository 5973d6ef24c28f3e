import { staffSteps, statusAfterStep } from '#domain/order/life/staff-steps.ts';
import { isBilled } from '#domain/order/price/work-done.ts';
import type { OrderStatus } from '#domain/order/data/order.ts';
import type { OrderListRow } from '#domain/order/wire/admin-orders.ts';
import type { User } from '#domain/account/users.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import type { OrderView } from '../../views/view-types.ts';

/** One step for several orders: what it does to each. Pure. */

/** Reason why a step cannot be taken for an order. */
type Hindrance = 'notHere' | 'own' | 'waiting' | 'refused' | 'alone' | 'status';

/** A chosen row with what this device has of its order. */
export interface ChosenOrder {
  row: OrderListRow;
  order: OrderView | undefined;
  /** Commands about it that are not settled. */
  open: readonly OpenCommand[];
}

/** Expected effect of a step on an order: the status it leads to, or the reason why it is not taken. */
export type Prospect = { row: OrderListRow } & (
  | { order: OrderView; to: OrderStatus }
  | { order: OrderView | undefined; hindrance: Hindrance }
);

/** Steps that need a form for each order, or a look at each price; cancelling does too where work is billed. */
const notTogether: ReadonlySet<string> = new Set([
  'APPROVE',
  'SHIP',
  'MATERIAL_ACCEPTED',
  'MATERIAL_REFUSED',
  'RESULTS_PUBLISHED',
]);

function isTogether({ status }: OrderView, event: string): boolean {
  return !notTogether.has(event) && !(event === 'CANCEL' && isBilled(status, event));
}

/** Returns the steps that are possible for at least one of these orders, with the number of orders. */
export function stepsTogether(me: Pick<User, 'id' | 'role'>, chosen: readonly ChosenOrder[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { order, open } of chosen) {
    const events = order === undefined || hindranceIn(open) !== undefined ? [] : staffSteps(me, order);
    for (const event of events)
      if (order !== undefined && isTogether(order, event)) counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  return counts;
}

/** Returns what a step would do to each of these orders. */
export function prospectsOf(me: Pick<User, 'id' | 'role'>, chosen: readonly ChosenOrder[], event: string): Prospect[] {
  return chosen.map(({ row, order, open }) => {
    if (order === undefined) return { row, order, hindrance: 'notHere' };
    const hindrance = hindranceIn(open);
    if (hindrance !== undefined) return { row, order, hindrance };
    const to = statusAfterStep(me, order, event);
    if (to !== undefined && !isTogether(order, event)) return { row, order, hindrance: 'alone' };
    if (to !== undefined) return { row, order, to };
    return { row, order, hindrance: order.ownerId === me.id ? 'own' : 'status' };
  });
}

/** All that staff do with an order waits for the decision about a refused command, and one step waits for the other. */
function hindranceIn(open: readonly OpenCommand[]): Hindrance | undefined {
  if (open.some(({ state }) => state === 'refused')) return 'refused';
  return openOf(open, 'order.transition').length > 0 ? 'waiting' : undefined;
}
