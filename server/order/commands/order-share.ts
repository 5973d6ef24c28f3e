import { Refusal } from '#domain/ground/errors.ts';
import type { Order } from '#domain/order/data/order.ts';
import { editorsOf } from '#domain/order/life/colleagues.ts';
import { hasNavigatorPass } from '#domain/account/permissions.ts';
import type { Actor } from '../../session/users.ts';
import { command } from '../../spine/work/rules.ts';
import { users } from '../../spine/work/users.ts';
import { orders } from '../parts/orders.ts';
import { refuseTooLarge } from '../work/order-limit.ts';
import { readableOrder, refuseOthers } from '../work/order-role.ts';

/**
 * Sets the colleagues who may edit a draft. The list replaces the one before. A colleague who was on it once and may
 * not edit now is left out, so that a list that was read before they left can still be changed.
 */
export const orderShare = command('order.share', {
  uses: { orders, users },
  needs: ({ args }) => ({ orders: [{ id: args.orderId }], users: args.userIds }),
  decide(work, { args: { orderId, userIds } }) {
    const { actor, at } = work;
    const order = readableOrder(work, orderId);
    refuseOthers(order, actor);
    if (!hasNavigatorPass(actor)) throw new Refusal('FORBIDDEN');
    if (order.status !== 'draft') throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, allowed: [] });
    const known = new Set(order.colleagues?.map(({ userId }) => userId));
    const wanted = [...new Set(userIds)].map((userId) => ({ userId, user: work.users.get(userId) }));
    const strangers = wanted.filter(({ userId, user }) => !known.has(userId) && !mayEdit(user, order));
    if (strangers.length > 0) {
      const message = 'Only colleagues who may order for your company can edit the order with you.';
      throw new Refusal('FORBIDDEN', { rule: 'STRANGER', userIds: strangers.map(({ userId }) => userId) }, message);
    }
    const colleagues = wanted.flatMap(({ userId, user }) =>
      mayEdit(user, order) ? [{ userId, userName: user.name }] : [],
    );
    const before = editorsOf(order).map(({ userId }) => userId);
    const now = colleagues.map(({ userId }) => userId);
    if (before.length !== now.length || before.some((userId) => !now.includes(userId))) {
      refuseTooLarge(work, order, { others: colleagues });
      work.append(`order:${order.id}`, 'order.shared', { orderId: order.id, by: actor.id, at, colleagues }, true);
    }
    return { colleagues: now };
  },
});

/** Whether a user is another user of the order's company, with the pass. */
function mayEdit(user: Actor | undefined, { ownerId, companyId }: Order): user is Actor {
  if (user === undefined || user.id === ownerId || companyId === null) return false;
  return user.company_id === companyId && hasNavigatorPass(user);
}
