import type { CommandArgs } from '#domain/commands.ts';
import { Refusal } from '#domain/errors.ts';
import type { Order } from '#domain/order/order.ts';
import type { CommandContext } from '../db/context.ts';
import { appendLate } from '../db/outbox.ts';
import { inLane, pendingIn } from '../db/pending.ts';
import { isEntry } from '../db/project-room.ts';
import type { OrderSeen, OutboxEntry } from '../db/schema.ts';
import { versionBehind } from '../db/steps-behind.ts';
import { sendAgain } from './waiting.ts';

/** Steps of staff. A step is about one version of an order, and the server refuses it for any later one. */

/** What staff decide and write in the form of a step. */
export type Step = Pick<
  CommandArgs<'order.transition'>,
  'event' | 'reason' | 'note' | 'overrides' | 'validUntil' | 'shipment' | 'workDone'
>;

/** The order as the user has seen it. */
type Seen = Pick<Order, 'id' | 'status' | 'reports'> & OrderSeen;

/**
 * Takes a step. Offline it waits in the outbox, and the order keeps its status until the server has accepted it.
 * @throws Refusal when another step of this order is waiting: the next one depends on what becomes of it
 */
export async function takeStep(ctx: CommandContext, seen: Seen, step: Step): Promise<void> {
  await appendLate(ctx, async ({ pending }) => {
    const before = inLane(pending, `order:${seen.id}`);
    if (before.some((entry) => isEntry(entry, 'order.transition'))) throw new Refusal('ILLEGAL_TRANSITION');
    return {
      cmdId: ctx.newId(),
      type: 'order.transition',
      ...about(seen, step, await countedBefore(ctx, seen, before)),
    };
  });
}

/** Takes a refused step again, as it is written now and for the order as it is seen now. */
export async function retakeStep(ctx: CommandContext, cmdId: string, seen: Seen, step: Step): Promise<void> {
  await sendAgain(ctx, cmdId, async ({ entry }) => {
    const before = inLane(await pendingIn(ctx.db), entry.lane).filter(({ n }) => n < entry.n);
    return { ...entry, ...about(seen, step, await countedBefore(ctx, seen, before)) };
  });
}

/** Returns the commands before a step whose events the version that was seen does not have. */
async function countedBefore(ctx: CommandContext, { id, sseq }: Seen, before: OutboxEntry[]): Promise<OutboxEntry[]> {
  const here = await ctx.db.orders.get(id);
  // A reply of the server is newer than what was pulled, and may have the events of commands that are still here.
  return here !== undefined && sseq > here.sseq ? [] : before;
}

function about(seen: Seen, step: Step, before: readonly OutboxEntry[]) {
  const { id, status, sseq, doc, quote } = seen;
  const expectVersion = versionBehind(seen, before);
  const args: CommandArgs<'order.transition'> = { ...step, orderId: id, expectStatus: status, expectVersion };
  return { args, before: { sseq, doc, quote } };
}
