import type { KnowledgeEntry } from '../../ground/knowledge.ts';
import type { RankModel } from './model.ts';
import type { Question, QuestionWords } from './question.ts';
import type { SearchIndex } from './search-index.ts';
import { categoriesOfChat, retrievalSettings } from './thresholds.ts';
import { type Candidate, candidatesOf } from './signals.ts';

export interface RankedEntry {
  entry: KnowledgeEntry;
  candidate: Candidate;
  /** Sum of signals times learnt weights; the difference of two is the log of their odds. Preferences do not count. */
  score: number;
  /** The score with preferences: entries are sorted by it. */
  order: number;
}

export interface Preference {
  categories: readonly string[];
  previousCategory: string | undefined;
}

/** Returns what is preferred for a question: the categories of its room's type, and that of the answer before it. */
export function preferenceIn({ chatType, previous }: Pick<Question, 'chatType' | 'previous'>): Preference {
  return { categories: categoriesOfChat[chatType], previousCategory: previous?.category };
}

/** Returns the entries that may answer the question, best first, by a learnt combination of signals. */
export function rank(index: SearchIndex, question: QuestionWords, prefer: Preference): RankedEntry[] {
  const candidates = candidatesOf(index, question);
  const best = bestSignals(candidates);
  const stops = new Set(question.stopWords);
  return candidates
    .flatMap((candidate) => {
      const entry = index.entries[candidate.entry];
      if (entry === undefined) return [];
      const score = scoreOf(index.model, candidate, best, stops);
      return [{ entry, candidate, score, order: score + preferenceFor(entry, prefer) }];
    })
    .sort((a, b) => b.order - a.order);
}

/** Returns the highest value of each signal among the candidates. */
export function bestSignals(candidates: readonly Candidate[]): number[] {
  const best: number[] = [];
  for (const { signals } of candidates) {
    for (const [i, value] of signals.entries()) best[i] = Math.max(best[i] ?? -Infinity, value);
  }
  return best;
}

function scoreOf(model: RankModel, candidate: Candidate, best: readonly number[], stops: ReadonlySet<string>): number {
  let score = 0;
  for (const [i, value] of candidate.signals.entries()) {
    score += (model.signals[i] ?? 0) * value + (model.relative[i] ?? 0) * relativeTo(value, best[i] ?? 0);
  }
  for (const [word, value] of candidate.words) {
    score += (model.words[word] ?? (stops.has(word) ? model.stopWord : model.word)) * value;
  }
  return score;
}

/** Returns a signal as a share of the best one, so that a question's length does not matter. */
export function relativeTo(value: number, best: number): number {
  return best > 0 ? value / best : 0;
}

function preferenceFor(entry: KnowledgeEntry, prefer: Preference): number {
  const { categoryBoost, followUpBoost } = retrievalSettings;
  return (
    (prefer.categories.includes(entry.large) ? categoryBoost : 0) +
    (prefer.previousCategory?.startsWith(entry.large) === true ? followUpBoost : 0)
  );
}

/** Returns the ranked entries with their probabilities, on the assumption that one of them answers the question. */
export function likely(ranked: readonly RankedEntry[]): { entry: KnowledgeEntry; score: number }[] {
  const most = ranked[0]?.order ?? 0;
  const odds = ranked.map(({ order }) => Math.exp(order - most));
  const all = odds.reduce((sum, each) => sum + each, 0);
  return ranked.map(({ entry }, i) => ({ entry, score: (odds[i] ?? 0) / all }));
}
