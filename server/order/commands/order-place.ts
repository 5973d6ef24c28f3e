import type { Room } from '#domain/chat/chat.ts';
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
import type { Handler } from '../../spine/work/handler.ts';
import { refuseTooLargeToPlace } from '../work/order-limit.ts';
import { readableOrder, refuseOthers } from '../work/order-role.ts';
import type { Work } from '../../spine/work/work.ts';
import { openRoom } from '../../chat/commands/room-open.ts';

/**
 * Places a draft with exactly the document and price the user has seen, or not at all; without a hash of the document,
 * as it is now. A refused price is sent with the rate card it was computed from, which the device then stores. Opens the
 * order's room where it has none.
 */
export const orderPlace: Handler<'order.place'> = {
  needs: ({ args: { orderId } }) => ({
    orders: [orderId],
    rooms: [orderRoomIdOf(orderId)],
    roomOfOrder: orderId,
    rateCard: true,
  }),
  handle(work, { args, cmdId }) {
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
    refuseTooLargeToPlace(work, order, [entry, quote]);
    work.append(`order:${order.id}`, 'order.status_changed', { orderId: order.id, entry, quote }, cmdId, true);
    openMissingRoom(work, order, cmdId);
    return { status: move.to, number: order.number };
  },
};

/**
 * Whether an order is past the draft. If it was placed on another device with the same document, a second placing
 * succeeds without an effect: the price agreed to first stays. It is not worth a notice either, because this device then
 * shows what it was asked for: one placed order with its number and time.
 */
function isPlaced({ status }: Order): boolean {
  return (statusRows[status].step ?? 0) > 0;
}

/** Opens the order's room. It counts towards no quota of rooms, because orders have a quota of their own. */
function openMissingRoom(work: Work, order: Order, cmdId: string): void {
  const id = orderRoomIdOf(order.id);
  // The id follows from the order's, so that another user may have used it for a room of their own.
  if (roomOf(work, order.id) !== undefined || work.room(id) !== undefined) return;
  openRoom(work, cmdId, { id, type: roomTypes.order, name: order.number, order, resultName: null });
}

function roomOf(work: Work, orderId: string): Room | undefined {
  return [...work.rooms.values()].find(({ type, orderId: of }) => type === roomTypes.order && of === orderId);
}

/** Returns the files of the order that have been read; none where the customer was removed from its room. */
function filesOf(work: Work, orderId: string): FileClaims[] {
  const room = roomOf(work, orderId);
  return room !== undefined && work.membersOf(room.id).includes(work.actor.id) ? filesRead(room) : [];
}
