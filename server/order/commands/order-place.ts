import { orderRoomIdOf } from '#domain/spine/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { type FileClaims, filesRead } from '#domain/chat/file-claims.ts';
import { problemsWithPlacing } from '#domain/order/checks/checks.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import type { Order } from '#domain/order/data/order.ts';
import { promisedDay } from '#domain/order/plan/promised-day.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { statusRows, transitionOf } from '#domain/order/life/status.ts';
import { templateNameOf } from '#domain/order/fields/template.ts';
import { canPlaceOrders } from '#domain/account/permissions.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import { command, type Work } from '../../spine/work/rules.ts';
import { orders } from '../parts/orders.ts';
import { rateCard } from '../parts/rate-card.ts';
import { rooms } from '../../chat/parts/rooms.ts';
import { refuseTooLargeToPlace } from '../work/order-limit.ts';
import { readableOrder, refuseOthers } from '../work/order-role.ts';
import { openRoom } from '../../chat/commands/room-open.ts';

/**
 * Places a draft with exactly the document and price the user has seen, or not at all; without a hash of the document,
 * as it is now. A refused price is sent with the rate card it was computed from, which the device then stores. Opens the
 * order's room where it has none.
 */
export const orderPlace = command('order.place', {
  uses: { orders, rateCard, rooms },
  needs: ({ args: { orderId } }) => ({
    orders: [{ id: orderId }],
    rooms: [{ id: orderRoomIdOf(orderId) }, { order: orderId }],
  }),
  decide(work, { args }) {
    const { actor } = work;
    const order = readableOrder(work, args.orderId);
    refuseOthers(order, actor);
    if (!canPlaceOrders(actor)) throw new Refusal('FORBIDDEN');
    if (templateNameOf(order.doc) !== undefined)
      throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, allowed: ['DISCARD'] });
    const docHash = docHashOf(order.doc);
    if (isPlaced(order) && docHash === args.docHash) return { status: order.status, number: order.number };
    const move = transitionOf(order.status, 'PLACE', 'customer', order.doc);
    if ('code' in move) throw new Refusal(move.code, { from: order.status, allowed: move.allowed });
    if (docHash !== (args.docHash ?? docHash)) throw new Refusal('ORDER_CHANGED', { docHash });
    const problems = problemsWithPlacing(order.doc, filesOf(work, order.id));
    if (problems.length > 0) throw new Refusal('INVALID', problems);
    const { rateCard: card } = work;
    const quote = quoteOf(order.doc, card.card);
    if (quote.hash !== args.quoteHash) throw new Refusal('PRICE_CHANGED', { quote, rateCard: card });
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
    refuseTooLargeToPlace(work, order, [entry, quote]);
    work.append(`order:${order.id}`, 'order.status_changed', { orderId: order.id, entry, quote }, true);
    openMissingRoom(work, order);
    return { status: move.to, number: order.number };
  },
});

type RoomsWork = Work<{ rooms: typeof rooms }>;

/**
 * Whether an order is past the draft. If it was placed on another device with the same document, a second placing
 * succeeds without an effect: the price agreed to first stays. It is not worth a notice either, because this device then
 * shows what it was asked for: one placed order with its number and time.
 */
function isPlaced({ status }: Order): boolean {
  return (statusRows[status].step ?? 0) > 0;
}

/** Opens the order's room. It counts towards no quota of rooms, because orders have a quota of their own. */
function openMissingRoom(work: RoomsWork, order: Order): void {
  const id = orderRoomIdOf(order.id);
  // The id follows from the order's, so that another user may have used it for a room of their own.
  if (work.rooms.ofOrder(order.id) !== undefined || work.rooms.get(id) !== undefined) return;
  openRoom(work, { id, type: roomTypes.order, name: order.number, order, resultName: null });
}

/** Returns the files of the order that have been read; none where the customer was removed from its room. */
function filesOf({ rooms: known, actor }: RoomsWork, orderId: string): FileClaims[] {
  const room = known.ofOrder(orderId);
  return room !== undefined && known.members(room.id).includes(actor.id) ? filesRead(room) : [];
}
