import type { CommandContext } from '../../../db/context.ts';
import { append } from '../../../db/outbox.ts';

/** Withdraws a published report, with a reason for its customer. */
export async function withdrawReport(
  ctx: CommandContext,
  withdrawal: { orderId: string; reportId: string; reason: string },
): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'report.withdraw', args: withdrawal });
}
