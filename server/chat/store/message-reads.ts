import type { Message } from '#domain/chat/chat.ts';
import { type Db, rowsOf, type Tx } from '../../database/db.ts';

/** Returns those of these messages that are in this room, oldest first. */
export async function messagesById(db: Db | Tx, roomId: string, ids: readonly string[]): Promise<Message[]> {
  const rows = await rowsOf<{ data: Message }>(db)`
    select data from messages where room_id = ${roomId} and id = any(${ids}::uuid[]) order by sseq`;
  return rows.map((row) => row.data);
}

/** Returns the messages of a room after a position, oldest first. */
export async function messagesAfter(db: Db | Tx, roomId: string, after: number, limit: number): Promise<Message[]> {
  const rows = await rowsOf<{ data: Message }>(db)`
    select data from messages where room_id = ${roomId} and sseq > ${after} order by sseq limit ${limit}`;
  return rows.map((row) => row.data);
}

/** Returns the newest messages of each of these rooms, oldest first. @param most number for each room */
export async function newestMessages(
  db: Db | Tx,
  roomIds: readonly string[],
  most: number,
): Promise<Map<string, Message[]>> {
  const rows = await rowsOf<{ data: Message }>(db)`
    select m.data from unnest(${roomIds}::uuid[]) as asked (id)
      cross join lateral (
        select readable(data) as data, sseq from messages where room_id = asked.id order by sseq desc limit ${most}
      ) m
     order by m.sseq`;
  return Map.groupBy(
    rows.map(({ data }) => data),
    ({ roomId }) => roomId,
  );
}
