import type { CommandContext } from '../db/context.ts';
import { append } from '../db/outbox.ts';

/** Takes a question to the experts; answers the id of the expert room, which may turn out to be one that exists. */
export async function requestHandoff(
  ctx: CommandContext,
  request: { roomId: string; questionId?: string },
): Promise<string> {
  const expertRoomId = ctx.newId();
  await append(ctx, { cmdId: ctx.newId(), type: 'handoff.request', args: { ...request, expertRoomId } });
  return expertRoomId;
}
