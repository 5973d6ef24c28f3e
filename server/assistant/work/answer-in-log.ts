import { sql } from 'kysely';
import type { Message } from '#domain/chat/chat.ts';
import type { AnswerContent, OpenAnswer } from '../store/open-answers.ts';
import { savingRecords } from '../store/question-records.ts';
import { countWritten, type Db } from '../../database/db.ts';
import { appendToRoom, lockRoom, type WrittenInRoom } from '../../chat/work/room-in-log.ts';

/**
 * Writes the end of an open answer into the log of its room: once, however often it is called, because its row is
 * deleted in the same transaction.
 * @returns undefined where nothing was written: it is finished already, or its question was deleted meanwhile
 */
export async function finishAnswer(
  db: Db,
  { id, roomId, questionId, asker }: Pick<OpenAnswer, 'id' | 'roomId' | 'questionId' | 'asker'>,
  { content, answer, assistantName }: AnswerContent & { assistantName: string },
): Promise<WrittenInRoom | undefined> {
  return await db.transaction().execute(async (tx) => {
    const isAsked = sql`exists (select from messages q where q.id = ${questionId} and q.data ->> 'redacted' is null)`;
    const found = await lockRoom(tx, roomId, isAsked);
    const open = await countWritten(tx)`delete from open_answers where id = ${id}`;
    if (open !== 1 || found === undefined) return undefined;
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
    const about = { type: 'answer.finished', data: { message }, actorId: asker, staff: false } as const;
    return await appendToRoom(tx, found, about, (event) => savingRecords([event], asker));
  });
}
