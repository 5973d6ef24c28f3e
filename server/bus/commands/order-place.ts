import { Refusal } from '#domain/errors.ts';
import { type FileClaims, filesRead } from '#domain/file-claims.ts';
import { problemsWithPlacing } from '#domain/order/checks.ts';
import { docHashOf } from '#domain/order/doc-hash.ts';
import { promisedDay } from '#domain/order/plan/promised-day.ts';
import { quoteOf } from '#domain/order/price.ts';
import { transitionOf } from '#domain/order/status.ts';
import { templateNameOf } from '#domain/order/template.ts';
import { canPlaceOrders } from '#domain/permissions.ts';
import { roomTypes } from '#domain/room-types.ts';
import { mayReadOrder } from '../../store/orders/orders.ts';
import type { Handler } from '../work/handler.ts';
import type { Work } from '../work/work.ts';

/**
 * Places a draft with exactly the document and price the user has seen, or not at all. A refused price comes with the
 * rate card it was computed from, so that the device has it from then on.
 */
export const orderPlace: Handler<'order.place'> = {
  needs: ({ args }) => ({ orders: [args.orderId], roomOfOrder: args.orderId, rateCard: true }),
  handle(work, { args, cmdId }) {
    const { actor } = work;
    const order = work.orders.get(args.orderId);
    if (order === undefined || !mayReadOrder(actor, order)) throw new Refusal('NOT_FOUND');
    if (order.ownerId !== actor.id || !canPlaceOrders(actor)) throw new Refusal('FORBIDDEN');
    if (templateNameOf(order.doc) !== undefined)
      throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, allowed: ['DISCARD'] });
    const move = transitionOf(order.status, 'PLACE', 'customer', order.doc);
    if ('code' in move) throw new Refusal(move.code, { from: order.status, allowed: move.allowed });
    const docHash = docHashOf(order.doc);
    if (docHash !== args.docHash) throw new Refusal('ORDER_CHANGED', { docHash });
    const problems = problemsWithPlacing(order.doc, filesOf(work, order.id));
    if (problems.length > 0) throw new Refusal('INVALID', problems);
    const { rateCard } = work;
    const quote = quoteOf(order.doc, rateCard.card);
    if (quote.hash !== args.quoteHash) throw new Refusal('PRICE_CHANGED', { quote, rateCard });
    const due = promisedDay(order.doc, work.at);
    const entry = {
      from: order.status,
      to: move.to,
      event: 'PLACE',
      by: actor.id,
      byName: actor.name,
      at: work.at,
      reason: null,
      ...(due === undefined ? {} : { due }),
    };
    work.append(`order:${order.id}`, 'order.status_changed', { orderId: order.id, entry, quote }, cmdId, true);
    return { status: move.to, number: order.number };
  },
};

/** Returns the files of the order that have been read; none where the customer was removed from its room. */
function filesOf(work: Work, orderId: string): FileClaims[] {
  const room = [...work.rooms.values()].find(({ type, orderId: of }) => type === roomTypes.order && of === orderId);
  return room !== undefined && work.membersOf(room.id).includes(work.actor.id) ? filesRead(room) : [];
}
