import { sql } from 'kysely';
import type { Message, Room } from '#domain/chat.ts';
import { type Event, foldRoom } from '#domain/events.ts';
import type { Cursor, WireEvent } from '#domain/protocol/sync.ts';
import type { AnswerContent, OpenAnswer } from '../chat/open-answers.ts';
import type { Db } from '../system/db.ts';
import { lockStreams } from './load-work.ts';
import { nothingWritten, saveWork, textOf } from './save-work.ts';

/** A written answer, with what its announcement needs. */
export interface WrittenAnswer {
  message: Message;
  members: string[];
  pos: Cursor;
  event: WireEvent;
}

/**
 * Writes the end of an open answer into the log of its room: once, whoever calls it how often, because its row is deleted
 * in the same transaction.
 * @returns undefined where nothing was written: it is finished already, or its question was deleted meanwhile
 */
export async function finishAnswer(
  db: Db,
  { id, roomId, questionId, asker }: Pick<OpenAnswer, 'id' | 'roomId' | 'questionId' | 'asker'>,
  { content, answer, assistantName }: AnswerContent & { assistantName: string },
): Promise<WrittenAnswer | undefined> {
  const stream = `room:${roomId}`;
  return await db.transaction().execute(async (tx) => {
    await lockStreams(tx, [stream]);
    const open = await sql`delete from open_answers where id = ${id}`.execute(tx);
    if (open.numAffectedRows !== 1n) return undefined;
    const { rows } = await sql<{ room: Room; position: number; members: string[] | null }>`
      select r.data as room, s.sseq as position,
             (select json_agg(m.user_id) from room_members m where m.room_id = r.id) as members
        from rooms r join streams s on s.stream = ${stream} join messages q on q.id = ${questionId}
       where r.id = ${roomId} and q.data ->> 'redacted' is null`.execute(tx);
    const [found] = rows;
    if (found === undefined) return undefined;
    const message: Message = {
      id,
      roomId,
      sseq: found.position + 1,
      content,
      senderType: 'SUPPORT',
      author: { id: 'assistant', name: assistantName, kind: 'assistant' },
      files: [],
      replyTo: questionId,
      createdAt: new Date().toISOString(),
      answer,
    };
    const type = 'answer.finished' as const;
    const event: Event<typeof type> = { stream, sseq: message.sseq, type, v: 1, data: { message }, cmdId: null };
    const room = foldRoom(found.room, event);
    const saved = await saveWork(tx, {
      ...nothingWritten,
      actorId: asker,
      events: [{ ...event, text: textOf(event), staff: false }],
      rooms: room === undefined ? [] : [room],
    });
    const pos: Cursor = { epoch: saved.epoch, xid: saved.xid, seq: saved.seqs[0] ?? 0 };
    return { message, members: found.members ?? [], pos, event: { ...event, pos } };
  });
}
