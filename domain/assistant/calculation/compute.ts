import type { InputValue } from './bind.ts';
import { evaluate, namesIn } from '../../quantities/expression.ts';
import type { Formula, Input, Output } from './formula.ts';

/** Reason why no result can be given. */
export type CalculationProblem =
  | { kind: 'range'; input: Input }
  /** A result that is impossible, such as a negative porosity. */
  | { kind: 'impossible'; output: Output }
  | { kind: 'unit'; input: Input; text: string }
  | { kind: 'twice'; input: Input; text: string };

export interface Result {
  outputs: { output: Output; value: number }[];
  problem?: CalculationProblem;
}

/** Finds the first value outside its range. */
export function problemWithInput(input: Input, value: number | undefined): CalculationProblem | undefined {
  if (value === undefined) return undefined;
  return value >= input.min && value <= input.max ? undefined : { kind: 'range', input };
}

/**
 * Computes the outputs of a formula; those that lack an input are left out.
 * @param inputs values in the first units of their dimensions
 */
export function compute(formula: Formula, inputs: readonly Pick<InputValue, 'input' | 'value'>[]): Result {
  for (const { input, value } of inputs) {
    const problem = problemWithInput(input, value);
    if (problem !== undefined) return { outputs: [], problem };
  }
  const values: Record<string, number> = {};
  for (const { input, value } of inputs) if (value !== undefined) values[input.key] = value;
  const outputs: Result['outputs'] = [];
  for (const output of formula.outputs) {
    if (namesIn(output.expression).some((name) => values[name] === undefined)) continue;
    const value = output.computedBy === undefined ? evaluate(output.expression, values) : output.computedBy(values);
    if (value === undefined || value < (output.min ?? -Infinity) || value > (output.max ?? Infinity))
      return { outputs: [], problem: { kind: 'impossible', output } };
    values[output.key] = value;
    outputs.push({ output, value });
  }
  return { outputs };
}
