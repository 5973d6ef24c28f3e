import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import type { OrderDoc, Quote } from '#domain/order/data/order.ts';
import { exampleRateCard, type RateCard } from '#domain/order/data/rate-card.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { CommandContext } from '../../db/context.ts';
import { appendLate } from '../../db/outbox.ts';
import { inLane, type PendingCommands } from '../../db/pending.ts';
import { projectOrder } from '../views/project-order.ts';

/**
 * Places an order as this device shows it now; offline the command stays pending. With the hashes of the document and
 * the price that the user has reviewed, it refuses to place any other document, or at any other price.
 */
export async function placeOrder(
  ctx: CommandContext,
  { orderId, docHash, quoteHash }: { orderId: string; docHash?: string; quoteHash?: string },
): Promise<void> {
  await appendLate(ctx, async ({ pending }) => {
    const shown = await readShownOrder(ctx, pending, orderId);
    if (shown.pendingTransition === 'PLACE') return null;
    const { args, seen } = placing(shown.order, rateCardOf(ctx));
    if (docHash !== undefined && docHash !== args.docHash) throw new Refusal('ORDER_CHANGED');
    if (quoteHash !== undefined && quoteHash !== args.quoteHash) throw new Refusal('PRICE_CHANGED');
    return { cmdId: ctx.newId(), type: 'order.place', args, seen };
  });
}

/** Returns the arguments that place exactly this document at exactly the price by this rate card, and that price. */
export function placing(
  order: { id: string; doc: OrderDoc },
  card: RateCard,
): { args: CommandArgs<'order.place'>; seen: Quote } {
  const seen = quoteOf(order.doc, card);
  return { args: { orderId: order.id, docHash: docHashOf(order.doc), quoteHash: seen.hash }, seen };
}

/** Returns the rate card of this device, or the example card. */
export function rateCardOf(ctx: CommandContext): RateCard {
  return ctx.rateCard?.() ?? exampleRateCard;
}

/** Returns the order as this device shows it, inside a transaction. @throws Refusal when there is none */
export async function readShownOrder(ctx: CommandContext, pending: Pick<PendingCommands, 'entries'>, orderId: string) {
  const confirmed = await ctx.db.orders.get(orderId);
  const shown = projectOrder(confirmed, orderId, inLane(pending, `order:${orderId}`), ctx.me);
  if (shown === undefined) throw new Refusal('NOT_FOUND');
  return shown;
}
