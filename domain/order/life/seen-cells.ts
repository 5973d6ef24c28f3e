import { orderLimits } from '../data/limits.ts';
import { type Cell, numbersIn, rangesOf } from '../data/cells.ts';
import type { CellChange } from '../data/order.ts';

/**
 * State of cells as users saw it when they changed it. A cell that has another state or test by then has been changed
 * by another user. Changes of other cells do not matter.
 */

/** Cells that looked the same. */
export type SeenCells = Pick<CellChange, 'ranges' | 'state' | 'test'>;

/** Returns the state and test of these cells; numbers that no cell has yet are left out. */
export function seenCells(cells: readonly Cell[], numbers: readonly number[]): SeenCells[] {
  const wanted = new Set(numbers);
  const groups = new Map<string, { like: Pick<Cell, 'state' | 'test'>; numbers: number[] }>();
  for (const cell of cells) {
    if (!wanted.has(cell.n)) continue;
    const group = groups.get(lookOf(cell)) ?? { like: cell, numbers: [] };
    groups.set(lookOf(cell), group);
    group.numbers.push(cell.n);
  }
  return [...groups.values()].map(({ like: { state, test }, numbers: alike }) => ({
    ranges: rangesOf(alike),
    state,
    ...(test === undefined ? {} : { test }),
  }));
}

/** Returns those of the numbers whose cells do not look as they were seen: others now, or new. */
export function changedCells(cells: readonly Cell[], numbers: readonly number[], seen: readonly SeenCells[]): number[] {
  // Each cell is in one group. More than that is malformed, and would take long to compare.
  const count = seen
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, [first, last]) => sum + Math.max(0, last - first) + 1, 0);
  if (count > orderLimits.cellsPerOrder) return [...numbers];
  const before = new Map(seen.flatMap((group) => numbersIn(group.ranges).map((n) => [n, lookOf(group)] as const)));
  const now = new Map(cells.map((cell) => [cell.n, lookOf(cell)]));
  return numbers.filter((n) => before.get(n) !== now.get(n));
}

function lookOf({ state, test = '' }: Pick<Cell, 'state' | 'test'>): string {
  return `${state} ${test}`;
}
