import { sql } from 'kysely';
import { answerIdOf } from '#domain/commands.ts';
import type { Message, Room } from '#domain/chat.ts';
import { isDeleted } from '#domain/conversations.ts';
import { type Event, foldRoom } from '#domain/events.ts';
import { uuidv5 } from '#domain/ids.ts';
import type { Cursor, WireEvent } from '#domain/protocol/sync.ts';
import { sentences } from '#domain/retrieval/sentences.ts';
import { informedToday, markInformed, type DueAnswer } from '../knowledge/due-answers.ts';
import { lockStreams } from './load-work.ts';
import { nothingWritten, saveWork, textOf } from './save-work.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db } from '../system/db.ts';

/** A written message, with what its announcement needs. */
export interface WrittenAnswer {
  members: string[];
  pos: Cursor;
  event: WireEvent;
}

/**
 * Tells an asker, in the room where they asked, that there is a checked answer now: a message of the assistant that offers
 * the entry's question. Once for each question, however often it is called.
 * @returns undefined where nothing was written: told already, too many today, or the conversation was deleted meanwhile
 */
export async function writeCheckedAnswer(
  db: Db,
  { questionId, roomId, asker, qnaId, question }: DueAnswer,
  assistantName: string,
): Promise<WrittenAnswer | undefined> {
  const stream = `room:${roomId}`;
  return await db.transaction().execute(async (tx) => {
    await lockStreams(tx, [stream]);
    const { rows } = await sql<{ room: Room; position: number; members: string[] | null; at: string; told: boolean }>`
      select r.data as room, s.sseq as position, (select json_agg(m.user_id) from room_members m where m.room_id = r.id) as members,
             to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
             exists (select from messages where id = ${idOf(questionId, qnaId)}) as told
        from rooms r join streams s on s.stream = ${stream} where r.id = ${roomId}`.execute(tx);
    const [found] = rows;
    if (found === undefined || isDeleted(found.room)) return undefined;
    if ((await informedToday(tx, asker)) >= serverLimits.checkedAnswersPerDay) return undefined;
    if (!(await markInformed(tx, { asker, qnaId })) || found.told) return undefined;
    const type = 'message.sent' as const;
    const message: Message = {
      id: idOf(questionId, qnaId),
      roomId,
      sseq: found.position + 1,
      content: sentences.checkedAnswer,
      senderType: 'SUPPORT',
      author: { id: 'assistant', name: assistantName, kind: 'assistant' },
      files: [],
      replyTo: questionId,
      createdAt: found.at,
      answer: {
        questionId,
        status: 'suggest',
        mode: 'kb',
        confidence: 1,
        sources: [],
        suggestions: [{ qnaId, question }],
        handoff: { offered: true, allowed: false },
        sentence: 'checkedAnswer',
      },
    };
    const event: Event<typeof type> = { stream, sseq: message.sseq, type, v: 1, data: { message }, cmdId: null };
    const room = foldRoom(found.room, event);
    const saved = await saveWork(tx, {
      ...nothingWritten,
      actorId: asker,
      events: [{ ...event, text: textOf(event), staff: false }],
      rooms: room === undefined ? [] : [room],
    });
    const pos: Cursor = { epoch: saved.epoch, xid: saved.xid, seq: saved.seqs[0] ?? 0 };
    return { members: found.members ?? [], pos, event: { ...event, pos } };
  });
}

function idOf(questionId: string, qnaId: string): string {
  return uuidv5(`checked-answer/${answerIdOf(questionId)}/${qnaId}`);
}
