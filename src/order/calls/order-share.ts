import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';

/** Says which colleagues may edit a draft of the user: the whole list. */
export async function shareOrder(ctx: CommandContext, args: { orderId: string; userIds: string[] }): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'order.share', args });
}
