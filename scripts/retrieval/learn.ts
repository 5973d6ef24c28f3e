import type { RankModel } from '#domain/assistant/retrieval/model.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { JudgedQuestion } from '../../server/assistant/knowledge/judged-questions.ts';
import { type Example, examplesOf } from './examples.ts';
import { fitConfidence, fitRanking } from './fit.ts';
import { smallBaseExamples } from './small-bases.ts';

/** Judged questions that weights are learnt from; the other sets only measure. */
export const learntSets = ['in-scope', 'out-of-scope', 'korean', 'strangers', 'near-misses'] as const;

/**
 * Examples that weights are learnt from: phrasings of the entries, judged questions in scope, and strangers. Those of small
 * knowledge bases teach the confidence alone.
 */
export interface Lessons {
  phrasings: readonly Example[];
  inScope: readonly Example[];
  strangers: readonly Example[];
  ofSmallBases: readonly Example[];
}

/** Returns the lessons of phrasings, and of judged questions: those that no entry answers are of strangers. */
export function lessonsOf(
  entries: KnowledgeEntry[],
  phrasings: readonly Example[],
  judged: readonly JudgedQuestion[],
): Lessons {
  const { yes = [], no = [] } = Object.groupBy(judged, ({ id }) => (id === null ? 'no' : 'yes'));
  return {
    phrasings,
    inScope: examplesOf(entries, yes),
    strangers: examplesOf(entries, no),
    ofSmallBases: smallBaseExamples(entries, judged),
  };
}

/** Parts of the judged questions: each gives its confidence to the ranking that the others have taught. */
const folds = 4;

/** Number of times that each stranger is learnt from. The bias takes back by how much they are then overestimated. */
const strangerCount = 3;

/** Of so many phrasings, one teaches the confidence. */
const everyPhrasing = 17;

/** Learns all weights. The confidence is learnt on examples that the ranking it judges has not seen. */
export function learn({ phrasings, inScope, strangers, ofSmallBases }: Lessons): RankModel {
  const rankingOf = (judged: readonly Example[]) => fitRanking(phrasings, judged);
  const ranking = rankingOf(inScope);
  const groups = Array.from({ length: folds }, (_, fold) => ({
    ranking: rankingOf(inScope.filter((__, i) => i % folds !== fold)),
    examples: inScope.filter((__, i) => i % folds === fold),
  }));
  // Judged questions are longer than what people ask first, such as "what is a C-rate".
  const brief = { ranking, examples: phrasings.filter((_, i) => i % everyPhrasing === 0) };
  // An answer to another question does more harm than none.
  const often = Array.from({ length: strangerCount }, () => strangers).flat();
  const others = { ranking, examples: [...often, ...ofSmallBases] };
  const { bias, trees } = fitConfidence([...groups, brief, others]);
  return { ...ranking, confidence: { bias: bias + Math.log(strangerCount), trees } };
}
