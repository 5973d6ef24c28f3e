import { roomTypes } from '#domain/room-types.ts';
import { isVisibleRoom } from '../chat/visible-rooms.ts';
import { sql } from 'kysely';
import type { FileRef, RoomType } from '#domain/chat.ts';
import { mayRead } from '#domain/permissions.ts';
import type { User } from '#domain/users.ts';
import type { Db } from '../system/db.ts';

export interface Attachment {
  name: string;
  mime: string;
  size: number;
  path: string;
}

/**
 * Returns an attachment if it belongs to a message in a room visible to the user, and the user's plan gives access to
 * it.
 */
export async function attachmentSeenBy(db: Db, user: User, attachmentId: string): Promise<Attachment | undefined> {
  const { rows } = await sql<Attachment & { type: RoomType }>`
    select r.type, a.name, f.mime, f.size, f.path
      from attachments a
      join files f on f.id = a.file_id
      join rooms r on r.id = a.room_id
     where a.id = ${attachmentId} and ${isVisibleRoom(user)}`.execute(db);
  const [found] = rows;
  return found !== undefined && mayRead(user, found.type) ? found : undefined;
}

/**
 * Returns the files of an order's room, in the order they were sent, without those of redacted messages.
 * @returns an empty list for users who cannot open the files, even if they may read the order
 */
export async function filesOfOrder(db: Db, user: User, orderId: string): Promise<FileRef[]> {
  if (!mayRead(user, roomTypes.order)) return [];
  const { rows } = await sql<{ file: FileRef }>`
    select sent.file
      from rooms r
      join messages m on m.room_id = r.id
      cross join jsonb_array_elements(readable(m.data) -> 'files') with ordinality as sent (file, place)
      join attachments a on a.id = (sent.file ->> 'id')::uuid
     where r.type = ${sql.lit(roomTypes.order)} and r.order_id = ${orderId} and ${isVisibleRoom(user)}
     order by m.sseq, sent.place`.execute(db);
  return rows.map(({ file }) => file);
}
