import type { Order } from '#domain/order/order.ts';
import type { OrderRole } from '#domain/order/status.ts';
import { hasNavigatorPass, permissionsOf } from '#domain/permissions.ts';
import type { Actor } from '../../store/users/users.ts';

/** Returns the actor's role for this order: its owner is the customer, staff are staff, colleagues have none. */
export function roleIn(order: Pick<Order, 'ownerId'>, actor: Actor): OrderRole | undefined {
  if (order.ownerId === actor.id) return hasNavigatorPass(actor) ? 'customer' : undefined;
  if (!permissionsOf(actor).includes('orders.command')) return undefined;
  return actor.role === 'CHATBOT' ? 'admin' : 'expert';
}
