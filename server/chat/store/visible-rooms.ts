import { sql } from 'kysely';
import { isStaff } from '#domain/account/permissions.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import type { User } from '#domain/account/users.ts';

/**
 * Visibility of rooms as SQL fragments: a room is visible to its members, and a staffed room to all staff. The same
 * rule for a room in memory is `sideInRoom` of `domain/account/permissions.ts`.
 */

/** Condition on the row `r` of rooms: staff reply in it. */
export const isStaffedRoom = sql`r.type >= ${sql.lit(roomTypes.expert)}`;

/** Condition on the row `r` of rooms: the assistant replies in it. */
export const isAssistantRoom = sql`r.type < ${sql.lit(roomTypes.expert)}`;

/** Condition on the row `r` of rooms: its owner has deleted it. The same rule in memory is `isDeleted`. */
export const isDeletedRoom = sql`(coalesce((r.data #>> '{deletion,on}')::boolean, false)
  and (r.data #>> '{deletion,sseq}')::int > coalesce((r.data #>> '{last,sseq}')::int, 0))`;

/** The ids of the rooms this user is a member of. */
export function memberRooms(user: User) {
  return sql`select m.room_id from room_members m where m.user_id = ${user.id}`;
}

/** The ids of all rooms this user sees. */
export function visibleRooms(user: User) {
  const own = memberRooms(user);
  return isStaff(user) ? sql`${own} union select r.id from rooms r where ${isStaffedRoom}` : own;
}

/**
 * Condition on the row `r` of rooms: this user sees it. Cheaper than `visibleRooms` for a room that is found already.
 */
export function isVisibleRoom(user: User) {
  return sql`(exists (select from room_members own where own.room_id = r.id and own.user_id = ${user.id})
              or (${isStaff(user)} and ${isStaffedRoom}))`;
}
