import type { CommandArgs } from '#domain/commands.ts';
import { Refusal } from '#domain/errors.ts';
import type { Order } from '#domain/order/order.ts';
import type { CommandContext } from '../db/context.ts';
import { appendLate } from '../db/outbox.ts';
import { inLane } from '../db/pending.ts';
import { isEntry } from '../db/project-room.ts';
import type { OrderSeen } from '../db/schema.ts';
import { sendAgain } from './waiting.ts';

/** Steps of staff. A step is about one version of an order, and the server refuses it for any later one. */

/** What staff decide and write in the form of a step. */
export type Step = Pick<
  CommandArgs<'order.transition'>,
  'event' | 'reason' | 'note' | 'overrides' | 'validUntil' | 'shipment' | 'workDone'
>;

/** The order as the user has seen it. */
type Seen = Pick<Order, 'id' | 'status'> & OrderSeen;

/**
 * Takes a step. Offline it waits in the outbox, and the order keeps its status until the server has accepted it.
 * @throws Refusal when another step of this order is waiting: the next one depends on what becomes of it
 */
export async function takeStep(ctx: CommandContext, seen: Seen, step: Step): Promise<void> {
  await appendLate(ctx, async ({ pending }) => {
    const isWaiting = inLane(pending, `order:${seen.id}`).some((entry) => isEntry(entry, 'order.transition'));
    if (isWaiting) throw new Refusal('ILLEGAL_TRANSITION');
    return { cmdId: ctx.newId(), type: 'order.transition', ...about(seen, step) };
  });
}

/** Takes a refused step again, as it is written now and for the order as it is seen now. */
export async function retakeStep(ctx: CommandContext, cmdId: string, seen: Seen, step: Step): Promise<void> {
  await sendAgain(ctx, cmdId, async ({ entry }) => ({ ...entry, ...about(seen, step) }));
}

function about({ id, status, sseq, doc, quote }: Seen, step: Step) {
  const args: CommandArgs<'order.transition'> = { ...step, orderId: id, expectStatus: status, expectVersion: sseq };
  return { args, before: { sseq, doc, quote } };
}
