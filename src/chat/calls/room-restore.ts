import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';

/** Brings back a conversation that the user has deleted. */
export async function restoreRoom(ctx: CommandContext, room: { roomId: string }): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'room.restore', args: room });
}
