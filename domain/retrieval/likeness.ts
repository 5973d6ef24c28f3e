import { isKorean } from './korean.ts';
import { wordsOfQuestion } from './question.ts';
import { likely, rank } from './rank.ts';
import { idfOf, type RetrievalIndex } from './search-index.ts';
import { gramsOf } from './tokens.ts';

/**
 * How alike two questions are, whether or not an entry answers them: the angle between their words and between their
 * runs of letters, each weighed by how rare it is in the knowledge base, and between the entries that come nearest.
 */
export interface QuestionVector {
  language: 'en' | 'ko';
  words: Weights;
  grams: Weights;
  /** Square roots of the probabilities of the nearest entries, by id, best first. */
  nearest: ReadonlyMap<string, number>;
}

interface Weights {
  of: ReadonlyMap<string, number>;
  length: number;
}

/** Least likeness of a question to a group of questions that it joins. */
export const alikeAt = 0.4;

/** Returns a question as a vector; typos of known words are corrected. */
export function vectorOf(index: RetrievalIndex, text: string): QuestionVector {
  const words = wordsOfQuestion(index, { text, chatType: 1 });
  const ranked = likely(rank(index, words, { categories: [], previousCategory: undefined }));
  return {
    language: isKorean(text) ? 'ko' : 'en',
    words: weighed(words.words, (word) => idfOf(index, word)),
    grams: weighed(gramsOf(words.plain), (gram) => gramIdf(index, gram)),
    nearest: new Map(ranked.slice(0, nearestMost).map(({ entry, score }) => [entry.id, Math.sqrt(score)])),
  };
}

const nearestMost = 8;

/** Returns how alike two questions are, from 0 to 1. */
export function likenessOf(a: QuestionVector, b: QuestionVector): number {
  const words = cosine(a.words, b.words);
  // Letters tell nothing between two languages.
  const text = a.language === b.language ? 0.6 * words + 0.4 * cosine(a.grams, b.grams) : words;
  let entries = 0;
  for (const [id, root] of a.nearest) entries += root * (b.nearest.get(id) ?? 0);
  return (text + entries) / 2;
}

/** Returns how alike a question is to a group: half by its nearest question, half by all of them. */
export function likenessToGroup(question: QuestionVector, group: readonly QuestionVector[]): number {
  if (group.length === 0) return 0;
  const each = group.map((other) => likenessOf(question, other));
  return (Math.max(...each) + each.reduce((sum, one) => sum + one, 0) / each.length) / 2;
}

function gramIdf({ grams, entries }: RetrievalIndex, gram: string): number {
  return Math.log(1 + (entries.length + 1) / (1 + (grams.postings.get(gram)?.entries.length ?? 0)));
}

function weighed(terms: readonly string[], weightOf: (term: string) => number): Weights {
  const of = new Map([...new Set(terms)].map((term) => [term, weightOf(term)]));
  return { of, length: Math.sqrt([...of.values()].reduce((sum, weight) => sum + weight ** 2, 0)) };
}

function cosine(a: Weights, b: Weights): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [few, many] = a.of.size <= b.of.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few.of) sum += weight * (many.of.get(term) ?? 0);
  return sum / (a.length * b.length);
}
