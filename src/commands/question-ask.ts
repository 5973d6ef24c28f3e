import type { CommandContext } from '../db/context.ts';

/** Asks the assistant; without a room it opens one of the chat's type first. */
export async function askQuestion(
  ctx: CommandContext,
  question: { roomId?: string; text: string; chatType: 1 | 2 | 3 | 4 },
): Promise<{ roomId: string; cmdId: string }> {
  throw new Error(`not there yet ${ctx.appVersion} ${question.text}`);
}
