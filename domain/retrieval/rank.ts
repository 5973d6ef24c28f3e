import type { KnowledgeEntry } from '../knowledge.ts';
import type { QuestionWords } from './question.ts';
import { type Field, type RetrievalIndex, countsOf, vectorWeight } from './search-index.ts';
import { chargramsOf } from './tokens.ts';

export interface Ranked {
  entry: KnowledgeEntry;
  /** Half the cosine by words, half the cosine by letters, of the entry's nearest phrasing: 0 to 1. */
  confidence: number;
  /** Fused ranks and boosts: good for order, useless as confidence. */
  order: number;
}

/** Takes a question's words; gives the entries that share anything with it, best first. */
export function rank(
  index: RetrievalIndex,
  question: QuestionWords,
  prefer: { categories: readonly string[]; previousCategory: string | undefined },
): Ranked[] {
  const { settings, docs } = index;
  const grams = chargramsOf(question.words);
  const byBm25 = bestOfEntry(index, bm25(index, question));
  const wordCosine = cosine(index.words, question.words, question.weights);
  const charCosine = cosine(index.chars, grams, new Map());
  const byChars = bestOfEntry(index, charCosine);
  const blend = docs.map((_, doc) => ((wordCosine[doc] ?? 0) + (charCosine[doc] ?? 0)) / 2);
  const confidences = bestOfEntry(index, blend);

  const order = new Map<KnowledgeEntry, number>();
  const add = (entry: KnowledgeEntry, points: number): void => void order.set(entry, (order.get(entry) ?? 0) + points);
  const place = 1 / (settings.rrfK + 1);
  for (const scores of [byBm25, byChars, confidences]) {
    const best = [...scores].sort((a, b) => b[1] - a[1]);
    for (const [at, [entry]] of best.entries()) add(entry, 1 / (settings.rrfK + 1 + at));
  }
  for (const entry of keywordMatches(index, question.words)) add(entry, place * settings.keywordBoost);
  for (const entry of order.keys()) {
    const { large } = entry;
    if (prefer.categories.includes(large)) add(entry, place * settings.categoryBoost);
    if (prefer.previousCategory?.startsWith(large) === true) add(entry, place * settings.followUpBoost);
  }
  return [...order]
    .map(([entry, points]) => ({ entry, confidence: confidences.get(entry) ?? 0, order: points }))
    .sort((a, b) => b.order - a.order || b.confidence - a.confidence);
}

/** Takes a score per document; gives the best score of each entry that has one. */
function bestOfEntry(index: RetrievalIndex, scores: number[]): Map<KnowledgeEntry, number> {
  const best = new Map<KnowledgeEntry, number>();
  for (const [doc, { entry, weight }] of index.docs.entries()) {
    const weighted = (scores[doc] ?? 0) * weight;
    if (weighted > (best.get(entry) ?? 0)) best.set(entry, weighted);
  }
  return best;
}

function bm25(index: RetrievalIndex, question: QuestionWords): number[] {
  const { postings, lengths, averageLength } = index.words;
  const { k1, b } = index.settings.bm25;
  const scores = lengths.map(() => 0);
  for (const term of new Set(question.words)) {
    const posting = postings.get(term);
    if (posting === undefined) continue;
    for (const [i, doc] of posting.docs.entries()) {
      const count = posting.counts[i] ?? 0;
      const long = 1 - b + (b * (lengths[doc] ?? 0)) / averageLength;
      const weight = question.weights.get(term) ?? 1;
      scores[doc] = (scores[doc] ?? 0) + (weight * posting.idf * count * (k1 + 1)) / (count + k1 * long);
    }
  }
  return scores;
}

/** Unknown terms count in the question's length: what the knowledge base does not know must lower its confidence. */
function cosine(field: Field, terms: string[], weights: ReadonlyMap<string, number>): number[] {
  const scores = field.norms.map(() => 0);
  let square = 0;
  for (const [term, count] of countsOf(terms)) {
    const posting = field.postings.get(term);
    const weight = vectorWeight(count, posting?.idf ?? field.unknownIdf);
    square += weight ** 2;
    if (posting === undefined) continue;
    for (const [i, doc] of posting.docs.entries()) {
      const inDoc = vectorWeight(posting.counts[i] ?? 0, posting.idf);
      scores[doc] = (scores[doc] ?? 0) + weight * inDoc * (weights.get(term) ?? 1);
    }
  }
  const length = Math.sqrt(square);
  return scores.map((score, doc) => (score === 0 ? 0 : score / (length * (field.norms[doc] ?? 1))));
}

function keywordMatches(index: RetrievalIndex, words: readonly string[]): Set<KnowledgeEntry> {
  const found = new Set<KnowledgeEntry>();
  for (let at = 0; at < words.length; at++) {
    for (let length = 1; length <= Math.min(index.keywordWords, words.length - at); length++) {
      const key = words.slice(at, at + length).join(' ');
      for (const entry of index.keywords.get(key) ?? []) found.add(entry);
    }
  }
  return found;
}
