import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { cellsIn } from '#domain/order/data/cells.ts';
import type { Order } from '#domain/order/data/order.ts';
import { seenCells } from '#domain/order/life/seen-cells.ts';
import type { CommandContext } from '../../../db/context.ts';
import { append } from '../../../db/outbox.ts';
import { sendAgain } from '../../../db/send-again.ts';

/** Mark that staff set on cells: the numbers of the cells, their new state, the test and the reason. */
export type CellsMark = Pick<CommandArgs<'cells.mark'>, 'numbers' | 'state' | 'test' | 'reason'>;

/** The order with its cells as the user sees them, also by their own changes that still wait. */
type OrderWithCells = Pick<Order, 'id' | 'number' | 'cells'>;

/** Gives cells another state, or adds cells. The server refuses it where the cells no longer are as they were seen. */
export async function markCells(ctx: CommandContext, seen: OrderWithCells, mark: CellsMark): Promise<void> {
  await append(ctx, { cmdId: ctx.newId(), type: 'cells.mark', args: argsOf(seen, mark) });
}

/** Makes a refused change again, for the cells as they are seen now. */
export async function markCellsAgain(
  ctx: CommandContext,
  cmdId: string,
  seen: OrderWithCells,
  mark: CellsMark,
): Promise<void> {
  await sendAgain(ctx, cmdId, async ({ entry }) => ({ ...entry, args: argsOf(seen, mark) }));
}

function argsOf(seen: OrderWithCells, { numbers, state, test, reason }: CellsMark): CommandArgs<'cells.mark'> {
  return {
    orderId: seen.id,
    numbers,
    state,
    ...(test === undefined ? {} : { test }),
    ...(reason === undefined ? {} : { reason }),
    seen: seenCells(cellsIn(seen), numbers),
  };
}
