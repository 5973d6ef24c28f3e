import type { CommandContext } from '../../../db/context.ts';
import { append } from '../../../db/outbox.ts';

/** Publishes reports, behind those of them that still wait on this device: commands of an order stay in order. */
export async function publishReports(
  ctx: CommandContext,
  orderId: string,
  reportIds: readonly string[],
): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'report.publish', args: { orderId, reportIds: [...reportIds] } });
}
