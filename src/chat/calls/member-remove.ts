import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';

/** Removes a member from a room. Staff only. */
export async function removeMember(ctx: CommandContext, member: { roomId: string; userId: string }): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'member.remove', args: member });
}
