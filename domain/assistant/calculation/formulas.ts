import { balances } from './balance.ts';
import { chargeKept } from './charge-kept.ts';
import { currentAndEnergy } from './current-and-energy.ts';
import { durations } from './durations.ts';
import { electrodes } from './electrodes.ts';
import type { Formula } from './formula.ts';
import { packs } from './packs.ts';
import { pores } from './pores.ts';
import { resistances } from './resistance.ts';
import { rolls } from './rolls.ts';
import { stacks } from './stacks.ts';

/**
 * All formulas that the assistant computes. To add one: a row in the table of its subject, tied to the entry that explains
 * it, and its questions in `tests/domain/assistant/calculation/questions.ts`. Of two that fit a question alike, the first is taken.
 */
export const formulas: readonly Formula[] = [
  ...currentAndEnergy,
  ...packs,
  ...durations,
  ...chargeKept,
  ...resistances,
  ...electrodes,
  ...balances,
  ...stacks,
  ...rolls,
  ...pores,
];

/** Looks up a formula, for example that of an answer. @returns undefined for one of a newer version */
export function formulaOf(id: string): Formula | undefined {
  return formulas.find((formula) => formula.id === id);
}
