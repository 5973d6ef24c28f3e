import { sql } from 'kysely';
import { talksToAssistant, type Message, type Room, type Side } from '#domain/chat.ts';
import { isStaff } from '#domain/permissions.ts';
import type { Role } from '#domain/users.ts';
import type { Db } from './database.ts';

/** Reads of rooms for one person. Whoever may not see a room gets the same nothing as for one that does not exist. */

export interface Reader {
  id: string;
  role: Role;
}

export interface SeenRoom {
  room: Room;
  /** Which side of the room the reader is on. */
  side: Side;
}

interface RoomRow {
  data: Room;
  side: Side | null;
}

/** The room under this id or alias, when the reader is its member, or staff and it is not with the assistant. */
export async function roomSeenBy(db: Db, reader: Reader, roomId: string): Promise<SeenRoom | undefined> {
  const { rows } = await sql<RoomRow>`
    select r.data, m.side
      from rooms r
      left join room_members m on m.room_id = r.id and m.user_id = ${reader.id}
     where r.id = coalesce((select room_id from room_aliases where alias = ${roomId}), ${roomId}::uuid)`.execute(db);
  const row = rows[0];
  return row === undefined ? undefined : seen(reader, row);
}

/** The rooms of these types that the reader sees, newest first. */
export async function roomsSeenBy(db: Db, reader: Reader, types: readonly number[], limit = 500): Promise<SeenRoom[]> {
  const { rows } = await sql<RoomRow>`
    select r.data, m.side
      from rooms r
      left join room_members m on m.room_id = r.id and m.user_id = ${reader.id}
     where r.type = any(${types}::smallint[]) and (m.user_id is not null or (${isStaff(reader)} and r.type >= 5))
     order by r.last_at desc
     limit ${limit}`.execute(db);
  return rows.flatMap((row) => seen(reader, row) ?? []);
}

/** The messages of a room before a place, oldest first. */
export async function messagesBefore(db: Db, roomId: string, before: number | undefined, limit: number): Promise<Message[]> {
  const { rows } = await sql<{ data: Message }>`
    select data from messages
     where room_id = ${roomId} and sseq < ${before ?? 2_147_483_647}
     order by sseq desc limit ${limit}`.execute(db);
  return rows.map((row) => row.data).reverse();
}

/** These messages of one room, whichever of them exist. */
export async function messagesById(db: Db, ids: readonly string[]): Promise<Message[]> {
  const { rows } = await sql<{ data: Message }>`
    select data from messages where id = any(${ids}::uuid[]) order by sseq`.execute(db);
  return rows.map((row) => row.data);
}

/** How many messages wait for the reader in each room of these types; rooms without any are left out. */
export async function unreadOf(db: Db, reader: Reader, types: readonly number[]): Promise<{ roomId: string; unread: number }[]> {
  const staffSide = isStaff(reader) ? 'support' : 'user';
  const { rows } = await sql<{ roomId: string; unread: number }>`
    select x.id as "roomId", x.unread from (
      select r.id, jsonb_array_length(r.data -> 'unread' -> coalesce(m.side, ${staffSide})) as unread
        from rooms r
        left join room_members m on m.room_id = r.id and m.user_id = ${reader.id}
       where r.type = any(${types}::smallint[]) and (m.user_id is not null or (${isStaff(reader)} and r.type >= 5))
    ) x where x.unread > 0`.execute(db);
  return rows;
}

function seen(reader: Reader, row: RoomRow): SeenRoom | undefined {
  if (row.side !== null) return { room: row.data, side: row.side };
  if (isStaff(reader) && !talksToAssistant(row.data.type)) return { room: row.data, side: 'support' };
  return undefined;
}
