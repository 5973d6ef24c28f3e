import type { KnowledgeEntry } from '../../ground/knowledge.ts';
import { confidenceIn } from './confidence.ts';
import { type Question, wordsOfQuestion } from './question.ts';
import { likely, preferenceIn, rank } from './rank.ts';
import { exactIn } from './same-words.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Entries that are not published. They are never shown, and no published entry is ranked by them. But one that was
 * published, or comes with the product, and fits a question best shows that the published ones only come near what was
 * asked for: then none of them is the answer. A draft shows nothing, because the knowledge base was the same without it.
 */

/** An entry that is not published, and fits a question better than all that are. */
export interface WithheldEntry {
  entry: KnowledgeEntry;
  /** Probability that the best published entry answers the question, beside this one. */
  beside: number;
}

/**
 * Returns the entry that is taken back or awaits its first check, if the question asks for it rather than for any other.
 * @param all the index of all entries
 */
export function withheldIn(all: SearchIndex, question: Question): WithheldEntry | undefined {
  const { words, ranked, exact, best } = bestIn(all, question, ({ isDraft }) => isDraft !== true);
  if (best === undefined || best.status === 'published') return undefined;
  const shares = likely(ranked);
  const beside = shares.find(({ entry }) => entry.status === 'published')?.score ?? 0;
  const own = shares.find(({ entry }) => entry === best)?.score ?? 1;
  return { entry: best, beside: exact === undefined ? (confidenceIn(all, words, ranked) * beside) / own : beside };
}

/** Returns the entry that fits a question best if it is not published, drafts too. */
export function unpublishedIn({ all }: SearchIndex, question: Question): KnowledgeEntry | undefined {
  const best = all === undefined ? undefined : bestIn(all, question, () => true).best;
  return best?.status === 'published' ? undefined : best;
}

/** Returns the entry that has just this question, or else the one that is ranked first, of those that count. */
function bestIn(all: SearchIndex, question: Question, counts: (entry: KnowledgeEntry) => boolean) {
  const words = wordsOfQuestion(all, question);
  const ranked = rank(all, words, preferenceIn(question)).filter(({ entry }) => counts(entry));
  const same = exactIn(all, words, ranked);
  const exact = same !== undefined && counts(same) ? same : undefined;
  return { words, ranked, exact, best: exact ?? ranked[0]?.entry };
}
