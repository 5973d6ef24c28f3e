import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';

/** Takes a room, in which this member of staff replies from now on, or hands it back. Staff only. */
export async function assignRoom(ctx: CommandContext, args: CommandArgs<'room.assign'>): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'room.assign', args });
}
