import type { CommandContext } from '../db/context.ts';
import { appendLate } from '../db/outbox.ts';
import { orderShown } from './order-place.ts';

/** Any other change of an order's status, from the status this device shows now. */
export async function transitionOrder(
  ctx: CommandContext,
  change: { orderId: string; event: string; reason?: string },
): Promise<void> {
  await appendLate(ctx, async ({ pending }) => {
    const { order } = await orderShown(ctx, pending, change.orderId);
    return { cmdId: ctx.newId(), type: 'order.transition', args: { ...change, expectStatus: order.status } };
  });
}
