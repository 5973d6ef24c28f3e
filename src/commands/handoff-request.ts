import type { FileRef } from '#domain/chat.ts';
import type { CommandContext } from '../db/context.ts';
import { append } from '../db/outbox.ts';

/**
 * Takes a question to the experts, with the questions before it and the files that were attached to them; answers the id
 * of the expert room, which may turn out to be one that exists.
 */
export async function requestHandoff(
  ctx: CommandContext,
  request: { roomId: string; questionId?: string; earlier?: string[]; files?: readonly FileRef[] },
): Promise<string> {
  const expertRoomId = ctx.newId();
  const { files = [], ...rest } = request;
  // Ids of their own: an attachment belongs to one message.
  const again = files.map((file) => ({ ...file, id: ctx.newId() }));
  const args = { ...rest, expertRoomId, ...(again.length === 0 ? {} : { files: again }) };
  // By name, not by their files: those of a question that was asked elsewhere, or long ago, are not on this device.
  const deps = [...(request.earlier ?? []), ...(request.questionId === undefined ? [] : [request.questionId])];
  await append(ctx, { cmdId: ctx.newId(), type: 'handoff.request', args, deps });
  return expertRoomId;
}
