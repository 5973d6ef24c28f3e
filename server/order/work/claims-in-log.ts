import { sql } from 'kysely';
import type { EventData } from '#domain/spine/events.ts';
import { filesRead } from '#domain/chat/file-claims.ts';
import { appendToRoom, lockRoom, type WrittenInRoom } from '../../chat/work/room-in-log.ts';
import type { Db } from '../../database/db.ts';

/** Maximum number of files of an order whose claims are kept. */
export const claimFiles = 40;

/**
 * Writes what the files of a message claim into the log of its room, and folds it into the row. Once for each message,
 * however often it is called.
 * @param authorId who sent the message
 * @returns undefined where nothing was written: known already, taken back meanwhile, or one file too many
 */
export async function writeClaims(
  db: Db,
  authorId: string,
  data: EventData['claims.found'],
): Promise<WrittenInRoom | undefined> {
  const { roomId, messageId, files } = data;
  return await db.transaction().execute(async (tx) => {
    const isThere = sql`exists (select from attachments a where a.message_id = ${messageId})`;
    const found = await lockRoom(tx, roomId, isThere);
    if (found === undefined || found.room.fileClaims?.[messageId] !== undefined) return undefined;
    if (filesRead(found.room).length + files.length > claimFiles) return undefined;
    return await appendToRoom(tx, found, { type: 'claims.found', data, actorId: authorId, staff: true });
  });
}
