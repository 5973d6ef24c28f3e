import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';

/** Deletes a message's content on the server and on all devices. */
export async function redactMessage(
  ctx: CommandContext,
  message: { roomId: string; messageId: string },
): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'message.redact', args: message });
}
