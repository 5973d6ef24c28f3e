import type { FieldConflict } from '../data/order.ts';
import type { ValueChange } from '../fields/presets.ts';

/** Conflicts that one command brought: a choice, and the values that follow from it. No user chose a mix of both. */

/**
 * Returns the conflicts that the decision of one at a path decides too, on the same side: for the first of its command
 * all others of that command, for the others none.
 */
export function decidedWith(conflicts: readonly FieldConflict[], path: string): FieldConflict[] {
  const conflict = conflicts.find((each) => each.path === path);
  const set = conflicts.filter(({ sseq }) => sseq === conflict?.sseq);
  return set[0] === conflict ? set.slice(1) : [];
}

/** Returns the changes that decide a conflict for one side, with all that it decides. */
export function decisionOf(conflicts: readonly FieldConflict[], path: string, side: 'mine' | 'theirs'): ValueChange[] {
  const decided = [...conflicts.filter((each) => each.path === path), ...decidedWith(conflicts, path)];
  return decided.map((conflict) => ({ path: conflict.path, value: conflict[side] }));
}
