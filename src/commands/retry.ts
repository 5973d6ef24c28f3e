import type { CommandContext } from '../db/context.ts';
import { withoutNumber } from '../db/outbox.ts';
import { inLane, pendingIn } from '../db/pending.ts';
import { projectOrder } from '../db/project-order.ts';
import { isEntry } from '../db/project-room.ts';
import type { RefusedRow, StoredEntry } from '../db/schema.ts';
import { placing, rateCardOf } from './order-place.ts';
import { sendAgain } from './waiting.ts';

/** Sends a refused command again. Commands of orders are built anew from the order's current state. */
export async function retryRefused(ctx: CommandContext, cmdId: string): Promise<void> {
  await sendAgain(ctx, cmdId, (row) => renewed(ctx, row));
}

/** Renews price and status. A place command is for the order as it is now, and goes behind later patches. */
async function renewed(ctx: CommandContext, { entry }: RefusedRow): Promise<StoredEntry> {
  if (!isEntry(entry, 'order.place') && !isEntry(entry, 'order.transition')) return entry;
  const { orderId } = entry.args;
  const lane = inLane(await pendingIn(ctx.db), entry.lane);
  const before = isEntry(entry, 'order.place') ? lane : lane.filter(({ n }) => n < entry.n);
  const shown = projectOrder(await ctx.db.orders.get(orderId), orderId, before, ctx.me)?.order;
  if (shown === undefined) return entry;
  if (isEntry(entry, 'order.place')) return withoutNumber({ ...entry, args: placing(shown, rateCardOf(ctx)) });
  return { ...entry, args: { ...entry.args, expectStatus: shown.status } };
}
