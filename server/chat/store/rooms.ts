import { sql } from 'kysely';
import type { Message, Room } from '#domain/chat/chat.ts';
import type { Event } from '#domain/spine/events.ts';
import { foldRoom } from '#domain/spine/fold-room.ts';
import type { Side } from '#domain/account/room-types.ts';
import { sideInRoom } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';
import type { Delivered } from '../../ground/hint.ts';
import { visibleRooms } from './visible-rooms.ts';
import { type Db, firstRow, firstValue, rowsOf, savingWhole, type Tx } from '../../database/db.ts';

/** Reads the current rooms and messages, and stores deliveries. */

export interface RoomWithMembers {
  room: Room;
  members: { userId: string; side: Side }[];
}

/** Returns the room with this id, or the room it is an alias of. */
export async function roomOf(db: Db | Tx, id: string): Promise<RoomWithMembers | undefined> {
  const row = await firstRow<{ data: Room; members: RoomWithMembers['members'] | null }>(db)`
    select r.data, (select json_agg(json_build_object('userId', m.user_id, 'side', m.side))
                    from room_members m where m.room_id = r.id) as members
    from rooms r where r.id = coalesce((select a.room_id from room_aliases a where a.alias = ${id}), ${id})`;
  return row === undefined ? undefined : { room: row.data, members: row.members ?? [] };
}

/** Returns the statement that adds or replaces these rooms, each whole. */
export function savingRooms(rooms: readonly Room[]) {
  return savingWhole('rooms', rooms);
}

/** Returns the statements that store a room with an event folded into it. */
export function savingFoldedRoom(room: Room, event: Event) {
  const next = foldRoom(room, event);
  return next === undefined ? [] : [savingRooms([next])];
}

/** Returns the user's side in a room; undefined for users without access, for whom the room must seem not to exist. */
export function sideIn(user: User, { room, members }: RoomWithMembers): Side | undefined {
  return sideInRoom(user, room.type, members.find((member) => member.userId === user.id)?.side);
}

/** Returns the rooms visible to this user, newest activity first; staff see every staffed room. */
export async function roomsOf(db: Db | Tx, user: User, limit = 1000): Promise<Room[]> {
  const rows = await rowsOf<{ data: Room }>(db)`
    select r.data from rooms r where r.id in (${visibleRooms(user)})
    order by r.last_at desc limit ${limit}`;
  return rows.map((row) => row.data);
}

/** Returns one page of a room's messages before the position `before`, oldest first. */
export async function messagesOf(
  db: Db | Tx,
  roomId: string,
  page: { before?: number | undefined; limit: number },
): Promise<Message[]> {
  const rows = await rowsOf<{ data: Message }>(db)`
    select data from messages where room_id = ${roomId} and sseq < ${page.before ?? 2147483647}
    order by sseq desc limit ${page.limit}`;
  return rows.map((row) => row.data).toReversed();
}

/** Returns the message with this id. */
export async function messageOf(db: Db | Tx, id: string): Promise<Message | undefined> {
  return await firstValue<Message>(db)`select data from messages where id = ${id}`;
}

/** Stores deliveries, which never move back. */
export async function saveDelivered(db: Db, delivered: readonly Delivered[]): Promise<void> {
  const rows = JSON.stringify(delivered);
  await sql`update rooms set
      delivered_user = greatest(delivered_user, d.to_user),
      delivered_support = greatest(delivered_support, d.to_support)
    from (
      select "roomId", max("upTo") filter (where side = 'user') as to_user,
             max("upTo") filter (where side = 'support') as to_support
      from json_to_recordset(${rows}::json) as d ("roomId" uuid, side text, "upTo" int) group by "roomId"
    ) d where rooms.id = d."roomId"`.execute(db);
}
