import type { CommandContext } from '../db/context.ts';
import { append } from '../db/outbox.ts';

/** Takes a message's content away, on every device. */
export async function redactMessage(
  ctx: CommandContext,
  message: { roomId: string; messageId: string },
): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'message.redact', args: message });
}
