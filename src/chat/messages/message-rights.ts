import { isStaffed } from '#domain/account/room-types.ts';
import { isStaff } from '#domain/account/permissions.ts';
import type { Me } from '#domain/account/users.ts';
import type { MessageView, RoomView } from '../views/view-types.ts';

/** Rules for the actions that a user is offered. The server decides; this only avoids refusals. */

/** Whether the user may delete a message: its author and staff may. */
export function mayDelete(message: Pick<MessageView, 'author'>, me: Pick<Me, 'id' | 'role'>): boolean {
  return message.author.id === me.id || isStaff(me);
}

/** Whether a message has any action in its menu. */
export function hasMenu(message: MessageView, me: Pick<Me, 'id' | 'role'>): boolean {
  return !message.pending && message.redacted !== true && (message.content !== '' || mayDelete(message, me));
}

/** Whether staff may remove the customer from this room. */
export function mayTakeOut(
  room: Pick<RoomView, 'type' | 'customerId' | 'pending'>,
  me: Pick<Me, 'id' | 'role'>,
): boolean {
  return isStaff(me) && isStaffed(room.type) && room.customerId !== me.id && !room.pending;
}
