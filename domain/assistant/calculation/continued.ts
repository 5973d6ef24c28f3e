import type { AnswerCalculation } from '../../chat/chat.ts';
import { type Quantity, longestQuestion, quantitiesIn, readable } from '../../quantities/quantities.ts';
import { typicalIn } from '../../quantities/typical-values.ts';
import { words } from '../../quantities/words.ts';
import { isAssumed } from './answer-text.ts';
import { type Binding, bind, boundOf, type InputValue, isNear } from './bind.ts';
import { asksForMore, byFit, type Calculation, calculationIn, isMissing, taggedText } from './calculation.ts';
import { compute } from './compute.ts';
import type { Formula, Input, Output } from './formula.ts';
import { formulaOf, formulas } from './formulas.ts';

/** Calculations that continue the one before them in a conversation. */

/**
 * Reads the calculation that a question asks for, completed from the one before: the question changes some of its values,
 * as in "and at 2C?", or computes on with its result. A question that has all its values takes none from before.
 * @param before the last calculation of the conversation
 * @returns undefined when the question asks for none
 */
export function calculationAfter(question: string, before: AnswerCalculation | undefined): Calculation | undefined {
  const own = calculationIn(question);
  const formula = before === undefined ? undefined : formulaOf(before.formula);
  if (before === undefined || formula === undefined || question.length > longestQuestion) return own;
  const text = readable(question);
  const quantities = quantitiesIn(text);
  const isBare = quantities.length > 0 && !/\p{L}{2}/u.test(taggedText(text, quantities, () => ''));
  const refers = isBare || refersToBefore.test(text);
  const isWhole = own?.isSure === true && own.outputs.length > 0 && !isBare;
  if (isWhole && !(refers && own.inputs.some(isAssumed))) return own;
  return continued({ text, refers, quantities, before, last: formula }, own);
}

interface FollowUp {
  text: string;
  /** Whether its words refer to the calculation before, or it is nothing but quantities, such as 60 x 90 mm. */
  refers: boolean;
  quantities: readonly Quantity[];
  before: AnswerCalculation;
  last: Formula;
}

const refersToBefore =
  /^\s*(?:and|or|so|then|now|same|what about|how about|what if|if|with|at|for|from|to|but|also|instead|make it|그럼|그러면|그렇다면|그리고|같은|만약|이번|그때|이때)(?![a-z])|\b(?:then|instead|that|this|it|those|same|such)\b|(?:는|은|면|라면|경우)(?:요|에는|는)?\s*\?*\s*$/iu;

/** @param own what the question is without the calculation before */
function continued(followUp: FollowUp, own: Calculation | undefined): Calculation | undefined {
  const { text, quantities, last, refers } = followUp;
  const tagged = taggedText(text, quantities);
  if (asksForMore(tagged)) return own;
  // The tag of a quantity, such as <capacity>, would be taken for a word that asks.
  const asked = taggedText(text, quantities, () => '<>');
  const others = formulas.filter((formula) => formula !== last && formula.asks.test(asked));
  const kin = formulas.filter((formula) => formula !== last && formula.kin !== undefined && formula.kin === last.kin);
  const same = refers && asked.length <= longestChange ? [last, ...kin] : [];
  const changed = same
    .flatMap((formula) => change(formula, followUp) ?? [])
    .sort(byScore((each) => meaning(each, followUp)));
  const next = others.flatMap((formula) => computeOn(formula, followUp) ?? []).sort(byFit);
  const whole = next.filter(({ inputs }) => !inputs.some(isMissing));
  const [found] = last.asks.test(asked) || others.length === 0 ? [...changed, ...whole] : [...whole, ...changed];
  if (found !== undefined) return { ...found, ...compute(found.formula, found.inputs), isSure: true };
  // Values that the question lacks may be known from before.
  const open = own?.problem === undefined ? next.find(({ formula }) => formula === own?.formula) : undefined;
  return open === undefined ? own : { ...open, outputs: [], isSure: own?.isSure === true };
}

/** A longer text, in characters, does not only change values. */
const longestChange = 45;

function byScore(score: (binding: Binding) => number): (a: Binding, b: Binding) => number {
  return (a, b) => score(b) - score(a);
}

/** Counts the values that are named, and those that cannot be assumed: 2C is rather the rate of a charge than its cut-off. */
function meaning({ inputs }: Binding, { text, quantities }: FollowUp): number {
  const given = inputs.filter(isGiven);
  return (
    given.filter((each) => isNamed(each, text, quantities)).length +
    given.filter(({ input }) => input.assumed === undefined).length
  );
}

/** Whether the question names an input beside its value. */
function isNamed({ input, value }: InputValue, text: string, quantities: readonly Quantity[]): boolean {
  return quantities.some((each) => each.value === value && isNear(input, each, text, quantities));
}

/** The formula with the values of the question in the place of those before. */
function change(formula: Formula, followUp: FollowUp): Binding | undefined {
  const { text, before, last } = followUp;
  const binding = bind(formula, text, followUp.quantities);
  if (binding.left.length > 0 || isAmbiguous(binding, followUp)) return undefined;
  let changes = binding.taken;
  // A discharge is at the rate of the charge, unless the question names the charge.
  const followed = binding.inputs.filter((each) => isGiven(each) && !isNamed(each, text, followUp.quantities));
  const given = new Map(followed.map(({ input, value = 0 }) => [input.key, value]));
  const inputs = binding.inputs.map((each): InputValue => {
    if (isGiven(each)) return each;
    const { input } = each;
    const wasAssumed = before.assumed.includes(input.key);
    if (input.typical !== undefined && wasAssumed && typicalIn(text, input.typical, input.part) !== undefined) {
      changes++;
      return each;
    }
    if (input.like !== undefined && wasAssumed && given.has(input.like)) return boundOf(input, given, text);
    return carried(each, before, last) ?? each;
  });
  return changes > 0 && !inputs.some(isMissing) ? { ...binding, inputs } : undefined;
}

/** Whether a quantity may replace one or another value of the calculation before. */
function isAmbiguous({ inputs, formula }: Binding, { text, quantities, before }: FollowUp): boolean {
  return inputs.filter(isGiven).some(({ input, value = 0 }) => {
    const alike = formula.inputs.filter(
      ({ dimension, key, assumed }) =>
        dimension === input.dimension &&
        before.values[key] !== undefined &&
        !before.assumed.includes(key) &&
        (assumed === undefined || input.assumed !== undefined),
    );
    const own = quantities.filter(({ dimension }) => dimension === input.dimension);
    return alike.length > own.length && !isNamed({ input, value }, text, quantities);
  });
}

/** Another formula with the values of the question, and with values of the calculation before for what it does not name. */
function computeOn(formula: Formula, { text, quantities, before, last, refers }: FollowUp): Binding | undefined {
  const binding = bind(formula, text, quantities);
  if (binding.left.length > 0) return undefined;
  const inputs = binding.inputs.map((each) => {
    if (isGiven(each)) return each;
    const byKey = carried(each, before, last);
    if (byKey !== undefined && (refers || isMissing(each))) return byKey;
    return (isMissing(each) ? result(each.input, formula, before, last) : undefined) ?? each;
  });
  const takes = inputs.some(({ isCarried }) => isCarried === true);
  return takes ? { ...binding, inputs } : undefined;
}

/** Whether the question has the value itself. */
function isGiven({ value, because, isCarried }: InputValue): boolean {
  return value !== undefined && because === undefined && isCarried !== true;
}

/** The value that the calculation before had for this very input; undefined when it had none. */
function carried({ input }: InputValue, before: AnswerCalculation, last: Formula): InputValue | undefined {
  const value = before.values[input.key];
  const kind = [...last.inputs, ...last.outputs].find(({ key }) => key === input.key);
  if (value === undefined || kind?.dimension !== input.dimension) return undefined;
  // An area may be that of one side or of all.
  if (input.dimension === 'area' && kind.label.en !== input.label.en) return undefined;
  const isAgain = before.assumed.includes(input.key);
  return { input, value, isCarried: true, ...(isAgain ? { because: words('as before', '앞과 같이') } : {}) };
}

/** The result before, or the only input of its kind, for an input that nothing else of its kind can fill. */
function result(input: Input, formula: Formula, before: AnswerCalculation, last: Formula): InputValue | undefined {
  if (formula.inputs.filter(({ dimension }) => dimension === input.dimension).length > 1) return undefined;
  const known = ({ key, dimension }: Input | Output): boolean =>
    dimension === input.dimension && before.values[key] !== undefined;
  const results = last.outputs.filter(known);
  const found = results.length > 0 ? results : unlike.has(input.dimension) ? [] : last.inputs.filter(known);
  const [only, ...more] = found;
  const value = only === undefined || more.length > 0 ? undefined : before.values[only.key];
  return value === undefined ? undefined : { input, value, isCarried: true };
}

/** Dimensions of which two values are seldom of the same thing. */
const unlike: ReadonlySet<string> = new Set([
  'share',
  'length',
  'area',
  'number',
  'specificCapacity',
  'density',
  'time',
]);
