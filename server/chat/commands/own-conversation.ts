import type { Room } from '#domain/chat/chat.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { ownsConversation } from '#domain/account/permissions.ts';
import type { Work } from '../../spine/work/rules.ts';
import type { rooms } from '../parts/rooms.ts';

/** Returns the actor's own conversation with the assistant. @throws Refusal NOT_FOUND for any other room */
export function ownConversation(work: Work<{ rooms: typeof rooms }>, roomId: string): Room {
  const { room } = work.rooms.visible(roomId);
  if (!ownsConversation(work.actor, room)) throw new Refusal('NOT_FOUND');
  return room;
}
