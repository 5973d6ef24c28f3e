import { sql } from 'kysely';
import { isStaff } from '#domain/account/permissions.ts';
import { type RoomType, staffedTypes } from '#domain/account/room-types.ts';
import type { User } from '#domain/account/users.ts';
import { type Db, rowsOf, type Tx } from '../../database/db.ts';

/**
 * The unread counts of each staffed room visible to this user, as rows of id, type and n. Staff count the support side
 * of every open room; in rooms they are a member of, their own side.
 */
export function unreadRooms(user: User, types: readonly RoomType[]) {
  return sql`
    select r.id, r.type, jsonb_array_length(r.data -> 'unread' -> m.side) as n
    from room_members m join rooms r on r.id = m.room_id where m.user_id = ${user.id} and r.type = any(${types}::smallint[])
    union all
    select r.id, r.type, jsonb_array_length(r.data -> 'unread' -> 'support')
    from rooms r where ${isStaff(user)} and r.type = any(${types}::smallint[]) and r.status = 'open'
      and not exists (select from room_members m where m.room_id = r.id and m.user_id = ${user.id})`;
}

/** Returns the number of unread messages in each staffed room; rooms without any are omitted. */
export async function unreadByRoom(
  db: Db | Tx,
  user: User,
  rooms: readonly RoomType[] = staffedTypes,
): Promise<{ roomId: string; unreadCount: number }[]> {
  return await rowsOf<{ roomId: string; unreadCount: number }>(db)`
    select id as "roomId", n as "unreadCount"
    from (${unreadRooms(user, rooms)}) unread
    where n > 0`;
}
