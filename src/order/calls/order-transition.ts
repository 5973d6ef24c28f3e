import type { Order } from '#domain/order/data/order.ts';
import type { CommandContext } from '../../db/context.ts';
import { appendLate } from '../../db/outbox.ts';
import { readShownOrder } from './order-place.ts';

/** Changes an order's status, from the one this device shows now, in any way but placing. */
export async function transitionOrder(
  ctx: CommandContext,
  change: { orderId: string; event: string; reason?: string },
): Promise<void> {
  await appendLate(ctx, async ({ pending }) => {
    const { order } = await readShownOrder(ctx, pending, change.orderId);
    const price = acceptedPrice(order, change.event);
    return { cmdId: ctx.newId(), type: 'order.transition', args: { ...change, ...price, expectStatus: order.status } };
  });
}

/** Returns the price that an event accepts: the one that this device shows. */
export function acceptedPrice({ quote }: Pick<Order, 'quote'>, event: string): { quoteHash?: string } {
  return event === 'ACCEPT_QUOTE' && quote !== null ? { quoteHash: quote.hash } : {};
}
