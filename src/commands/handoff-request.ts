import type { CommandContext } from '../db/context.ts';

/** Takes a question to the experts; answers the id of the expert room. */
export async function requestHandoff(
  ctx: CommandContext,
  request: { roomId: string; questionId?: string },
): Promise<string> {
  throw new Error(`not there yet ${ctx.appVersion} ${request.roomId}`);
}
