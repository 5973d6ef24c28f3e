import { electrical } from './electrical.ts';
import { electrodes } from './electrodes.ts';
import type { Formula } from './formula.ts';

/**
 * All formulas that the assistant computes. To add one: a row in `electrical.ts` or `electrodes.ts`, tied to the entry
 * that explains it, and its questions in `tests/domain/calculation/questions.ts`.
 */
export const formulas: readonly Formula[] = [...electrical, ...electrodes];

/** Looks up a formula, for example that of an answer. @returns undefined for one of a newer version */
export function formulaOf(id: string): Formula | undefined {
  return formulas.find((formula) => formula.id === id);
}
