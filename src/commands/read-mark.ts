import type { CommandContext } from '../db/context.ts';

/** Marks a room as read up to a confirmed place; does nothing when it is so already. */
export async function markRead(ctx: CommandContext, mark: { roomId: string; upTo: number }): Promise<void> {
  throw new Error(`not there yet ${ctx.appVersion} ${mark.roomId}`);
}
