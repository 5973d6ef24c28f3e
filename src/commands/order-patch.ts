import type { Json } from '#domain/json.ts';
import type { CommandContext } from '../db/context.ts';

/** Changes fields of a draft order, creating the order with its first change. Bases are looked up; unsent patches merge. */
export async function patchOrder(
  ctx: CommandContext,
  patch: { orderId: string; changes: { path: string; value: Json }[] },
): Promise<void> {
  throw new Error(`not there yet ${ctx.appVersion} ${patch.orderId}`);
}
