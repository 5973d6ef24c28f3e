import { askedOrderIn } from '../order/design/price-question.ts';
import type { AskedOrder } from '../order/data/asked.ts';
import { askedDesignIn } from '../order/design/asked-design.ts';
import {
  designProblemIn,
  designProblemText,
  designQuestionIn,
  designText,
  orderOfDesign,
} from '../order/design/design-texts.ts';
import { priceText } from '../order/design/price-answer.ts';
import type { RateCard } from '../order/data/rate-card.ts';
import { isKorean } from '../quantities/korean.ts';
import type { ComputedResult, Question, QuestionContext } from './retrieval/question.ts';
import { calculationText, isAssumed } from './calculation/answer-text.ts';
import type { Calculation } from './calculation/calculation.ts';
import { calculationAfter } from './calculation/continued.ts';
import { contextOf } from './retrieval/context.ts';

/**
 * Adds to a question what can be computed from it. Apart from the search, which need not know the formulas: on a
 * device, they are in a file of their own.
 * @param card the rate card that prices are computed from
 */
export function withComputed(question: Question, card: RateCard): Question {
  if (question.hasFiles === true) return question;
  const { text, previous } = question;
  const computed = computedIn(text, previous);
  if (computed !== undefined) return { ...question, computed };
  const order = askedOrderIn(text);
  if (order !== undefined) return withPrice(question, order, card);
  const design = designQuestionIn(text);
  if (design === undefined) return question;
  return withOrder(question, orderOfDesign(design), designText(design, isKorean(text)));
}

/** Adds the calculations of questions that wait for their answers. @param asked oldest first */
export function withCalculations(asked: readonly QuestionContext[]): QuestionContext[] {
  const known: QuestionContext[] = [];
  for (const question of asked) {
    const calculation = question.calculation ?? computedIn(question.text, contextOf(known))?.calculation;
    known.push(calculation === undefined ? question : { ...question, calculation });
  }
  return known;
}

/** A price; for cells that are not built here, why that is so, and the unit prices. */
function withPrice(question: Question, order: AskedOrder, card: RateCard): Question {
  const inKorean = isKorean(question.text);
  const problem = designProblemIn(question.text, askedDesignIn(question.text));
  if (problem === undefined || problem.key === 'NOTHING') {
    return withOrder(question, order, priceText(order, inKorean, card));
  }
  const { format: _f, chemistry: _ch, capacity_Ah: _ca, cell: _c, ...rest } = order;
  const units = priceText(rest, inKorean, card);
  return withOrder(question, rest, `${designProblemText(problem, inKorean)}\n\n${units}`);
}

function withOrder(question: Question, order: AskedOrder, text: string): Question {
  return { ...question, computed: { text, order, entries: [], isSure: true, state: 'done' } };
}

function computedIn(text: string, previous: QuestionContext | undefined): ComputedResult | undefined {
  const calculation = calculationAfter(text, previous?.calculation);
  return calculation === undefined ? undefined : resultOf(calculation, isKorean(text));
}

function resultOf(calculation: Calculation, inKorean: boolean): ComputedResult {
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
