import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import type { CommandContext } from '../../../db/context.ts';
import { append } from '../../../db/outbox.ts';
import { sendAgain } from '../../../db/send-again.ts';

/** Puts a member of staff in charge of an order, or none, unless that has changed since the user saw it. */
export async function assignExpert(ctx: CommandContext, args: CommandArgs<'order.assign'>): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'order.assign', args });
}

/** Assigns again after a refusal, as it is chosen now. */
export async function reassignExpert(
  ctx: CommandContext,
  cmdId: string,
  args: CommandArgs<'order.assign'>,
): Promise<void> {
  await sendAgain(ctx, cmdId, async ({ entry }) => ({ ...entry, args }));
}
