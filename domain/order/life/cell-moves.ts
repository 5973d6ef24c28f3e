import { cellsIn, rangesOf } from '../data/cells.ts';
import { asNumber } from '../data/field.ts';
import type { CellChange, CellState, Order, OrderStatus } from '../data/order.ts';
import { buildsCells } from '../data/services.ts';
import { cellsNeeded } from '../fields/test-cells.ts';

/** Rules for changes of an order's cells: by the steps of the order, and by staff. */

/** Needs of each state; `first`: new cells may begin with it. */
export const cellStateRules: Record<CellState, { first?: true; needs?: 'test' | 'reason' }> = {
  planned: { first: true },
  received: { first: true },
  built: { first: true },
  in_test: { needs: 'test' },
  tested: { needs: 'test' },
  shipped: {},
  scrapped: { needs: 'reason' },
};

/** The statuses of an order in which staff may change its cells. */
export const cellStatuses: ReadonlySet<OrderStatus> = new Set(['prototyping', 'testing', 'done', 'shipped']);

/**
 * Returns what a status change does with the cells: the first work on an order gives them their serials, and later
 * steps move all that the step is about.
 */
export function cellsMovedBy(order: Order, event: string, to: OrderStatus): Pick<CellChange, 'ranges' | 'state'>[] {
  const cells = cellsIn(order);
  if (cells.length === 0) return firstCells(order, to);
  const from = movedStates[event];
  const moved = from === undefined ? [] : cells.filter(({ state }) => from.of.includes(state));
  return from === undefined || moved.length === 0
    ? []
    : [{ ranges: rangesOf(moved.map(({ n }) => n)), state: from.to }];
}

/** The states of cells that an event ends, and the one that they get. */
const movedStates: Record<string, { of: CellState[]; to: CellState }> = {
  BUILD_DONE: { of: ['planned'], to: 'built' },
  RESULTS_PUBLISHED: { of: ['in_test'], to: 'tested' },
  SHIP: { of: ['planned', 'received', 'built', 'in_test', 'tested'], to: 'shipped' },
};

function firstCells({ doc }: Order, to: OrderStatus): Pick<CellChange, 'ranges' | 'state'>[] {
  if (to !== 'prototyping' && to !== 'testing') return [];
  const isBuilt = buildsCells(doc);
  const count = isBuilt ? (asNumber(doc['quantity']) ?? 1) : Math.max(1, cellsNeeded(doc).least);
  return [{ ranges: [[1, count]], state: isBuilt ? 'planned' : 'received' }];
}
