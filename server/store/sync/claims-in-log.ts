import { sql } from 'kysely';
import type { Room } from '#domain/chat.ts';
import { type Event, type EventData, foldRoom } from '#domain/events.ts';
import { filesRead } from '#domain/file-claims.ts';
import type { Cursor, WireEvent } from '#domain/protocol/sync.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { lockStreams } from './load-work.ts';
import { nothingWritten, saveWork, textOf } from './save-work.ts';
import type { Db } from '../system/db.ts';

/** A written event, with what its announcement needs. */
export interface WrittenClaims {
  members: string[];
  pos: Cursor;
  event: WireEvent;
}

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
): Promise<WrittenClaims | undefined> {
  const { roomId, messageId, files } = data;
  const stream = `room:${roomId}`;
  return await db.transaction().execute(async (tx) => {
    await lockStreams(tx, [stream]);
    const { rows } = await sql<{ room: Room; position: number; members: string[] | null }>`
      select r.data as room, s.sseq as position,
             (select json_agg(m.user_id) from room_members m where m.room_id = r.id) as members
        from rooms r join streams s on s.stream = ${stream}
       where r.id = ${roomId} and exists (select from attachments a where a.message_id = ${messageId})`.execute(tx);
    const [found] = rows;
    if (found === undefined || found.room.fileClaims?.[messageId] !== undefined) return undefined;
    if (filesRead(found.room).length + files.length > serverLimits.claimFiles) return undefined;
    const type = 'claims.found' as const;
    const event: Event<typeof type> = { stream, sseq: found.position + 1, type, v: 1, data, cmdId: null };
    const room = foldRoom(found.room, event);
    const saved = await saveWork(tx, {
      ...nothingWritten,
      actorId: authorId,
      events: [{ ...event, text: textOf(event), staff: true }],
      rooms: room === undefined ? [] : [room],
    });
    const pos: Cursor = { epoch: saved.epoch, xid: saved.xid, seq: saved.seqs[0] ?? 0 };
    return { members: found.members ?? [], pos, event: { ...event, pos } };
  });
}
