import type { Calculation } from './calculation.ts';
import type { InputValue } from './bind.ts';
import type { CalculationProblem } from './compute.ts';
import { baseText, figureText, quantityText, roundedFigure, unitName } from '../../quantities/quantity-texts.ts';
import { namesIn } from '../../quantities/expression.ts';
import type { Input, Output } from './formula.ts';
import { unitsOf } from '../../quantities/units.ts';
import { textIn, type BilingualText } from '../../quantities/words.ts';

/** The text of a calculation: its result, the formulas with their numbers, what was assumed; or why there is none. */
export function calculationText(calculation: Calculation, isKorean: boolean): string {
  const { problem, outputs } = calculation;
  if (problem !== undefined) return problemText(problem, isKorean);
  if (outputs.length === 0) return missingText(calculation, isKorean);
  const texts = textsOf(calculation, isKorean);
  const sentence = sentenceOf(
    calculation.formula.sentence.map((form) => textIn(form, isKorean)),
    texts,
  );
  const lines = outputs.map(({ output, value }) => formulaLine(calculation, output, value, isKorean));
  const assumptions = assumptionsOf(calculation, isKorean);
  const assumed = assumptions.length === 0 ? [] : [`${isKorean ? '가정: ' : 'Assumed: '}${assumptions.join('; ')}.`];
  const before = calculation.inputs
    .filter((each) => each.isCarried === true && !isAssumed(each))
    .map((each) => valueText(each, isKorean));
  const carried = before.length === 0 ? [] : [`${isKorean ? '앞의 계산에서: ' : 'From before: '}${before.join('; ')}.`];
  return [sentence ?? '', lines.join('\n'), ...carried, ...assumed].filter((part) => part !== '').join('\n\n');
}

/** Whether a value was not in the question. */
export function isAssumed({ because, value }: InputValue): boolean {
  return because !== undefined && value !== undefined;
}

function assumptionsOf({ inputs, formula }: Calculation, isKorean: boolean): string[] {
  const own = inputs.filter(isAssumed).map((each) => {
    const reason = each.because === undefined ? '' : textIn(each.because, isKorean);
    return `${valueText(each, isKorean)} (${reason})`;
  });
  return [...own, ...(formula.notes ?? []).map((note) => textIn(note, isKorean))];
}

/** The name of an input with its value. */
function valueText({ input, value = 0 }: InputValue, isKorean: boolean): string {
  return `${labelInSentence(input, isKorean)} ${quantityText(input, value, isKorean, figureText)}`;
}

/** Values with their units, by key. */
function textsOf({ inputs, outputs }: Calculation, isKorean: boolean): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { input, value } of inputs)
    if (value !== undefined) texts.set(input.key, quantityText(input, value, isKorean, figureText));
  for (const { output, value } of outputs) texts.set(output.key, quantityText(output, value, isKorean));
  return texts;
}

/** The first form that has all its values, and does not say the time with a CV phase where there is no such phase. */
function sentenceOf(forms: readonly string[], texts: ReadonlyMap<string, string>): string | undefined {
  const isPlain = texts.get('ideal') === texts.get('time');
  const [first, ...others] = forms.filter((form) => filled(form, texts) !== undefined);
  const form = isPlain ? ([first, ...others].find((each) => each?.includes('{ideal}') === false) ?? first) : first;
  return form === undefined ? undefined : filled(form, texts);
}

/** Fills a sentence. @returns undefined when it needs a value that there is not */
function filled(sentence: string, texts: ReadonlyMap<string, string>): string | undefined {
  const keys = [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (keys.some((key) => !texts.has(key))) return undefined;
  return sentence.replaceAll(/\{(\w+)\}/g, (_, key: string) => texts.get(key) ?? '');
}

/** The formula in words, with numbers, and its result: "C-rate = current / capacity = 5 A / 2.5 Ah = 2C". */
function formulaLine({ inputs, outputs }: Calculation, output: Output, value: number, isKorean: boolean): string {
  const named = new Map<string, string>();
  const numbered = new Map<string, string>();
  const all = [
    ...inputs.map((bound) => ({ kind: bound.input, value: bound.value })),
    ...outputs.map((each) => ({ kind: each.output, value: each.value })),
  ];
  for (const each of all) {
    const { kind } = each;
    named.set(kind.key, labelInSentence(kind, isKorean));
    if (each.value !== undefined) numbered.set(kind.key, baseText(kind, each.value, isKorean, figureText));
  }
  const label = textIn(output.label, isKorean);
  const result = baseText(output, value, isKorean, roundedFigure);
  const shown = quantityText(output, value, isKorean);
  const parts = [label, written(output.expression, named), written(output.expression, numbered)];
  return [...parts, ...(result === shown ? [] : [result]), shown]
    .filter((part, at, list) => part !== list[at - 1])
    .join(' = ');
}

/** Writes an expression with other words for its names. */
function written(expression: string, words: ReadonlyMap<string, string>): string {
  const names = new Set(namesIn(expression));
  return expression
    .replaceAll(/([A-Za-z]\w*)( \^ 2)?/g, (_, name: string, square?: string) => {
      const word = names.has(name) ? (words.get(name) ?? name) : name;
      if (square === undefined) return word;
      return word.includes(' ') ? `(${word})²` : `${word}²`;
    })
    .replaceAll(' * ', ' × ')
    .replaceAll(' - ', ' − ')
    .replaceAll(/\bpi\b/g, 'π');
}

/** Returns a label as it is written within a sentence. */
function labelInSentence({ label }: { label: BilingualText }, isKorean: boolean): string {
  return lowerFirst(textIn(label, isKorean));
}

/** "Mean voltage" within a sentence, but "C-rate" and "DC resistance" as they are. */
function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.slice(0, 1).toLowerCase() + label.slice(1) : label;
}

function missingText({ inputs, formula }: Calculation, isKorean: boolean): string {
  const missing = inputs.filter(({ input, value }) => value === undefined && input.optional !== true);
  const labels = missing.map(({ input }) => labelInSentence(input, isKorean)).join(', ');
  const them = missing.length > 1 ? 'them' : 'it';
  return isKorean
    ? `${formula.title.ko}: ${labels} 값이 없습니다. 아래에 입력하면 바로 계산됩니다.`
    : `${formula.title.en}. Missing: ${labels}. Fill ${them} in below, and the result appears.`;
}

/** Returns why no result can be given, and what to do. */
export function problemText(problem: CalculationProblem, isKorean: boolean): string {
  if (problem.kind === 'range') return rangeText(problem.input, isKorean);
  if (problem.kind === 'impossible') {
    const { label } = problem.output;
    return isKorean
      ? `이 값들로는 ${label.ko} 값이 나올 수 없습니다. 값을 확인하고 고치세요.`
      : `These values give no possible ${labelInSentence(problem.output, false)}. Check them and change what is wrong.`;
  }
  const label = labelInSentence(problem.input, isKorean);
  if (problem.kind === 'twice') {
    return isKorean
      ? `${label} 값이 둘 이상이거나 뜻이 분명하지 않습니다: ${problem.text}. 하나만 넣어 다시 묻거나 아래에서 고치세요.`
      : `The question has more than one value for the ${label}, or ${problem.text} has no place in it. Ask with one value, or change it below.`;
  }
  const units = unitsOf(problem.input.dimension)
    .map(({ name }) => unitName(name, isKorean))
    .filter((name) => name !== '');
  const listed = units.slice(0, 3).join(isKorean ? ' 또는 ' : ' or ');
  return isKorean
    ? `${problem.text}: ${label} 값이 아닙니다. ${listed} 단위의 ${label} 값으로 다시 묻거나 아래에 입력하세요.`
    : `${problem.text} is not ${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}. Ask again with the ${label} in ${listed}, or fill it in below.`;
}

function rangeText(input: Input, isKorean: boolean): string {
  const least = quantityText(input, input.min, isKorean, figureText);
  const most = quantityText(input, input.max, isKorean, figureText);
  const label = textIn(input.label, isKorean);
  // A limit that small only excludes zero, which would be divided by.
  if (input.min < 1e-3)
    return isKorean
      ? `${label} 값은 0보다 크고 ${most} 이하여야 합니다. 값을 고치세요.`
      : `${label} must be above 0 and at most ${most}. Change it.`;
  return isKorean
    ? `${label} 값은 ${least}에서 ${most} 사이여야 합니다. 값을 고치세요.`
    : `${label} must be between ${least} and ${most}. Change it.`;
}
