import { withdraw } from '../../db/refused.ts';
import type { CommandContext } from '../../db/context.ts';
import { append } from '../../db/outbox.ts';
import { sendAgain } from '../../db/send-again.ts';

/** Rates an answer. The last rating counts, and replaces the refused ones in `refused` (last one first). */
export async function giveFeedback(
  ctx: CommandContext,
  feedback: { roomId: string; answerId: string; rating: 1 | -1; comment?: string },
  refused: readonly string[] = [],
): Promise<void> {
  const [last, ...earlier] = refused;
  const isAgain =
    last !== undefined &&
    (await sendAgain(ctx, last, async ({ entry }) => ({ ...entry, type: 'feedback.give', args: feedback })));
  if (!isAgain) await append(ctx, { cmdId: ctx.newId(), type: 'feedback.give', args: feedback });
  for (const cmdId of earlier) await withdraw(ctx.db, ctx.rules, cmdId);
}
