import type { AnswerCalculation } from '#domain/chat/chat.ts';
import { compute, problemWithInput, type Result } from '#domain/assistant/calculation/compute.ts';
import { figureIn } from '#domain/quantities/quantity-texts.ts';
import type { Formula, Input } from '#domain/assistant/calculation/formula.ts';
import { readableUnit, unitsOf } from '#domain/quantities/units.ts';
import { readFigureText, unchanged } from '#domain/ground/figure/read-figure.ts';

/** Values that are typed for each input of a calculator: a text and its unit. Pure. */

export interface TypedInput {
  text: string;
  unit: string;
  isAssumed: boolean;
}

export type TypedValues = Readonly<Record<string, TypedInput>>;

/** Returns what the inputs show at first: the values of the answer. */
export function initialValuesOf(formula: Formula, { values, assumed }: AnswerCalculation): TypedValues {
  return Object.fromEntries(
    formula.inputs.map((input) => {
      const value = values[input.key];
      const unit = readableUnit(input.dimension, value ?? 0, input.unit);
      const text = value === undefined ? '' : figureIn(value, unit);
      return [input.key, { text, unit: unit?.name ?? '', isAssumed: assumed.includes(input.key) }];
    }),
  );
}

/** Changes the unit of an input and keeps its value; a text that is no number stays as it is. */
export function switchUnit(input: Input, typed: TypedInput, name: string): TypedInput {
  const value = readTyped(input, typed);
  const unit = unitsOf(input.dimension).find((each) => each.name === name);
  return typeof value === 'number' ? { ...typed, unit: name, text: figureIn(value, unit) } : { ...typed, unit: name };
}

/**
 * Reads an input.
 * @returns its value in the first unit of its dimension; 'empty'; 'number' where it is none; 'separators' where it can
 * be read in two ways
 */
function readTyped(input: Input, { text, unit }: TypedInput): number | 'empty' | 'number' | 'separators' {
  if (text.trim() === '') return 'empty';
  const factor = unitsOf(input.dimension).find(({ name }) => name === unit)?.factor ?? 1;
  const convert = (written: string) => (['', unit].includes(written.trim()) ? unchanged : undefined);
  const allows = (value: number) => problemWithInput(input, value * factor) === undefined;
  const reading = readFigureText(text, { convert, allows, writesPoint: true });
  if ('either' in reading) return 'separators';
  return 'value' in reading ? reading.value * factor : 'number';
}

type InputProblem = 'empty' | 'number' | 'separators' | 'range';

export interface CalculatorResult extends Result {
  /** Problems by the key of the input. */
  inputs: Record<string, InputProblem>;
}

/** Computes the results of the typed values; there are none while an input cannot be used. */
export function calculate(formula: Formula, typed: TypedValues): CalculatorResult {
  const inputs: Record<string, InputProblem> = {};
  const bound = formula.inputs.map((input) => {
    const read = readTyped(input, typed[input.key] ?? { text: '', unit: input.unit, isAssumed: false });
    if (typeof read === 'number') {
      if (problemWithInput(input, read) !== undefined) inputs[input.key] = 'range';
      return { input, value: read };
    }
    if (read !== 'empty' || input.optional !== true) inputs[input.key] = read;
    return { input };
  });
  return Object.keys(inputs).length > 0 ? { inputs, outputs: [] } : { inputs, ...compute(formula, bound) };
}
