import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { type FieldProblem, Refusal } from '#domain/ground/errors.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { cellStateRules, cellStatuses } from '#domain/order/life/cell-moves.ts';
import { type Cell, cellsIn, rangesOf } from '#domain/order/data/cells.ts';
import type { Order } from '#domain/order/data/order.ts';
import { changedCells } from '#domain/order/life/seen-cells.ts';
import { isTest } from '#domain/order/data/tests.ts';
import { isBlank } from '#domain/ground/text.ts';
import { command } from '../../spine/work/rules.ts';
import { orders } from '../parts/orders.ts';
import { refuseTooMuch } from '../work/order-limit.ts';
import { entryBy, orderForStaff } from './order-staff.ts';

type Args = CommandArgs<'cells.mark'>;

/** Gives cells of an order another state, or adds cells. Cells that have the state already are marked again. */
export const cellsMark = command('cells.mark', {
  uses: { orders },
  needs: ({ args }) => ({ orders: [{ id: args.orderId }] }),
  decide(work, { args }) {
    const order = orderForStaff(work, args.orderId);
    if (!cellStatuses.has(order.status)) throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, allowed: [] });
    const cells = cellsIn(order);
    const changed = args.seen === undefined ? [] : changedCells(cells, args.numbers, args.seen);
    if (changed.length > 0) throw new Refusal('STALE', { version: order.sseq, cells: rangesOf(changed) });
    const problem = problemWith(order, cells, args);
    if (problem !== undefined) throw new Refusal('INVALID', [problem]);
    const { state, test, reason = '' } = args;
    const change = {
      ranges: rangesOf(args.numbers),
      state,
      ...(test === undefined ? {} : { test }),
      reason: isBlank(reason) ? null : reason.trim(),
      ...entryBy(work),
    };
    refuseTooMuch(work, order.cells ?? [], [change]);
    work.append(`order:${order.id}`, 'cells.changed', { orderId: order.id, change }, true);
    return {};
  },
});

function problemWith({ doc }: Order, cells: readonly Cell[], args: Args): FieldProblem | undefined {
  const { numbers, state, test, reason = '' } = args;
  const { first = false, needs } = cellStateRules[state];
  if (numbers.length === 0) return { path: 'numbers', code: 'REQUIRED' };
  const most = Math.max(...numbers);
  // New cells follow the last one without a gap, so that no serial is missing.
  const added = rangesOf(numbers.filter((n) => n > cells.length));
  const isGap = added.length > 1 || (added[0]?.[0] ?? cells.length + 1) !== cells.length + 1;
  if (isGap || most > orderLimits.cellsPerOrder || (added.length > 0 && !first))
    return { path: 'numbers', code: 'UNKNOWN_CELL' };
  if (needs === 'test' && (test === undefined || !isTest((path) => doc[path], test)))
    return { path: 'test', code: test === undefined ? 'REQUIRED' : 'UNKNOWN_TEST' };
  if (needs !== 'test' && test !== undefined) return { path: 'test', code: 'NOT_HERE' };
  return needs === 'reason' && isBlank(reason) ? { path: 'reason', code: 'REQUIRED' } : undefined;
}
