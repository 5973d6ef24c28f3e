import { isStaffed } from '#domain/room-types.ts';
import { isStaff } from '#domain/permissions.ts';
import type { Me } from '#domain/users.ts';
import type { MessageView, RoomView } from '../../db/views.ts';

/** Who is offered what in a conversation. The server decides; this only spares people a refusal. */

/** Its author and staff may take a message's content away. */
export function mayDelete(message: Pick<MessageView, 'author'>, me: Pick<Me, 'id' | 'role'>): boolean {
  return message.author.id === me.id || isStaff(me);
}

/** Whether there is anything to do with a message that the server has. */
export function hasMenu(message: MessageView, me: Pick<Me, 'id' | 'role'>): boolean {
  return !message.pending && message.redacted !== true && (message.content !== '' || mayDelete(message, me));
}

/** Staff may take a customer out of a conversation between people. */
export function mayTakeOut(
  room: Pick<RoomView, 'type' | 'customerId' | 'pending'>,
  me: Pick<Me, 'id' | 'role'>,
): boolean {
  return isStaff(me) && isStaffed(room.type) && room.customerId !== me.id && !room.pending;
}
