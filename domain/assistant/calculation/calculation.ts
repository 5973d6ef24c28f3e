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
  if (!asks.test(tagged) || asksForMore(tagged)) return undefined;
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
  const isMeant = explicit.test(tagged) || bindings.some(({ formula }) => isNamed(formula, tagged));
  return isMeant ? unfinished(bindings, tagged) : undefined;
}

/** Words and signs that ask for a number, in full or tersely. */
const asks =
  /^\s*(?:porosity|areal capacity|n ?\/ ?p|energy|layers|layer count|total stack|anode loading|charging time|기공률|면적 ?용량|음극 로딩)|\bafter <cycles>|<cycles> ?(?:후|뒤)|\bleft\b|\?|=|->|→|how (?:many|much|long|large|thick)|what|which|calculat|comput|convert|\bto\b|\bin\b|work out|몇|며칠|얼마|계산|환산|변환|구하|바꾸|알려|(?:에너지|용량|기공률|두께|로딩|전류|시간)\s*$|\b(?:wh|c-rate|wh ?\/ ?kg)\b|>\s*$/i;

/** Words that ask for a number explicitly; only then is a missing value or a wrong unit pointed out. */
const explicit =
  /how (?:many|much) (?!does|cost)|what (?:c-?rate|current|energy|capacity)|calculat|comput|convert|몇 ?[a-z암와볼%]|계산|환산/i;

/** Words that ask for more than a number: a judgment, a reason, a limit. */
const asksMore =
  /\b(?:why|can i|may i|could i|should|is it|are they|safe|danger\w*|allow\w*|recommend\w*|happens?|normal\w*|usual\w*|typical\w*|realistic|good|bad|better|enough|limits?|too (?:much|high|low|fast|big)|versus|vs|compare\w*|difference|cycler|gauge|cable|fuse|best|acceptable|(?<!(?:\bce\b|coulombic)[^]*)retention(?![^]*(?:\bce\b|coulombic))|lose|damage\w*|degrad\w*|life|fail\w*|explod\w*|fire|cheating|price|cost)\b|왜|괜찮|위험|가능|해도|추천|안전|정상|수명|보통|가격|비용|좋은가|좋나|적당|충분/i;

/** A count in words is not read, and a result without it would be wrong: two cells of 5 Ah. */
const countsInWords =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b(?![- ](?:sid|fac|electr|volt))|(?:두|세|네|다섯) ?(?:개|셀)/i;

/** Whether a text asks for more than a number, or names a count that is not read. */
export function asksForMore(tagged: string): boolean {
  return asksMore.test(tagged) || countsInWords.test(tagged);
}

/** Returns a text with tags in the place of its quantities. @param tag the dimension in angle brackets, or another one */
export function taggedText(
  text: string,
  quantities: readonly Quantity[],
  tag = (dimension: string) => `<${dimension}>`,
): string {
  let out = '';
  let at = 0;
  for (const { start, end, dimension } of quantities) {
    if (start < at) continue;
    out += text.slice(at, start) + tag(dimension);
    at = end;
  }
  return out + text.slice(at);
}

/** Whether a question names the result of a formula plainly. */
function isNamed(formula: Binding['formula'], tagged: string): boolean {
  return formula.names?.test(tagged) === true;
}

/** Whether the formula lacks this input. */
export function isMissing({ input, value }: InputValue): boolean {
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
export function byFit(a: Binding, b: Binding): number {
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
  const open = bindings.filter(
    ({ formula, inputs, left }) => left.length === 0 && compute(formula, inputs).problem === undefined,
  );
  const named = open.find(({ formula }) => isNamed(formula, tagged));
  const found = named ?? open.find(({ inputs }) => inputs.filter(isMissing).length === 1);
  if (found === undefined || !/<(?!number)/.test(tagged)) return undefined;
  return { ...found, outputs: [], isSure: named !== undefined };
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
    const isOther = others.length > 0 || contextual.has(first.dimension) || !isNamed(formula, tagged);
    return isOther ? undefined : { kind: 'unit', input: lacking.input, text: first.text };
  }
  const same = inputs.find(({ input }) => input.dimension === first.dimension);
  if (same?.value === undefined) return undefined;
  return { kind: 'twice', input: same.input, text: first.text };
}

/** Quantities that describe the circumstances: they are no value in a wrong unit. */
const contextual: ReadonlySet<string> = new Set(['temperature', 'time', 'share', 'cells', 'cycles']);
