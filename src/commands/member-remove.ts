import type { CommandContext } from '../db/context.ts';
import { append } from '../db/outbox.ts';

/** Takes a person out of a room; for staff. */
export async function removeMember(ctx: CommandContext, member: { roomId: string; userId: string }): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'member.remove', args: member });
}
