import type { CommandContext } from '../db/context.ts';
import { appendLate } from '../db/outbox.ts';
import { orderShown } from './order-place.ts';

/** Changes an order's status, from the one this device shows now, in any way but placing. */
export async function transitionOrder(
  ctx: CommandContext,
  change: { orderId: string; event: string; reason?: string },
): Promise<void> {
  await appendLate(ctx, async ({ pending }) => {
    const { order } = await orderShown(ctx, pending, change.orderId);
    return { cmdId: ctx.newId(), type: 'order.transition', args: { ...change, expectStatus: order.status } };
  });
}
