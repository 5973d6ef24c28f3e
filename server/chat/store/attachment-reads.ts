import { roomTypes, type RoomType } from '#domain/account/room-types.ts';
import { isVisibleRoom } from './visible-rooms.ts';
import { sql } from 'kysely';
import type { FileRef } from '#domain/chat/chat.ts';
import { mayRead } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';
import { type Db, firstRow, type Tx, valuesOf } from '../../database/db.ts';
import type { Attachment } from '../../files/store/own-files.ts';

/**
 * Returns an attachment if it belongs to a message in a room visible to the user, and the user's plan gives access to
 * it.
 * @param orderId the order to whose room it must belong; absent: any room
 */
export async function attachmentSeenBy(
  db: Db,
  user: User,
  attachmentId: string,
  orderId?: string,
): Promise<Attachment | undefined> {
  const found = await firstRow<Attachment & { type: RoomType }>(db)`
    select r.type, a.name, f.mime, f.size, f.path
      from attachments a
      join files f on f.id = a.file_id
      join rooms r on r.id = a.room_id
     where a.id = ${attachmentId} and ${isVisibleRoom(user)}
       and ${orderId === undefined ? sql`true` : isRoomOfOrder(orderId)}`;
  return found !== undefined && mayRead(user, found.type) ? found : undefined;
}

/** Condition on the row `r` of rooms: it is the room of this order. An SQL fragment. */
function isRoomOfOrder(orderId: string) {
  return sql`(r.type = ${sql.lit(roomTypes.order)} and r.order_id = ${orderId})`;
}

/**
 * Returns the message that carries an attachment of an order, for users who see it.
 * @returns also whether the message holds nothing else
 */
export async function messageOfAttachment(
  db: Db | Tx,
  user: User,
  attachmentId: string,
  orderId: string,
): Promise<{ roomId: string; messageId: string; isAlone: boolean } | undefined> {
  return await firstRow<{ roomId: string; messageId: string; isAlone: boolean }>(db)`
    select r.id as "roomId", m.id as "messageId",
           said.data ->> 'content' = '' and jsonb_array_length(said.data -> 'files') = 1 as "isAlone"
      from attachments a
      join messages m on m.id = a.message_id
      cross join lateral (select readable(m.data) as data) said
      join rooms r on r.id = a.room_id
     where a.id = ${attachmentId} and ${isRoomOfOrder(orderId)} and ${isVisibleRoom(user)}`;
}

/**
 * Returns the files of an order's room, in the order they were sent, without those of redacted messages.
 * @returns an empty list for users who cannot open the files, even if they may read the order
 */
export async function filesOfOrder(db: Db, user: User, orderId: string): Promise<FileRef[]> {
  if (!mayRead(user, roomTypes.order)) return [];
  return await valuesOf<FileRef>(db)`
    select sent.file
      from rooms r
      join messages m on m.room_id = r.id
      cross join jsonb_array_elements(readable(m.data) -> 'files') with ordinality as sent (file, place)
      join attachments a on a.id = (sent.file ->> 'id')::uuid
     where ${isRoomOfOrder(orderId)} and ${isVisibleRoom(user)}
     order by m.sseq, sent.place`;
}
