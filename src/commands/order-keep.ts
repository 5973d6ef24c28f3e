import type { OrderDoc } from '#domain/order/order.ts';
import type { Json } from '#domain/json.ts';
import type { CommandContext } from '../db/context.ts';
import { outboxStateOf } from '../db/outbox-state.ts';
import { isEntry } from '../db/project-room.ts';
import type { OutboxEntry, UserDb } from '../db/schema.ts';
import { copyOrder } from './order-copy.ts';
import { discardWaiting } from './waiting.ts';

/** What a user typed into an order of somebody else, and the server has refused: nothing of it is lost. */

/** Returns the refused changes of an order, and those that wait behind them, oldest first. */
export async function refusedChanges(db: UserDb, orderId: string): Promise<OutboxEntry<'order.patch'>[]> {
  const { pending, refused, stateOf } = await outboxStateOf(db);
  const behind = pending.entries.filter((entry) => stateOf(entry) === 'blocked');
  return [...refused.map(({ entry }) => entry), ...behind]
    .filter((entry): entry is OutboxEntry<'order.patch'> => isEntry(entry, 'order.patch'))
    .filter(({ args }) => args.orderId === orderId)
    .sort((a, b) => a.n - b.n);
}

/**
 * Makes an order of the user's own from an order with the refused changes in it. They leave the waiting commands only
 * when the copy is stored.
 * @returns the id of the copy
 */
export async function keepAsOwn(ctx: CommandContext, order: { id: string; doc: OrderDoc }): Promise<string> {
  const refused = await refusedChanges(ctx.db, order.id);
  const doc = { ...order.doc };
  for (const { path, value } of refused.flatMap(({ args }) => args.changes)) {
    if (value === null || value === undefined) delete doc[path];
    else doc[path] = value as Json;
  }
  const copy = await copyOrder(ctx, doc);
  await discardChanges(ctx, order.id);
  return copy;
}

/** Discards the refused changes of an order. */
export async function discardChanges(ctx: CommandContext, orderId: string): Promise<void> {
  for (const { cmdId } of await refusedChanges(ctx.db, orderId)) await discardWaiting(ctx, cmdId);
}
