import type { RankModel } from '#domain/assistant/retrieval/model.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { JudgedQuestion } from '../../server/assistant/knowledge/judged-questions.ts';
import { type Example, examplesOf } from './examples.ts';
import { fitConfidence, fitRanking } from './fit.ts';

/** Examples that weights are learnt from: phrasings of the entries, judged questions in scope, and strangers. */
export interface Lessons {
  phrasings: readonly Example[];
  inScope: readonly Example[];
  strangers: readonly Example[];
}

/** Returns the lessons of phrasings, and of judged questions: those that no entry answers are of strangers. */
export function lessonsOf(
  entries: KnowledgeEntry[],
  phrasings: readonly Example[],
  judged: readonly JudgedQuestion[],
): Lessons {
  const { yes = [], no = [] } = Object.groupBy(judged, ({ id }) => (id === null ? 'no' : 'yes'));
  return { phrasings, inScope: examplesOf(entries, yes), strangers: examplesOf(entries, no) };
}

/** Learns all weights. The confidence is learnt on examples that the ranking it judges has not seen. */
export function learn({ phrasings, inScope, strangers }: Lessons): RankModel {
  const rankingOf = (judged: readonly Example[]) => fitRanking(phrasings, judged);
  const ranking = rankingOf(inScope);
  const halves = [0, 1].map((half) => ({
    ranking: rankingOf(inScope.filter((_, i) => i % 2 !== half)),
    examples: inScope.filter((_, i) => i % 2 === half),
  }));
  // Judged questions have few of one word, and people ask "what is a C-rate" often.
  const short = { ranking, examples: phrasings.filter(({ words }) => new Set(words.words).size === 1) };
  return { ...ranking, confidence: fitConfidence([...halves, short, { ranking, examples: strangers }]) };
}
