import type { CommandContext } from '../db/context.ts';

/** Queues a message with its files; resolves with its id when both are durable on this device. */
export async function sendMessage(
  ctx: CommandContext,
  message: { roomId: string; content: string; files: File[]; replyTo?: string },
): Promise<string> {
  throw new Error(`not there yet ${ctx.appVersion} ${message.roomId}`);
}
