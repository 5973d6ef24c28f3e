import { sql } from 'kysely';
import { answerIdOf } from '#domain/spine/commands.ts';
import type { Message } from '#domain/chat/chat.ts';
import { isDeleted } from '#domain/chat/conversations.ts';
import { uuidv5 } from '#domain/ground/ids.ts';
import { sentences } from '#domain/assistant/retrieval/sentences.ts';
import { informedToday, markInformed, type DueAnswer } from '../store/due-answers.ts';
import { appendToRoom, lockRoom, type WrittenInRoom } from '../../chat/work/room-in-log.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, firstRow } from '../../database/db.ts';

/** Times a day that a user is informed of a checked answer to an earlier question. */
export const checkedAnswersPerDay = 3;

/**
 * Tells an asker, in the room where they asked, that there is a checked answer now: a message of the assistant that offers
 * the entry's question. Once for each question, however often it is called.
 * @returns undefined where nothing was written: told already, too many today, or the conversation was deleted meanwhile
 */
export async function writeCheckedAnswer(
  db: Db,
  { questionId, roomId, asker, qnaId, question }: DueAnswer,
  assistantName: string,
): Promise<WrittenInRoom | undefined> {
  return await db.transaction().execute(async (tx) => {
    const found = await lockRoom(tx, roomId, sql`true`);
    if (found === undefined || isDeleted(found.room)) return undefined;
    if ((await informedToday(tx, asker)) >= checkedAnswersPerDay) return undefined;
    if (!(await markInformed(tx, { asker, qnaId }))) return undefined;
    const then = await firstRow<{ at: string; told: boolean }>(tx)`
      select ${asWire('now')} as at, exists (select from messages where id = ${idOf(questionId, qnaId)}) as told
        from now()`;
    if (then === undefined || then.told) return undefined;
    const message: Message = {
      id: idOf(questionId, qnaId),
      roomId,
      sseq: found.position + 1,
      content: sentences.checkedAnswer,
      senderType: 'SUPPORT',
      author: { id: 'assistant', name: assistantName, kind: 'assistant' },
      files: [],
      replyTo: questionId,
      createdAt: then.at,
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
    return await appendToRoom(tx, found, { type: 'message.sent', data: { message }, actorId: asker, staff: false });
  });
}

function idOf(questionId: string, qnaId: string): string {
  return uuidv5(`checked-answer/${answerIdOf(questionId)}/${qnaId}`);
}
