import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';

/** Pins one of the user's conversations with the assistant to the top of the list, or unpins it. */
export async function pinRoom(ctx: CommandContext, room: { roomId: string; pinned: boolean }): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'room.pin', args: room });
}
