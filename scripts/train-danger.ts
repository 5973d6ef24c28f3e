import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cardByRule } from '#domain/assistant/retrieval/danger/danger-card.ts';
import {
  type DangerModel,
  type LearntWeights,
  type MessageKind,
  buckets,
  learntKind,
  mostWeight,
  noWeight,
} from '#domain/assistant/retrieval/danger/learnt.ts';
import { type DangerExample, ordinaryExamples, writtenExamples } from './retrieval/danger-examples.ts';
import { type LinearExample, fitLinear } from './retrieval/linear.ts';

/**
 * Learns to recognize danger from messages that were written down as examples, and writes
 * `domain/assistant/retrieval/danger/learnt.json`. To be run after a change of the examples: `npm run train:danger`.
 * With `-- --check`, it learns from all writers but one instead, and shows what it recognizes of that one's messages.
 */

/** An ordinary message counts twice: a card would keep its answer from the user. */
const harmlessWeight = 2;
/** Questions to the knowledge base count once each: they are many, and less like danger. */
const ordinaryWeight = 1;
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const written = writtenExamples();
const ordinary = await ordinaryExamples();

if (values.check === true) {
  console.table(Object.fromEntries([...written.keys()].map((writer) => [writer, sharesOf(writer)])));
} else {
  const file = new URL('../domain/assistant/retrieval/danger/learnt.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(learn([...written.values()].flat()), null, 2)}\n`);
}

function learn(examples: readonly DangerExample[]): DangerModel {
  const dangerous = examples.filter(({ kind }) => kind !== 'ordinary');
  return {
    danger: stored([
      ...examples.map((each) => ({
        ...each,
        is: each.kind !== 'ordinary',
        weight: each.kind === 'ordinary' ? harmlessWeight : 1,
      })),
      ...ordinary.map((each) => ({ ...each, is: false, weight: ordinaryWeight })),
    ]),
    deed: stored(dangerous.map((each) => ({ ...each, is: each.kind === 'deed', weight: 1 }))),
  };
}

/** Shares of a writer's messages of each kind that get a card: by the weights that the others taught, and by the rules too. */
function sharesOf(writer: string): Record<string, string> {
  const model = learn([...written].flatMap(([name, examples]) => (name === writer ? [] : examples)));
  const own = written.get(writer) ?? [];
  const share = (kind: MessageKind, isFound: (example: DangerExample) => boolean): string => {
    const asked = own.filter((each) => each.kind === kind);
    if (asked.length === 0) return '';
    return `${((100 * asked.filter(isFound).length) / asked.length).toFixed(1)} % of ${asked.length}`;
  };
  const isLearnt = (each: DangerExample): boolean => learntKind(each.buckets, model) !== 'ordinary';
  const isFound = (each: DangerExample): boolean => isLearnt(each) || cardByRule(each.text) !== undefined;
  return {
    'reports, learnt': share('report', isLearnt),
    'and rules': share('report', isFound),
    'deeds, learnt': share('deed', isLearnt),
    'with rules': share('deed', isFound),
    'ordinary, wrongly': share('ordinary', isFound),
  };
}

function stored(examples: readonly LinearExample[]): LearntWeights {
  const { bias, weights } = fitLinear(examples, buckets);
  const step = Math.max(...weights.map(Math.abs)) / mostWeight;
  const codes = Array.from(weights, (weight) => noWeight + Math.round(weight / step));
  return { bias: rounded(bias), step: rounded(step), weights: codes.map((code) => String.fromCharCode(code)).join('') };
}

function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
