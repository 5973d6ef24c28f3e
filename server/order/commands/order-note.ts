import { Refusal } from '#domain/ground/errors.ts';
import { isBlank } from '#domain/ground/text.ts';
import { command } from '../../spine/work/rules.ts';
import { desk } from '../parts/desk.ts';
import { orders } from '../parts/orders.ts';
import { staffedOrder } from './order-staff.ts';

/** Keeps a note for staff about an order. */
export const orderNote = command('order.note', {
  uses: { orders, desk },
  needs: ({ args }) => ({ orders: [{ id: args.orderId }] }),
  decide(work, { args: { orderId, text }, cmdId }) {
    const order = staffedOrder(work, orderId);
    if (isBlank(text)) throw new Refusal('INVALID', [{ path: 'text', code: 'REQUIRED' }]);
    work.desk.write({ kind: 'note', id: cmdId, orderId: order.id, author: work.actor.id, text: text.trim() });
    return undefined;
  },
});
