import type { KnowledgeEntry } from '../../ground/knowledge.ts';
import { type Question, wordsOfQuestion } from './question.ts';
import type { SearchIndex } from './search-index.ts';
import { candidatesOf, signalNames } from './signals.ts';

/** An entry with a phrasing that is like a question. */
export interface NearEntry {
  entry: KnowledgeEntry;
  /** Cosine of the question and the nearest phrasing, by words that are weighed by their rarity: 0 to 1. */
  likeness: number;
}

/**
 * Returns the entries that are at least this like a question, the most alike one first. Entries that are not published
 * count as well.
 */
export function nearTo(
  published: SearchIndex,
  question: Pick<Question, 'text' | 'previous'>,
  least: number,
): NearEntry[] {
  const index = published.all ?? published;
  const words = wordsOfQuestion(index, { ...question, chatType: 1 });
  return candidatesOf(index, words)
    .flatMap(({ entry: at, signals }) => {
      const entry = index.entries[at];
      const likeness = Math.min(1, signals[nearest] ?? 0);
      return entry === undefined || likeness < least ? [] : [{ entry, likeness }];
    })
    .sort((a, b) => b.likeness - a.likeness);
}

const nearest = signalNames.indexOf('nearest');
