import { isSharedWith, mayDiscardDraft } from '#domain/order/life/draft-rights.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { OrderRole } from '#domain/order/life/status.ts';
import type { User } from '#domain/account/users.ts';
import { administersPlatform, hasNavigatorPass, permissionsOf } from '#domain/account/permissions.ts';
import { mayReadOrder } from '../store/orders.ts';
import type { Actor } from '../../session/users.ts';
import type { Work } from '../../spine/work/rules.ts';
import type { orders } from '../parts/orders.ts';

/** Returns an order. @throws Refusal NOT_FOUND where there is none, or the actor may not read it */
export function readableOrder(work: Work<{ orders: typeof orders }>, orderId: string): Order {
  const order = work.orders.get(orderId);
  if (order === undefined || !mayReadOrder(work.actor, order)) throw new Refusal('NOT_FOUND');
  return order;
}

/** @throws Refusal FORBIDDEN for everybody but the owner, with the rule for colleagues with whom a draft is shared */
export function refuseOthers(order: Order, user: User): void {
  if (order.ownerId === user.id) return;
  if (!isSharedWith(user, order)) throw new Refusal('FORBIDDEN');
  const message = 'Only the owner of this order may place, discard or share it.';
  throw new Refusal('FORBIDDEN', { rule: 'OWNER' }, message);
}

/**
 * Returns the actor's role for this order: its owner is the customer, and so is who may change it as a template; staff
 * are staff, colleagues have none.
 */
export function roleIn(order: Pick<Order, 'ownerId' | 'companyId' | 'doc'>, actor: Actor): OrderRole | undefined {
  if (mayDiscardDraft(actor, order)) return hasNavigatorPass(actor) ? 'customer' : undefined;
  if (!permissionsOf(actor).includes('orders.command')) return undefined;
  return administersPlatform(actor) ? 'admin' : 'expert';
}
