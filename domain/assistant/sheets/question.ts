import { type Condition, conditionsIn } from './indexes.ts';
import { type Measure, measureAsked } from './measures.ts';

/** Reads from a question what it asks of a table. */

type Asking = 'value' | 'retention' | 'coulombic' | 'difference' | 'least' | 'most' | 'mean' | 'below';

export interface TableQuestion {
  text: string;
  asking: Asking;
  measure: Measure | undefined;
  conditions: Condition[];
  /** Whether the first of two rows is what the other is compared with. */
  hasReference: boolean;
  /** Share in percent that a value falls below; `orAt` also counts the share itself. */
  below?: { percent: number; orAt: boolean };
}

const lost =
  /\b(?:los[st]\w*|loses|fade[ds]?|difference|decrease|drop(?:ped|s)?|change[ds]?)\b|손실|감소|차이|줄었|줄어|변화/i;
const left = /\b(?:remain\w*|left|kept|retain\w*)\b|남은|남아|유지/i;
const compared = /\b(?:from|between|relative|compared|vs|versus|against)\b|부터|에서|대비|기준|사이의|비교/i;
const falling = /\b(?:below|under|less than|falls?|drops?|reach(?:es)?|end of life)\b|미만|이하|아래|떨어|도달/i;
const falls = /\b(?:to|reach(?:es)?|at or below)\s*\d|이하|도달/i;
const extremes: readonly [Asking, RegExp][] = [
  ['most', /\b(?:max(?:imum)?|highest|largest|peak)\b|최대|최고|가장 (?:높|큰)/i],
  ['least', /\b(?:min(?:imum)?|lowest|smallest)\b|최소|최저|가장 (?:낮|작)/i],
  ['mean', /\b(?:mean|average|avg)\b|평균/i],
];

/** Returns what a question asks of a table; undefined when it names neither a row nor a measure. */
export function tableQuestionOf(text: string): TableQuestion | undefined {
  const named = measureAsked(text);
  const conditions = conditionsIn(text);
  if (named === undefined && conditions.length === 0 && !falling.test(text)) return undefined;
  const measure = named?.name === 'capacity' && left.test(text) ? { ...named, name: 'retention' as const } : named;
  const question = { text, measure, conditions, hasReference: compared.test(text) };
  const percent = /(\d+(?:\.\d+)?)\s*(?:%|percent|퍼센트)/i.exec(text)?.[1];
  const isOfRow = conditions.some(({ index }) => index === 'cycle');
  if (percent !== undefined && falling.test(text) && !isOfRow)
    return { ...question, asking: 'below', below: { percent: Number(percent), orAt: falls.test(text) } };
  if (named === undefined && conditions.length === 0) return undefined;
  if (!isOfRow) {
    const extreme = extremes.find(([, words]) => words.test(text));
    if (extreme !== undefined && named !== undefined) return { ...question, asking: extreme[0] };
  }
  if (measure?.name === 'retention') return { ...question, asking: 'retention' };
  if (measure?.name === 'coulombic') return { ...question, asking: 'coulombic' };
  return { ...question, asking: measure !== undefined && lost.test(text) ? 'difference' : 'value' };
}
