import { isStaff } from '#domain/account/permissions.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { command } from '../../spine/work/rules.ts';
import { desk } from '../parts/desk.ts';
import { orders } from '../parts/orders.ts';
import { users } from '../../spine/work/users.ts';
import { staffedOrder } from './order-staff.ts';

/** Puts a member of staff, or none, in charge of an order, unless that has changed since the actor saw it. */
export const orderAssign = command('order.assign', {
  uses: { orders, desk, users },
  needs: ({ args: { orderId, expertId } }) => ({
    orders: [{ id: orderId }],
    desk: [orderId],
    users: expertId === null ? [] : [expertId],
  }),
  decide(work, { args: { orderId, expertId, expectId, reason = '' }, cmdId }) {
    const { id } = staffedOrder(work, orderId);
    const now = work.desk.inCharge(id);
    if (now !== expectId) throw new Refusal('STALE', { expertId: now });
    const expert = expertId === null ? undefined : work.users.get(expertId);
    if (expertId !== null && (expert === undefined || !isStaff(expert)))
      throw new Refusal('INVALID', [{ path: 'expertId', code: 'NOT_STAFF' }]);
    const about = { id: cmdId, orderId: id, author: work.actor.id };
    work.desk.write({ ...about, kind: 'expert', expert: expertId, text: reason.trim() });
    return undefined;
  },
});
