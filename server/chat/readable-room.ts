import type { Room } from '#domain/chat/chat.ts';
import type { Side } from '#domain/account/room-types.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { mayRead } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';
import { roomOf, sideIn } from './store/rooms.ts';
import type { Db, Tx } from '../database/db.ts';

/**
 * Returns a room with the caller's side of it.
 * @throws NOT_FOUND for a missing room, and for one the caller may not see; FORBIDDEN for their own after the plan has
 * ended
 */
export async function readableRoom(db: Db | Tx, user: User, roomId: string): Promise<{ room: Room; side: Side }> {
  const found = await roomOf(db, roomId);
  const side = found === undefined ? undefined : sideIn(user, found);
  if (found === undefined || side === undefined) throw new Refusal('NOT_FOUND');
  if (!mayRead(user, found.room.type)) throw new Refusal('FORBIDDEN');
  return { room: found.room, side };
}
