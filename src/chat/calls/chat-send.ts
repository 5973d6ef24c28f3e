import { problemWith } from '#domain/chat/chat.ts';
import { draftFiles } from '#domain/ground/attachments.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { CommandContext } from '../../db/context.ts';
import type { DraftChange } from '../../db/draft-row.ts';
import { append } from '../../db/outbox.ts';
import { readChosenFiles, noFiles } from '../../db/files/files-of.ts';

/**
 * Appends a message with its files to the outbox. @returns its id, when both are durable on this device
 * @param clearsDraft removes the text from the draft it was written in, in the same transaction
 */
export async function sendMessage(
  ctx: CommandContext,
  message: { roomId: string; content: string; files: File[]; replyTo?: string; steps?: string[]; note?: string },
  clearsDraft?: DraftChange,
): Promise<string> {
  const { roomId, content, files, ...rest } = message;
  const problem = problemWith({ content, files: draftFiles(files) });
  if (problem !== undefined) throw new Refusal(problem);
  const cmdId = ctx.newId();
  // Without files nothing is awaited before the append, so messages of one turn share a transaction.
  const { refs, deps, blobs } = files.length === 0 ? noFiles : await readChosenFiles(ctx, files);
  const args = { roomId, content, files: refs, ...rest };
  return await append(ctx, { cmdId, type: 'chat.send', args, deps }, blobs, clearsDraft);
}
