import type { CommandContext } from '../db/context.ts';

/** Any other change of an order's status, from the status this device shows now. */
export async function transitionOrder(
  ctx: CommandContext,
  change: { orderId: string; event: string; reason?: string },
): Promise<void> {
  throw new Error(`not there yet ${ctx.appVersion} ${change.event}`);
}
