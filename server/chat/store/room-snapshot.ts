import { sql } from 'kysely';
import type { Message, Room } from '#domain/chat/chat.ts';
import { messagePage } from '#domain/chat/message-page.ts';
import { isStaff } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';
import { MB } from '#domain/ground/units.ts';
import { idsAsked, type SnapshotReader } from '../../spine/log/snapshot.ts';
import { rowsOf, type Tx } from '../../database/db.ts';
import { isStaffedRoom, memberRooms } from './visible-rooms.ts';

/** Maximum number of rooms in a snapshot. */
const snapshotRooms = 2000;
/**
 * Bytes of messages in the open rooms of one customer in snapshots for staff, some 5,000 messages: a customer who writes
 * very much must not make the start of every device slow. A room that is left out is loaded whole with its next message.
 */
export const snapshotRoomBytes = 4 * MB;

/** Reads rooms with their newest messages. */
export const roomSnapshot: SnapshotReader = async (tx, user, asked) =>
  (await roomRows(tx, user, idsAsked(asked, 'room:'))).map(({ room, messages, delivered }) => ({
    stream: `room:${room.id}`,
    rows: { room, messages, delivered },
  }));

interface RoomRow {
  room: Room;
  messages: Message[];
  delivered: { user: number; support: number };
}

/**
 * Reads the user's own rooms; for staff also rooms that are open, assigned to them, or named. Of what one customer has
 * written in open rooms, staff get a number of bytes: rooms with unread messages first, then the newest.
 */
async function roomRows(tx: Tx, user: User, ids: string[] | null): Promise<RoomRow[]> {
  return await rowsOf<RoomRow>(tx)`
    select room, delivered, messages from (
      select r.data as room, json_build_object('user', r.delivered_user, 'support', r.delivered_support) as delivered,
        messages, r.last_at,
        ${ids}::uuid[] is not null or r.assignee_id = ${user.id} or r.id in (${memberRooms(user)}) as is_whole,
        sum(octet_length(messages::text)) over (partition by r.customer_id
          order by r.data #> '{unread,support}' = '[]'::jsonb, r.last_at desc, r.id) as bytes
      from (
        select r.* from rooms r where (${ids}::uuid[] is null or r.id = any(${ids}::uuid[])) and r.id in (${carriedRooms(user, ids)})
        order by r.last_at desc limit ${snapshotRooms}) r cross join lateral (
        select coalesce(json_agg(m.data order by m.sseq), '[]') as messages from (
          select data, sseq from messages where room_id = r.id order by sseq desc limit ${messagePage}) m) page) carried
    where is_whole or bytes <= ${snapshotRoomBytes}
    order by last_at desc`;
}

function carriedRooms(user: User, ids: string[] | null) {
  const own = memberRooms(user);
  if (!isStaff(user)) return own;
  return sql`${own} union select r.id from rooms r where ${isStaffedRoom}
    and (r.status = 'open' or r.assignee_id = ${user.id} or ${ids}::uuid[] is not null)`;
}
