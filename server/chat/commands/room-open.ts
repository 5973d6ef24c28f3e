import type { Room } from '#domain/chat/chat.ts';
import type { Command } from '#domain/spine/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { disablesAiChat, isStaff, mayWrite } from '#domain/account/permissions.ts';
import type { Order } from '#domain/order/data/order.ts';
import { refuseDiscarded } from '#domain/order/life/refuse-discarded.ts';
import { roomNames, isStaffed, roomTypes, talksToAssistant, type RoomType } from '#domain/account/room-types.ts';
import { cleanName } from '#domain/ground/text.ts';
import type { Handler, Needs } from '../../spine/work/handler.ts';
import type { Work } from '../../spine/work/work.ts';

/**
 * Opens a room. Where only one may exist, the existing room is used and the new id becomes its alias, which is stored,
 * and counts towards the quota, like a room.
 */
export const roomOpen: Handler<'room.open'> = {
  needs({ args }) {
    const needs: Needs = { rooms: [args.roomId] };
    if (args.type === roomTypes.expert) needs.expertRoom = true;
    if (args.type === roomTypes.order && args.orderId !== undefined) {
      needs.orders = [args.orderId];
      needs.roomOfOrder = args.orderId;
    }
    if (args.type === roomTypes.result && args.resultName !== undefined) needs.roomOfResult = args.resultName;
    return needs;
  },
  handle(work, command) {
    const { args } = command;
    mayOpen(work, args.type);
    const known = work.room(args.roomId);
    if (known !== undefined) return again(work, known, args.type);
    const order = args.type === roomTypes.order ? orderFor(work, args.orderId) : undefined;
    if (args.type === roomTypes.result && cleanName(args.resultName ?? '') === '') {
      throw new Refusal('VALIDATION', [{ path: 'resultName', code: 'required' }]);
    }
    const same = existing(work, command);
    if (same !== undefined) {
      if (!mayEnter(work, same)) throw new Refusal('FORBIDDEN');
      work.spend('roomsPerDay');
      work.addAlias(args.roomId, same.id);
      return { canonicalRoomId: same.id };
    }
    work.spend('roomsPerDay');
    openRoom(work, command.cmdId, {
      id: args.roomId,
      type: args.type,
      name: cleanName(args.name ?? '') || defaultName(args.type, order, args.resultName),
      ...(order === undefined ? {} : { order }),
      resultName: args.type === roomTypes.result ? (args.resultName ?? null) : null,
    });
    return { canonicalRoomId: args.roomId };
  },
};

/** Creates a room with its customer as member. */
export function openRoom(
  work: Work,
  cmdId: string,
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
  work.append(`room:${room.id}`, 'room.opened', { room }, cmdId, staff);
  work.append(`user:${room.customerId}`, 'member.added', member, cmdId);
}

function mayOpen({ actor }: Work, type: RoomType): void {
  if (talksToAssistant(type) && disablesAiChat(actor)) throw new Refusal('FORBIDDEN');
  if (!mayWrite(actor, type)) throw new Refusal('FORBIDDEN');
}

/** Whether the actor may enter an existing room. Users who were removed cannot return by opening it again. */
export function mayEnter(work: Work, room: Room): boolean {
  return work.membersOf(room.id).includes(work.actor.id) || isStaff(work.actor);
}

/**
 * Handles an id that is in use: success for the actor's own room of this type, else a conflict that reveals nothing.
 */
function again(work: Work, room: Room, type: RoomType): object {
  if (room.type !== type || !work.membersOf(room.id).includes(work.actor.id)) throw new Refusal('IDEMPOTENCY_CONFLICT');
  return { canonicalRoomId: room.id };
}

/** Returns the actor's open room with the experts. A user has at most one. */
export function openExpertRoomOf({ rooms, actor }: Work): Room | undefined {
  return [...rooms.values()].find(
    ({ type, status, customerId }) => type === roomTypes.expert && status === 'open' && customerId === actor.id,
  );
}

/** Returns the existing room that this command would duplicate. */
function existing(work: Work, { args }: Command<'room.open'>): Room | undefined {
  if (args.type === roomTypes.expert) return openExpertRoomOf(work);
  for (const room of work.rooms.values()) {
    if (room.type !== args.type) continue;
    if (room.type === roomTypes.order && room.orderId === args.orderId) return room;
    if (room.type === roomTypes.result && room.resultName === args.resultName && room.customerId === work.actor.id)
      return room;
  }
  return undefined;
}

function orderFor(work: Work, orderId: string | undefined): Order {
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
