import { mayChangeDraft } from '#domain/order/draft-rights.ts';
import type { Order } from '#domain/order/order.ts';
import type { OrderRole } from '#domain/order/status.ts';
import { administersPlatform, hasNavigatorPass, permissionsOf } from '#domain/permissions.ts';
import type { Actor } from '../../store/users/users.ts';

/**
 * Returns the actor's role for this order: its owner is the customer, and so is who may change it as a template; staff
 * are staff, colleagues have none.
 */
export function roleIn(order: Pick<Order, 'ownerId' | 'companyId' | 'doc'>, actor: Actor): OrderRole | undefined {
  if (mayChangeDraft(actor, order)) return hasNavigatorPass(actor) ? 'customer' : undefined;
  if (!permissionsOf(actor).includes('orders.command')) return undefined;
  return administersPlatform(actor) ? 'admin' : 'expert';
}
