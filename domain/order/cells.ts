import { asNumber } from './field.ts';
import type { CellChange, CellState, Order, OrderStatus } from './order.ts';
import { serialOf } from './serial.ts';
import { buildsCells } from './services.ts';
import { cellsNeeded } from './test-cells.ts';

/** The cells of an order: each has a number, a serial and a state. A change names the cells that it is about. */

/** A cell as it is now. `at` is the time of its last change, `test` the id of the test it is or was in. */
export interface Cell extends Pick<CellChange, 'state' | 'test' | 'reason' | 'at'> {
  n: number;
  serial: string;
}

/** Each state, with what it needs; `first`: new cells may begin with it. In the order in which a cell has them. */
export const cellStates: Record<CellState, { first?: true; needs?: 'test' | 'reason' }> = {
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

/** Returns the cells of an order by number; none before staff have begun with it. */
export function cellsIn({ number, cells = [] }: Pick<Order, 'number' | 'cells'>): Cell[] {
  const now = new Map<number, Cell>();
  for (const { ranges, state, test, reason, at } of cells) {
    for (const n of numbersIn(ranges)) {
      const inTest = test ?? (state === 'planned' ? undefined : now.get(n)?.test);
      now.set(n, {
        n,
        serial: serialOf(number, n),
        state,
        ...(inTest === undefined ? {} : { test: inTest }),
        reason,
        at,
      });
    }
  }
  return [...now.values()].sort((a, b) => a.n - b.n);
}

/** Returns how many cells of an order have each state that any has. */
export function cellCounts(cells: readonly Cell[]): [state: CellState, count: number][] {
  const states = Object.keys(cellStates) as CellState[];
  return states.flatMap((state): [CellState, number][] => {
    const count = cells.filter((cell) => cell.state === state).length;
    return count === 0 ? [] : [[state, count]];
  });
}

/** Returns numbers as ranges, each with its first and last number. */
export function rangesOf(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const n of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === n - 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges;
}

/** Returns the numbers in ranges. */
export function numbersIn(ranges: CellChange['ranges']): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

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

/** Applies a change of cells at its position. @returns the order unchanged when it has the change already */
export function withCellChange<T extends Pick<Order, 'cells' | 'renamed'>>(order: T, change: CellChange): T {
  const { cells = [], renamed } = order;
  if (cells.some(({ sseq }) => sseq === change.sseq)) return order;
  const named = { ...change, byName: renamed?.[change.by] ?? change.byName };
  return { ...order, cells: [...cells, named].sort((a, b) => a.sseq - b.sseq) };
}
