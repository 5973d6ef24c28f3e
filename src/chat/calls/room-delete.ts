import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';

/** Deletes one of the user's conversations with the assistant. `restoreRoom` brings it back. */
export async function deleteRoom(ctx: CommandContext, room: { roomId: string }): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'room.delete', args: room });
}
