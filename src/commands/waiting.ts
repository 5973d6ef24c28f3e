import type { CommandContext } from '../db/context.ts';
import { askFirst, requeue, withdraw } from '../db/attention.ts';
import { inLane, pendingIn } from '../db/pending.ts';
import { projectOrder } from '../db/project-order.ts';
import { isEntry } from '../db/project-room.ts';
import type { AttentionRow, OutboxEntry } from '../db/schema.ts';
import { placing } from './order-place.ts';

/** Sends a refused command again, as a new wish in its old place: the server keeps its answer to the old id for ever. */
export async function retryRefused(ctx: CommandContext, cmdId: string): Promise<void> {
  const queued = await requeue(ctx.db, cmdId, async (row) => {
    const again = await renewed(ctx, row);
    return { ...again, createdAt: Date.now(), cmdId: row.code === askFirst ? cmdId : ctx.newId() };
  });
  if (queued) ctx.appended();
}

/** What was wished for, against what is there now: a price and a status are looked up again. */
async function renewed(ctx: CommandContext, { entry }: AttentionRow): Promise<OutboxEntry> {
  if (!isEntry(entry, 'order.place') && !isEntry(entry, 'order.transition')) return entry;
  const { orderId } = entry.args;
  const before = inLane(await pendingIn(ctx.db), entry.lane).filter(({ n }) => n < entry.n);
  const shown = projectOrder(await ctx.db.orders.get(orderId), orderId, before, ctx.me)?.order;
  if (shown === undefined) return entry;
  if (isEntry(entry, 'order.place')) return { ...entry, args: placing(shown) };
  return { ...entry, args: { ...entry.args, expectStatus: shown.status } };
}

/**
 * Takes a refused or unsent command out of the queue; the answer puts it back. A command under way stays, because it may
 * have had its effect already: then the answer does nothing.
 */
export async function discardWaiting(ctx: CommandContext, cmdId: string): Promise<() => Promise<void>> {
  const putBack = await withdraw(ctx.db, cmdId);
  ctx.appended();
  return async () => {
    await putBack?.();
    ctx.appended();
  };
}
