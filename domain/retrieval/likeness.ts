import { confidenceIn } from './confidence.ts';
import { contextOf } from './context.ts';
import { wordsOfQuestion } from './question.ts';
import { rank } from './rank.ts';
import { idfOf, type RetrievalIndex } from './search-index.ts';

/**
 * A question as a vector. Two questions are alike by the product of their vectors, 0 to 1: by the words that both have,
 * each weighed by how rare it is in the knowledge base, and above all by the entries that both come near.
 * The weight of each term: words are `w:` and the word, entries `e:` and their id.
 */
export type QuestionVector = ReadonlyMap<string, number>;

/** Least mean likeness of two groups of questions, or of a question and a group, that become one group. */
export const alikeAt = 0.25;

/** Share of the entries in the likeness; the rest is that of the words. */
const entryShare = 0.8;
/** How much entries count that surely do not answer. What nothing answers is alike by its words rather. */
const leastTrust = 0.7;
/** The entry that comes nearest is often a neighbor of the right one, so the odds of the entries are evened out. */
const evenness = 2;
const nearestMost = 16;

/**
 * Returns a question as a vector; typos of known words are corrected. Entries that are not published count as well.
 * @param leansOn the questions that it can only be understood with, oldest first
 */
export function vectorOf(published: RetrievalIndex, text: string, leansOn: readonly string[] = []): QuestionVector {
  const index = published.all ?? published;
  const previous = contextOf(leansOn.map((earlier) => ({ text: earlier, category: '' })));
  const question = wordsOfQuestion(index, { text, chatType: 1, ...(previous === undefined ? {} : { previous }) });
  const ranked = rank(index, question, { categories: [], previousCategory: undefined });
  const trust = leastTrust + (1 - leastTrust) * confidenceIn(index, question, ranked);
  const most = ranked[0]?.order ?? 0;
  const odds = ranked.map(({ order }) => Math.exp((order - most) / evenness));
  const all = odds.reduce((sum, each) => sum + each, 0);
  const words = [...new Set(question.words)].map((word): [string, number] => [word, idfOf(index, word)]);
  const length = Math.sqrt(words.reduce((sum, [, idf]) => sum + idf ** 2, 0));
  return new Map([
    ...words.map(([word, idf]): [string, number] => [`w:${word}`, (Math.sqrt(1 - entryShare) * idf) / length]),
    ...ranked
      .slice(0, nearestMost)
      .map(({ entry }, at): [string, number] => [
        `e:${entry.id}`,
        Math.sqrt((entryShare * (odds[at] ?? 0)) / all) * trust,
      ]),
  ]);
}

/** Returns the id of the entry that comes nearest; undefined when none does. */
export function nearestEntry(vector: QuestionVector): string | undefined {
  // The entries are in the order of their weights.
  const term = [...vector.keys()].find((key) => key.startsWith('e:'));
  return term?.slice(2);
}

/** Returns how alike two questions are, from 0 to 1; for sums of vectors, the sum over all pairs. */
export function likenessOf(a: QuestionVector, b: QuestionVector): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0);
  return sum;
}
