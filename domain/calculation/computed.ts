import type { AnswerCalculation } from '../chat.ts';
import { isKorean } from '../retrieval/korean.ts';
import type { Question } from '../retrieval/question.ts';
import { calculationText, isAssumed } from './answer-text.ts';
import { type Calculation, calculationIn, changedCalculation } from './calculation.ts';

/** What was computed from the numbers of a question, ready for an answer. */
export interface Computed {
  /** The result with its formula and what was assumed, or why there is none; in the language of the question. */
  text: string;
  calculation: AnswerCalculation;
  /** Ids of the entries that explain the formula. */
  entries: readonly string[];
  /** Whether every number of the question has its meaning in the formula. */
  isSure: boolean;
  state: 'done' | 'missing' | 'problem';
}

/**
 * Adds to a question what can be computed from it. Apart from the search, which need not know the formulas: on a
 * device, they are in a file of their own.
 */
export function withComputed(question: Question): Question {
  if (question.hasFiles === true) return question;
  const { text, previous } = question;
  const calculation =
    calculationIn(text) ?? (previous === undefined ? undefined : changedCalculation(text, previous.text));
  return calculation === undefined ? question : { ...question, computed: computedOf(calculation, isKorean(text)) };
}

function computedOf(calculation: Calculation, inKorean: boolean): Computed {
  const { formula, inputs, outputs, problem, isSure } = calculation;
  const values: Record<string, number> = {};
  for (const { input, value } of inputs) if (value !== undefined) values[input.key] = value;
  for (const { output, value } of outputs) values[output.key] = value;
  const assumed = inputs.filter(isAssumed).map(({ input }) => input.key);
  return {
    text: calculationText(calculation, inKorean),
    calculation: { formula: formula.id, values, assumed },
    entries: formula.entries,
    isSure,
    state: problem !== undefined ? 'problem' : outputs.length === 0 ? 'missing' : 'done',
  };
}
