import { Refusal } from '#domain/ground/errors.ts';
import { isBlank } from '#domain/ground/text.ts';
import type { Handler } from '../../spine/work/handler.ts';
import { staffedOrder } from './order-staff.ts';

/** Keeps a note for staff about an order. */
export const orderNote: Handler<'order.note'> = {
  needs: ({ args }) => ({ orders: [args.orderId] }),
  handle(work, { args: { orderId, text }, cmdId }) {
    const order = staffedOrder(work, orderId);
    if (isBlank(text)) throw new Refusal('INVALID', [{ path: 'text', code: 'REQUIRED' }]);
    work.writeAtDesk({ kind: 'note', id: cmdId, orderId: order.id, author: work.actor.id, text: text.trim() });
    return undefined;
  },
};
