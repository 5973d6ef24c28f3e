import type { Room, Side } from '#domain/chat.ts';
import { Refusal } from '#domain/errors.ts';
import { mayRead } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';
import type { Db } from '../../store/system/database.ts';
import { roomOf, sideIn } from '../../store/chat/rooms.ts';

/**
 * The room under this id with the caller's side of it; NOT_FOUND alike for a foreign and for a missing one, FORBIDDEN for
 * an own one that the plan does not open any more.
 */
export async function ownRoom(db: Db, person: Person, roomId: string): Promise<{ room: Room; side: Side }> {
  const found = await roomOf(db, roomId);
  const side = found === undefined ? undefined : sideIn(person, found);
  if (found === undefined || side === undefined) throw new Refusal('NOT_FOUND');
  if (!mayRead(person, found.room.type)) throw new Refusal('FORBIDDEN');
  return { room: found.room, side };
}
