import { Refusal } from '#domain/ground/errors.ts';
import type { Handler } from '../../spine/work/handler.ts';
import { staffedOrder } from './order-staff.ts';

/** Puts a member of staff, or none, in charge of an order, unless that has changed since the actor saw it. */
export const orderAssign: Handler<'order.assign'> = {
  needs: ({ args: { orderId, expertId } }) => ({
    orders: [orderId],
    desk: orderId,
    ...(expertId === null ? {} : { staffMember: expertId }),
  }),
  handle(work, { args: { orderId, expertId, expectId, reason = '' }, cmdId }) {
    const { id } = staffedOrder(work, orderId);
    const now = work.inCharge(id);
    if (now !== expectId) throw new Refusal('STALE', { expertId: now });
    if (expertId !== null && !work.isStaffMember(expertId))
      throw new Refusal('INVALID', [{ path: 'expertId', code: 'NOT_STAFF' }]);
    const about = { id: cmdId, orderId: id, author: work.actor.id };
    work.writeAtDesk({ ...about, kind: 'expert', expert: expertId, text: reason.trim() });
    return undefined;
  },
};
