import type { CommandContext } from '../db/context.ts';
import { append } from '../db/outbox.ts';

/** Rates an answer; the last rating counts. */
export async function giveFeedback(
  ctx: CommandContext,
  feedback: { roomId: string; answerId: string; rating: 1 | -1; comment?: string },
): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'feedback.give', args: feedback });
}
