import { canSucceedAgain, Refusal } from '#domain/ground/errors.ts';
import type { Order, Quote } from '#domain/order/data/order.ts';
import { isTooLate } from '#domain/order/life/status.ts';
import type { CommandContext } from '../../db/context.ts';
import { withoutNumber } from '../../db/outbox.ts';
import { inLane, pendingIn } from '../../db/pending.ts';
import { projectOrder } from '../views/project-order.ts';
import { type OutboxEntry, type RefusedRow, type StoredEntry, isEntry } from '../../db/schema.ts';
import { placing, rateCardOf } from './order-place.ts';
import { acceptedPrice } from './order-transition.ts';
import { sendAgain } from '../../db/send-again.ts';

/** The document and the price that the user has agreed to. */
export interface Agreement {
  docHash: string;
  quote: Quote;
}

/**
 * Sends a refused command again. Commands of orders are built again from the order's current state.
 * @param agreed of a place command: it is then sent for exactly this document and price
 * @throws Refusal ORDER_CHANGED when the order has changed since; the command then stays refused
 */
export async function retryRefused(ctx: CommandContext, cmdId: string, agreed?: Agreement): Promise<void> {
  await sendAgain(ctx, cmdId, (row) => renewed(ctx, row, agreed));
}

/**
 * Returns whether a refused command can succeed when it is sent again.
 * @param order the order of its lane as it is now; undefined where it is about none, or the device has none
 */
export function mayRetry(
  { entry, code }: { entry: OutboxEntry; code: string },
  order: Pick<Order, 'status' | 'doc'> | undefined,
): boolean {
  const isPlace = isEntry(entry, 'order.place');
  if (order !== undefined) {
    if (isEntry(entry, 'order.transition') && isTooLate(order, entry.args.event)) return false;
    if ((isPlace || isEntry(entry, 'order.patch')) && order.status !== 'draft') return false;
  }
  return canSucceedAgain(code, isPlace || isEntry(entry, 'order.transition'));
}

/** Renews price and status. A place command is for the order as it is now, and goes behind later patches. */
async function renewed(
  ctx: CommandContext,
  { entry }: RefusedRow,
  agreed: Agreement | undefined,
): Promise<StoredEntry> {
  if (!isEntry(entry, 'order.place') && !isEntry(entry, 'order.transition')) return entry;
  const { orderId } = entry.args;
  const lane = inLane(await pendingIn(ctx.db), entry.lane);
  const before = isEntry(entry, 'order.place') ? lane : lane.filter(({ n }) => n < entry.n);
  const shown = projectOrder(await ctx.db.orders.get(orderId), orderId, before, ctx.me)?.order;
  if (shown === undefined) return entry;
  if (isEntry(entry, 'order.place')) return withoutNumber({ ...entry, ...accepted(ctx, shown, agreed) });
  const price = acceptedPrice(shown, entry.args.event);
  const version = entry.args.expectVersion === undefined ? {} : { expectVersion: shown.sseq };
  return { ...entry, args: { ...entry.args, ...price, ...version, expectStatus: shown.status } };
}

function accepted(ctx: CommandContext, order: Order, agreed: Agreement | undefined): ReturnType<typeof placing> {
  const now = placing(order, rateCardOf(ctx));
  if (agreed === undefined) return now;
  if (agreed.docHash !== now.args.docHash) throw new Refusal('ORDER_CHANGED');
  return { args: { ...now.args, quoteHash: agreed.quote.hash }, seen: agreed.quote };
}
