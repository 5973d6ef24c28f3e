import { isStaff } from '#domain/account/permissions.ts';
import { belongsToNavigator } from '#domain/account/room-types.ts';
import type { Room } from '#domain/chat/chat.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { User } from '#domain/account/users.ts';

/** Returns the path of an order: the wizard for drafts and orders that this device does not know, else its page. */
export function pathOfOrder(id: string, order: Pick<Order, 'status'> | undefined): string {
  return order === undefined || order.status === 'draft'
    ? `/one-stop-order/Prototyping/${id}`
    : `/one-stop-order/history/${id}`;
}

/** Returns the path of a room in which staff reply. */
export function pathOfStaffedRoom(id: string, room: Pick<Room, 'type'> | undefined, user: Pick<User, 'role'>): string {
  if (isStaff(user)) return `/admin/expert-chat-messages?room=${id}`;
  const isOfOrders = room !== undefined && belongsToNavigator(room.type);
  return isOfOrders ? `/one-stop-order/messenger?room=${id}` : `/chat/chat-with-expert?room=${id}`;
}
