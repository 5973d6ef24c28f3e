import type { CellChange, CellState, Order } from './order.ts';
import { serialOf } from './cell-serial.ts';

/** The cells of an order: each has a number, a serial and a state. A change names the cells that it is about. */

/** A cell as it is now. `at` is the time of its last change, `test` the id of the test it is or was in. */
export interface Cell extends Pick<CellChange, 'state' | 'test' | 'reason' | 'at'> {
  n: number;
  serial: string;
}

/** All states, in the order in which a cell has them. */
export const cellStates: readonly CellState[] = [
  'planned',
  'received',
  'built',
  'in_test',
  'tested',
  'shipped',
  'scrapped',
];

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
  return cellStates.flatMap((state): [CellState, number][] => {
    const count = cells.filter((cell) => cell.state === state).length;
    return count === 0 ? [] : [[state, count]];
  });
}

/** Returns how many cells of an order can be shipped: those that are not scrapped; undefined before there are cells. */
export function countShippableCells(order: Pick<Order, 'number' | 'cells'>): number | undefined {
  const cells = cellsIn(order);
  return cells.length === 0 ? undefined : cells.filter(({ state }) => state !== 'scrapped').length;
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
