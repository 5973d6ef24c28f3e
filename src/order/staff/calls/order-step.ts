import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { Order } from '#domain/order/data/order.ts';
import { knownVersion } from '#domain/order/price/seen-version.ts';
import type { CommandContext } from '../../../db/context.ts';
import { appendLate } from '../../../db/outbox.ts';
import { inLane, pendingIn } from '../../../db/pending.ts';
import { type SeenOrder, type OutboxEntry, isEntry } from '../../../db/schema.ts';
import { versionBehind } from '../../views/steps-behind.ts';
import { sendAgain } from '../../../db/send-again.ts';

/** Steps of staff. A step is about one version of an order, and the server refuses it for any later one. */

/** Decisions and texts that staff enter in the form of a step. */
export type OrderStep = Pick<
  CommandArgs<'order.transition'>,
  'event' | 'reason' | 'note' | 'overrides' | 'validUntil' | 'shipment' | 'workDone'
>;

/** The order as the user has seen it. */
type OrderBeforeStep = Pick<Order, 'id' | 'status' | 'reports'> & SeenOrder;

/**
 * Takes a step. Offline it waits in the outbox, and the order keeps its status until the server has accepted it.
 * @throws Refusal when another step of this order is waiting: the next one depends on what becomes of it
 */
export async function takeStep(ctx: CommandContext, seen: OrderBeforeStep, step: OrderStep): Promise<void> {
  await appendLate(ctx, async ({ pending }) => {
    const before = inLane(pending, `order:${seen.id}`);
    if (before.some((entry) => isEntry(entry, 'order.transition'))) throw new Refusal('ILLEGAL_TRANSITION');
    return {
      cmdId: ctx.newId(),
      type: 'order.transition',
      ...(await about(ctx, seen, step, before)),
    };
  });
}

/** Takes a refused step again, as it is written now and for the order as it is seen now. */
export async function retakeStep(
  ctx: CommandContext,
  cmdId: string,
  seen: OrderBeforeStep,
  step: OrderStep,
): Promise<void> {
  await sendAgain(ctx, cmdId, async ({ entry }) => {
    const before = inLane(await pendingIn(ctx.db), entry.lane).filter(({ n }) => n < entry.n);
    return { ...entry, ...(await about(ctx, seen, step, before)) };
  });
}

/** @param waiting the commands about the order that are sent before the step */
async function about(ctx: CommandContext, seen: OrderBeforeStep, step: OrderStep, waiting: readonly OutboxEntry[]) {
  const { id, status, doc, quote, reports = [] } = seen;
  const here = await ctx.db.orders.get(id);
  // A reply of the server is newer than what was pulled, and may have the events of commands that are still here.
  const counted = here !== undefined && seen.sseq > here.sseq ? [] : waiting;
  const sseq = knownVersion(seen.sseq, here, ctx.me.id);
  const expectVersion = versionBehind({ sseq, reports }, counted);
  const args: CommandArgs<'order.transition'> = { ...step, orderId: id, expectStatus: status, expectVersion };
  return { args, before: { sseq, doc, quote } };
}
