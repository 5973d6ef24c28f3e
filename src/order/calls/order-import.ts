import type { Json } from '#domain/ground/json.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import type { CommandContext } from '../../db/context.ts';
import { patchOrder } from './order-patch.ts';

/**
 * Makes a draft order of many values, in as many commands as they need. All are appended in one transaction: the draft
 * is on the device whole or not at all.
 * @returns the id of the new order
 */
export async function importOrder(
  ctx: CommandContext,
  values: readonly { path: string; value: Json }[],
): Promise<string> {
  const orderId = ctx.newId();
  const patches: Promise<string | null>[] = [];
  for (let i = 0; i < values.length; i += orderLimits.changesPerPatch) {
    patches.push(patchOrder(ctx, { orderId, changes: values.slice(i, i + orderLimits.changesPerPatch) }));
  }
  await Promise.all(patches);
  return orderId;
}
