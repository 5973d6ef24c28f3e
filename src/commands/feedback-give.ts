import type { CommandContext } from '../db/context.ts';

/** Rates an answer; the last rating counts. */
export async function giveFeedback(
  ctx: CommandContext,
  feedback: { roomId: string; answerId: string; rating: 1 | -1; comment?: string },
): Promise<void> {
  throw new Error(`not there yet ${ctx.appVersion} ${feedback.answerId}`);
}
