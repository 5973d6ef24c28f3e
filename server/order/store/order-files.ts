import { sql } from 'kysely';
import type { FileRef } from '#domain/chat/chat.ts';
import { type FileClaims, type RoomClaims, filesRead } from '#domain/chat/file-claims.ts';
import { mayRead } from '#domain/account/permissions.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import type { User } from '#domain/account/users.ts';
import { isVisibleRoom } from '../../chat/store/visible-rooms.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';

/** Files of orders, whose claims are read. */

/** Queues the deletion of the files of a discarded draft, if it has any. */
export async function queueDropping(tx: Tx, orderId: string): Promise<void> {
  if ((await filesOfDiscarded(tx, { orderId })).length > 0) await queueJob(tx, 'drop_order_files', { orderId });
}

/** Returns the messages with files about a discarded draft, or one such message, and the draft's owner. */
export async function filesOfDiscarded(
  db: Db | Tx,
  of: { orderId: string } | { messageId: string },
): Promise<{ roomId: string; messageId: string; ownerId: string }[]> {
  return await rowsOf<{ roomId: string; messageId: string; ownerId: string }>(db)`
    select distinct a.room_id as "roomId", a.message_id as "messageId", o.owner_id as "ownerId"
      from orders o
      join rooms r on r.order_id = o.id and r.type = ${sql.lit(roomTypes.order)}
      join attachments a on a.room_id = r.id
     where ${'orderId' in of ? sql`o.id = ${of.orderId}` : sql`a.message_id = ${of.messageId}`}
       and o.status = 'cancelled' and o.data #>> '{history,-1,event}' = 'DISCARD'`;
}

export interface FilesToRead {
  roomId: string;
  authorId: string;
  files: FileRef[];
}

/** Returns the files of a customer's message about a draft; undefined if it is none, or taken back. */
export async function orderFilesToRead(db: Db, messageId: string): Promise<FilesToRead | undefined> {
  return await firstRow<FilesToRead>(db)`
    select m.room_id as "roomId", said.data #>> '{author,id}' as "authorId", said.data -> 'files' as files
      from messages m
      cross join lateral (select readable(m.data) as data) said
      join rooms r on r.id = m.room_id and r.type = ${sql.lit(roomTypes.order)}
      join orders o on o.id = r.order_id and o.status = 'draft'
     where m.id = ${messageId} and said.data ->> 'senderType' = 'USER'
       and exists (select from attachments a where a.message_id = m.id)`;
}

/** Returns what the files of an order claim, for users who may open them. */
export async function fileClaimsOf(db: Db, user: User, orderId: string): Promise<FileClaims[]> {
  if (!mayRead(user, roomTypes.order)) return [];
  const rows = await rowsOf<{ claims: RoomClaims | null }>(db)`
    select r.data -> 'fileClaims' as claims from rooms r
     where r.type = ${sql.lit(roomTypes.order)} and r.order_id = ${orderId} and ${isVisibleRoom(user)}`;
  return rows.flatMap(({ claims }) => (claims === null ? [] : filesRead({ fileClaims: claims })));
}
