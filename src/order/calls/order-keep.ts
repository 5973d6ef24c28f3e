import type { OrderDoc } from '#domain/order/data/order.ts';
import type { Json } from '#domain/ground/json.ts';
import type { CommandContext } from '../../db/context.ts';
import { dropStranded, strandedChanges } from '../views/stranded.ts';
import { copyOrder } from './order-copy.ts';

/** Keeps the text that a user typed into an order that they may not change any more, so that nothing is lost. */

/**
 * Makes an order of the user's own from an order with the refused changes in it. They leave the waiting commands only
 * when the copy is stored.
 * @returns the id of the copy
 */
export async function keepAsOwn(ctx: CommandContext, order: { id: string; doc: OrderDoc }): Promise<string> {
  const stranded = await strandedChanges(ctx.db, order.id);
  const doc = { ...order.doc };
  for (const { path, value } of stranded.flatMap(({ args }) => args.changes)) {
    if (value === null || value === undefined) delete doc[path];
    else doc[path] = value as Json;
  }
  const copy = await copyOrder(ctx, doc);
  await dropStranded(ctx.db, stranded);
  ctx.appended();
  return copy;
}

/** Discards the refused changes of an order. */
export async function discardChanges(ctx: CommandContext, orderId: string): Promise<void> {
  await dropStranded(ctx.db, await strandedChanges(ctx.db, orderId));
  ctx.appended();
}
