import { type Binding, bind, type InputValue } from './bind.ts';
import { compute, type CalculationProblem, type Result } from './compute.ts';
import { namesIn } from '../../quantities/expression.ts';
import { formulas } from './formulas.ts';
import { longestQuestion, type Quantity, quantitiesIn, readable } from '../../quantities/quantities.ts';

/** A calculation that a question asks for: its formula with the values of the question, and the result. */
export interface Calculation extends Pick<Binding, 'formula' | 'inputs'>, Result {
  /** Whether every number of the question has its meaning in it, and nothing is missing. */
  isSure: boolean;
}

/**
 * Reads the calculation that a question asks for. A question that has numbers but does not ask for one is left alone.
 * @returns undefined when it asks for none
 */
export function calculationIn(question: string): Calculation | undefined {
  if (question.length > longestQuestion || !/\d/.test(question)) return undefined;
  const text = readable(question);
  const quantities = quantitiesIn(text);
  if (quantities.length === 0) return undefined;
  const tagged = taggedText(text, quantities);
  if (!asks.test(tagged) || asksMore.test(tagged) || countsInWords.test(tagged)) return undefined;
  const bindings = formulas
    .filter((formula) => formula.asks.test(tagged))
    .map((formula) => bind(formula, text, quantities))
    .filter(({ taken }) => taken > 0);
  const [whole] = bindings
    .filter(isWhole)
    .sort(byFit)
    .map((binding) => ({ ...binding, ...compute(binding.formula, binding.inputs) }))
    .sort((a, b) => Number(a.problem !== undefined) - Number(b.problem !== undefined));
  if (whole !== undefined) return { ...whole, isSure: true };
  return explicit.test(tagged) ? unfinished(bindings, tagged) : undefined;
}

/** Words and signs that ask for a number, in full or tersely. */
const asks =
  /\?|=|->|→|how (?:many|much|long|large|thick)|what|which|calculat|comput|convert|\bto\b|\bin\b|work out|몇|며칠|얼마|계산|환산|변환|구하|바꾸|\b(?:wh|c-rate|wh ?\/ ?kg)\b|>\s*$/i;

/** Words that ask for a number explicitly; only then is a missing value or a wrong unit pointed out. */
const explicit =
  /how (?:many|much) (?!does|cost)|what (?:c-?rate|current|energy|capacity)|calculat|comput|convert|몇 ?[a-z암와볼%]|계산|환산/i;

/** Words that ask for more than a number: a judgment, a reason, a limit. */
const asksMore =
  /\b(?:why|can i|may i|could i|should|is it|are they|safe|danger\w*|allow\w*|recommend\w*|happens?|normal\w*|usual\w*|typical\w*|realistic|good|bad|better|enough|limits?|too (?:much|high|low|fast|big)|versus|vs|compare\w*|difference|cycler|gauge|cable|fuse|best|acceptable|retention|lose|damage\w*|degrad\w*|life|fail\w*|explod\w*|fire|cheating|price|cost)\b|왜|괜찮|위험|가능|해도|추천|안전|정상|수명|보통|가격|비용/i;

/** A count in words is not read, and a result without it would be wrong: two cells of 5 Ah. */
const countsInWords =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b(?![- ](?:sid|fac|electr|volt))|(?:두|세|네|다섯) ?(?:개|셀)/i;

function taggedText(text: string, quantities: readonly Quantity[]): string {
  let out = '';
  let at = 0;
  for (const { start, end, dimension } of quantities) {
    if (start < at) continue;
    out += `${text.slice(at, start)}<${dimension}>`;
    at = end;
  }
  return out + text.slice(at);
}

function isMissing({ input, value }: InputValue): boolean {
  return value === undefined && input.optional !== true;
}

/** Whether all quantities have a meaning and nothing is missing that the result needs. */
function isWhole({ formula, inputs, left }: Binding): boolean {
  return left.length === 0 && !inputs.some(isMissing) && hasResult(formula, inputs);
}

/** Whether the formula has a result, with every value of the question in it: where optional inputs are missing, it may not. */
function hasResult(formula: Binding['formula'], inputs: Binding['inputs']): boolean {
  const result = compute(formula, inputs);
  if (result.problem !== undefined) return true;
  const used = new Set(result.outputs.flatMap(({ output }) => namesIn(output.expression)));
  const given = inputs.filter(({ value, because }) => value !== undefined && because === undefined);
  return used.size > 0 && given.every(({ input }) => used.has(input.key));
}

/** Compares bindings: more values of the question first, then fewer assumed ones. */
function byFit(a: Binding, b: Binding): number {
  return b.taken - a.taken || assumedIn(a) - assumedIn(b);
}

function assumedIn({ inputs }: Binding): number {
  return inputs.filter(({ because }) => because !== undefined).length;
}

/** A calculation that lacks one value, or has one that it cannot use. */
function unfinished(bindings: readonly Binding[], tagged: string): Calculation | undefined {
  for (const binding of bindings) {
    const missing = binding.inputs.filter(isMissing);
    const problem = problemOf(binding, missing, tagged);
    if (problem !== undefined) return { ...binding, outputs: [], problem, isSure: problem.kind === 'unit' };
  }
  const open = bindings.find(
    ({ formula, inputs, left }) =>
      left.length === 0 && inputs.filter(isMissing).length === 1 && compute(formula, inputs).problem === undefined,
  );
  if (open === undefined || !/<(?!number)/.test(tagged)) return undefined;
  return { ...open, outputs: [], isSure: false };
}

function problemOf(
  { formula, inputs, left }: Binding,
  missing: readonly InputValue[],
  tagged: string,
): CalculationProblem | undefined {
  const [first, ...rest] = left;
  if (first === undefined || rest.length > 0) return undefined;
  const [lacking, ...others] = missing;
  if (lacking !== undefined) {
    const isOther = others.length > 0 || contextual.has(first.dimension) || formula.names?.test(tagged) !== true;
    return isOther ? undefined : { kind: 'unit', input: lacking.input, text: first.text };
  }
  const same = inputs.find(({ input }) => input.dimension === first.dimension);
  if (same?.value === undefined) return undefined;
  return { kind: 'twice', input: same.input, text: first.text };
}

/** Quantities that describe the circumstances: they are no value in a wrong unit. */
const contextual: ReadonlySet<string> = new Set(['temperature', 'time', 'share', 'cells', 'cycles']);

/**
 * Reads the calculation of a question that changes a number of the one before, such as "and at 3C?".
 * @param before the previous question
 */
export function changedCalculation(question: string, before: string): Calculation | undefined {
  if (question.length > 40) return undefined;
  const text = readable(question);
  const [quantity, ...others] = quantitiesIn(text);
  if (quantity === undefined || others.length > 0 || !changes.test(text)) return undefined;
  if (calculationIn(before)?.isSure !== true) return undefined;
  const earlier = readable(before);
  const [same, ...more] = quantitiesIn(earlier).filter(({ dimension }) => dimension === quantity.dimension);
  if (same === undefined || more.length > 0) return undefined;
  const calculation = calculationIn(`${earlier.slice(0, same.start)}${quantity.text}${earlier.slice(same.end)}`);
  return calculation?.isSure === true ? calculation : undefined;
}

const changes = /^\s*(?:and|or|what about|how about|what if|그럼|그러면|그리고|\S+(?:는|은)\s*\?*$)/i;
