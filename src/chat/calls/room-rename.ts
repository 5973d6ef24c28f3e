import { cleanTitle } from '#domain/chat/conversations.ts';
import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';

/** Gives one of the user's conversations with the assistant a title; a blank one returns to the automatic title. */
export async function renameRoom(ctx: CommandContext, room: { roomId: string; title: string }): Promise<void> {
  const args = { roomId: room.roomId, title: cleanTitle(room.title) ?? '' };
  await append(ctx, { cmdId: ctx.newId(), type: 'room.rename', args });
}
