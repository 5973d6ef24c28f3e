import { type FileRef, problemWithQuestion } from '#domain/chat/chat.ts';
import { draftFiles, problemWithFiles } from '#domain/ground/attachments.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { PendingQuestion, CommandContext } from '../../db/context.ts';
import type { DraftChange } from '../../db/draft-row.ts';
import { append } from '../../db/outbox.ts';
import { keepSavedAnswer } from '../../db/saved-answers.ts';
import { readChosenFiles, noFiles } from '../../db/files/files-of.ts';

/** The question that is asked again, as it is or in other words, with the files it had. */
export interface RepeatedQuestion {
  branchOf: string;
  files: readonly FileRef[];
}

/**
 * Asks the assistant. Without a room, or if it `opens` the one with the given id, it first opens a room of the chat's
 * type. The server reads the text of files, and experts may get them later.
 * @param clearsDraft removes the text from the draft it was written in, in the same transaction
 */
export async function askQuestion(
  ctx: CommandContext,
  question: {
    roomId?: string;
    opens?: boolean;
    text: string;
    chatType: 1 | 2 | 3 | 4;
    files?: File[];
    again?: RepeatedQuestion | undefined;
  },
  clearsDraft?: DraftChange,
): Promise<{ roomId: string; cmdId: string }> {
  const { text, chatType, files = [] } = question;
  const problem = problemWithQuestion(text) ?? problemWithFiles(draftFiles(files));
  if (problem !== undefined) throw new Refusal(problem);
  const { again } = question;
  const { refs: added, deps, blobs } = files.length === 0 ? noFiles : await readChosenFiles(ctx, files);
  const roomId = question.roomId ?? ctx.newId();
  const cmdId = ctx.newId();
  const opens = question.opens ?? question.roomId === undefined;
  const opened = opens
    ? [append(ctx, { cmdId: ctx.newId(), type: 'room.open', args: { roomId, type: chatType } })]
    : [];
  // A file belongs to one message, so its next version gets an id of its own.
  const refs = [...added, ...(again?.files ?? []).map((file) => ({ ...file, id: ctx.newId() }))];
  const args = {
    roomId,
    text,
    chatType,
    ...(refs.length === 0 ? {} : { files: refs }),
    ...(again === undefined ? {} : { branchOf: again.branchOf }),
  };
  await Promise.all([...opened, append(ctx, { cmdId, type: 'question.ask', args, deps }, blobs, clearsDraft)]);
  void answerMeanwhile(ctx, { questionId: cmdId, roomId, text, chatType, hasFiles: refs.length > 0 });
  return { roomId, cmdId };
}

/** Tries to answer from this device. Any failure is ignored, because the question is stored already. */
async function answerMeanwhile(ctx: CommandContext, question: PendingQuestion): Promise<void> {
  try {
    const saved = await ctx.answerFromSaved?.(question);
    if (saved !== undefined && saved !== null) await keepSavedAnswer(ctx.db, question.questionId, saved);
  } catch {
    // Without the worker, or space for a draft, there is no offline answer.
  }
}
