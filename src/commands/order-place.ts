import type { CommandContext } from '../db/context.ts';

/** Places an order as this device shows it now; offline it is an intent that is sent when the network is back. */
export async function placeOrder(ctx: CommandContext, order: { orderId: string }): Promise<void> {
  throw new Error(`not there yet ${ctx.appVersion} ${order.orderId}`);
}
