import type { FileRef } from '#domain/chat/chat.ts';
import type { CommandContext } from '../../db/context.ts';
import { handedMessageOf } from '../../order/views/handed-message.ts';
import { append } from '../../db/outbox.ts';

/**
 * Hands a question over to the experts, with the questions before it, their files, a note and the order that was looked
 * at last.
 * @returns the id of the expert room; the server may use an existing room instead
 */
export async function requestHandoff(
  ctx: CommandContext,
  request: {
    roomId: string;
    questionId?: string;
    earlier?: string[];
    files?: readonly FileRef[];
    note?: string;
    orderId?: string;
  },
): Promise<string> {
  const expertRoomId = ctx.newId();
  const { files = [], ...rest } = request;
  // New ids, because an attachment belongs to one message.
  const again = files.map((file) => ({ ...file, id: ctx.newId() }));
  const args = { ...rest, expertRoomId, ...(again.length === 0 ? {} : { files: again }) };
  // Depends on the commands rather than their files: files of an old question, or one of another device, are not here.
  const deps = [...(request.earlier ?? []), ...(request.questionId === undefined ? [] : [request.questionId])];
  const handed = await handedMessageOf(ctx.db, ctx.me, args);
  await append(ctx, { cmdId: ctx.newId(), type: 'handoff.request', args, deps, handed });
  return expertRoomId;
}
