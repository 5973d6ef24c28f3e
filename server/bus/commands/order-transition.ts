import { Refusal } from '#domain/errors.ts';
import type { Order } from '#domain/order/order.ts';
import { type OrderRole, allowedEvents, needsReason, transitionOf } from '#domain/order/status.ts';
import { hasNavigatorPass, isStaff } from '#domain/permissions.ts';
import { isBlank } from '#domain/text.ts';
import type { Actor } from '../../store/users/users.ts';
import { mayReadOrder } from '../../store/orders/orders.ts';
import { refuseTooLarge } from '../work/order-limit.ts';
import type { Handler } from '../work/handler.ts';

/** Changes an order's status in any other way, by the table in `domain/order/status.ts`. */
export const orderTransition: Handler<'order.transition'> = {
  needs: ({ args }) => ({ orders: [args.orderId] }),
  handle(work, { args, cmdId }) {
    const { actor } = work;
    const order = work.orders.get(args.orderId);
    if (order === undefined || !mayReadOrder(actor, order)) throw new Refusal('NOT_FOUND');
    const who = whoIs(actor, order);
    if (who === undefined) throw new Refusal('FORBIDDEN');
    if (order.status !== args.expectStatus) {
      const details = {
        from: order.status,
        expected: args.expectStatus,
        allowed: allowedEvents(order.status, who, order.doc),
      };
      throw new Refusal('STALE', details);
    }
    const move = transitionOf(order.status, args.event, who, order.doc);
    if ('code' in move) throw new Refusal(move.code, { from: order.status, allowed: move.allowed });
    // Placing and editing have commands of their own, which check more than the status.
    if (args.event === 'PLACE' || move.to === order.status) {
      throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, to: move.to, allowed: [] });
    }
    const reason = isBlank(args.reason ?? '') ? null : (args.reason?.trim() ?? null);
    if (reason === null && needsReason(order.status, args.event)) {
      throw new Refusal('INVALID', [{ path: 'reason', code: 'REQUIRED' }]);
    }
    const entry = {
      from: order.status,
      to: move.to,
      event: args.event,
      by: actor.id,
      byName: actor.name,
      at: work.at,
      reason,
    };
    if (move.to === 'draft') work.spend('draftOrders');
    refuseTooLarge(work, order, { conflicts: [entry] });
    work.append(`order:${order.id}`, 'order.status_changed', { orderId: order.id, entry }, cmdId, true);
    return { status: move.to, number: order.number };
  },
};

/** Returns the actor's role for this order: its owner is the customer, staff are staff, colleagues have none. */
function whoIs(actor: Actor, order: Order): OrderRole | undefined {
  if (order.ownerId === actor.id) return hasNavigatorPass(actor) ? 'customer' : undefined;
  if (!isStaff(actor)) return undefined;
  return actor.role === 'CHATBOT' ? 'admin' : 'expert';
}
