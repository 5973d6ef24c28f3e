import type { Room } from '#domain/chat/chat.ts';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { disablesAiChat, isStaff, mayWrite } from '#domain/account/permissions.ts';
import type { Order } from '#domain/order/data/order.ts';
import { refuseDiscarded } from '#domain/order/life/refuse-discarded.ts';
import { roomNames, isStaffed, roomTypes, talksToAssistant, type RoomType } from '#domain/account/room-types.ts';
import { cleanName } from '#domain/ground/text.ts';
import type { CommandRecord } from '../../spine/work/part.ts';
import { command, type Work } from '../../spine/work/rules.ts';
import { orders } from '../../order/parts/orders.ts';
import { rooms } from '../parts/rooms.ts';

/**
 * Opens a room. Where only one may exist, the existing room is used and the new id becomes its alias, which is stored,
 * and counts towards the quota, like a room.
 */
export const roomOpen = command('room.open', {
  uses: { rooms, orders },
  needs({ args: { roomId, type, orderId, resultName } }, actorId) {
    const id = { id: roomId };
    if (type === roomTypes.expert) return { rooms: [id, { customer: actorId }] };
    if (type === roomTypes.order && orderId !== undefined)
      return { rooms: [id, { order: orderId }], orders: [{ id: orderId }] };
    if (type === roomTypes.result && resultName !== undefined) return { rooms: [id, { result: resultName }] };
    return { rooms: [id] };
  },
  decide(work, { args }) {
    mayOpen(work, args.type);
    const known = work.rooms.get(args.roomId);
    if (known !== undefined) return again(work, known, args.type);
    const order = args.type === roomTypes.order ? orderFor(work, args.orderId) : undefined;
    if (args.type === roomTypes.result && cleanName(args.resultName ?? '') === '') {
      throw new Refusal('VALIDATION', [{ path: 'resultName', code: 'required' }]);
    }
    const same = existing(work, args);
    if (same !== undefined) {
      if (!mayEnter(work, same)) throw new Refusal('FORBIDDEN');
      work.spend('roomsPerDay');
      work.rooms.addAlias(args.roomId, same.id);
      return { canonicalRoomId: same.id };
    }
    work.spend('roomsPerDay');
    openRoom(work, {
      id: args.roomId,
      type: args.type,
      name: cleanName(args.name ?? '') || defaultName(args.type, order, args.resultName),
      ...(order === undefined ? {} : { order }),
      resultName: args.type === roomTypes.result ? (args.resultName ?? null) : null,
    });
    return { canonicalRoomId: args.roomId };
  },
});

type RoomsWork = Work<{ rooms: typeof rooms }>;

/** Opens a room with its customer as member. */
export function openRoom(
  work: CommandRecord,
  about: { id: string; type: RoomType; name: string; order?: Order; resultName: string | null },
): void {
  const { actor, at } = work;
  const { order } = about;
  const room: Room = {
    id: about.id,
    type: about.type,
    name: about.name,
    createdAt: at,
    customerId: order?.ownerId ?? actor.id,
    customerName: order?.ownerName ?? actor.name,
    companyName: order === undefined || order.ownerId === actor.id ? actor.companyName : null,
    orderId: order?.id ?? null,
    resultName: about.resultName,
    status: 'open',
    assigneeId: null,
    sseq: 1,
    last: null,
    marks: { user: 0, support: 0 },
    unread: { user: [], support: [] },
  };
  const staff = isStaffed(about.type);
  const member = { roomId: room.id, userId: room.customerId, side: 'user' as const };
  work.append(`room:${room.id}`, 'room.opened', { room }, staff);
  work.append(`user:${room.customerId}`, 'member.added', member);
}

function mayOpen({ actor }: CommandRecord, type: RoomType): void {
  if (talksToAssistant(type) && disablesAiChat(actor)) throw new Refusal('FORBIDDEN');
  if (!mayWrite(actor, type)) throw new Refusal('FORBIDDEN');
}

/** Whether the actor may enter an existing room. Users who were removed cannot return by opening it again. */
export function mayEnter(work: RoomsWork, room: Room): boolean {
  return work.rooms.members(room.id).includes(work.actor.id) || isStaff(work.actor);
}

/**
 * Handles an id that is in use: success for the actor's own room of this type, else a conflict that reveals nothing.
 */
function again(work: RoomsWork, room: Room, type: RoomType): object {
  if (room.type !== type || !work.rooms.members(room.id).includes(work.actor.id))
    throw new Refusal('IDEMPOTENCY_CONFLICT');
  return { canonicalRoomId: room.id };
}

/** Returns the existing room that this command would duplicate. */
function existing(
  { rooms: known }: RoomsWork,
  { type, orderId = '', resultName = '' }: CommandArgs<'room.open'>,
): Room | undefined {
  if (type === roomTypes.expert) return known.ownExpertRoom();
  if (type === roomTypes.order) return known.ofOrder(orderId);
  return type === roomTypes.result ? known.ofResult(resultName) : undefined;
}

function orderFor(work: Work<{ orders: typeof orders }>, orderId: string | undefined): Order {
  if (orderId === undefined) throw new Refusal('VALIDATION', [{ path: 'orderId', code: 'required' }]);
  const order = work.orders.get(orderId);
  if (order === undefined || (order.ownerId !== work.actor.id && !isStaff(work.actor))) throw new Refusal('NOT_FOUND');
  refuseDiscarded(order);
  return order;
}

function defaultName(type: RoomType, order: Order | undefined, resultName: string | undefined): string {
  if (order !== undefined) return order.number;
  return (type === roomTypes.result && cleanName(resultName ?? '')) || roomNames[type];
}
