import type { KnowledgeEntry } from '../knowledge.ts';
import type { QuestionWords } from './question.ts';
import { type Field, type RetrievalIndex, countsOf, vectorWeight } from './search-index.ts';
import { chargramsOf } from './tokens.ts';

export interface Ranked {
  entry: KnowledgeEntry;
  /** Mean of the word and letter cosine similarities of the entry's nearest phrasing: 0 to 1. */
  confidence: number;
  /**
   * Share of the question's words that occur anywhere in the entry, weighted by idf: 0 to 1. Words from the previous
   * question count too, but do not compensate for missing words of the question itself.
   */
  coverage: number;
  /** Fused ranks and boosts: for sorting only, no measure of confidence. */
  order: number;
}

export interface Preference {
  categories: readonly string[];
  previousCategory: string | undefined;
}

type Scores = Map<KnowledgeEntry, number>;

/** Returns the entries that have anything in common with the question, best first. */
export function rank(index: RetrievalIndex, question: QuestionWords, prefer: Preference): Ranked[] {
  const { settings, docs } = index;
  const byWord = cosine(index.words, question.words, question.weights);
  const byLetter = cosine(index.chars, chargramsOf(question.words), new Map());
  const confidences = bestOfEntry(
    index,
    docs.map((_, doc) => ((byWord[doc] ?? 0) + (byLetter[doc] ?? 0)) / 2),
  );
  const order = fused(settings.rrfK, [
    [bestOfEntry(index, bm25(index, index.words, question)), 1],
    [bestOfEntry(index, byLetter), 1],
    [confidences, 1],
    [ofEntries(index, bm25(index, index.wholes, question)), settings.wholeWeight],
  ]);
  boost(index, order, question.words, prefer);
  const covered = coverage(index, question.words);
  const ownCovered = question.own.length === question.words.length ? covered : coverage(index, question.own);
  const sureness = isThin(index, question.words) ? settings.thinFactor : 1;
  return [...order]
    .map(([entry, points]) => ({
      entry,
      confidence: (confidences.get(entry) ?? 0) * sureness,
      coverage: Math.min(covered.get(entry) ?? 0, ownCovered.get(entry) ?? 0),
      order: points,
    }))
    .sort((a, b) => b.order - a.order || b.confidence - a.confidence);
}

/** Reciprocal rank fusion: only the rank in each list counts, not the score. */
function fused(rrfK: number, lists: [Scores, number][]): Scores {
  const order: Scores = new Map();
  for (const [scores, weight] of lists) {
    const best = [...scores].sort((a, b) => b[1] - a[1]);
    let place = 0;
    for (const [at, [entry, score]] of best.entries()) {
      // Equal scores share a rank; otherwise the order of the entries in the file would decide.
      if (score < (best[place]?.[1] ?? 0)) place = at;
      order.set(entry, (order.get(entry) ?? 0) + weight / (rrfK + 1 + place));
    }
  }
  return order;
}

function boost(index: RetrievalIndex, order: Scores, words: readonly string[], prefer: Preference): void {
  const { settings } = index;
  const place = 1 / (settings.rrfK + 1);
  const named = keywordMatches(index, words);
  for (const entry of new Set([...order.keys(), ...named])) {
    const points =
      (named.has(entry) ? settings.keywordBoost : 0) +
      (prefer.categories.includes(entry.large) ? settings.categoryBoost : 0) +
      (prefer.previousCategory?.startsWith(entry.large) === true ? settings.followUpBoost : 0);
    order.set(entry, (order.get(entry) ?? 0) + points * place);
  }
}

/** Whether the question is a single word that is not a keyword, which is too little to be confident. */
function isThin(index: RetrievalIndex, words: readonly string[]): boolean {
  return new Set(words).size === 1 && !index.keywords.has(words[0] ?? '');
}

function bestOfEntry(index: RetrievalIndex, scores: number[]): Scores {
  const best: Scores = new Map();
  for (const [doc, { entry, weight }] of index.docs.entries()) {
    const weighted = (scores[doc] ?? 0) * weight;
    if (weighted > (best.get(entry) ?? 0)) best.set(entry, weighted);
  }
  return best;
}

function ofEntries(index: RetrievalIndex, scores: number[]): Scores {
  const pairs = index.entries.map((entry, i): [KnowledgeEntry, number] => [entry, scores[i] ?? 0]);
  return new Map(pairs.filter(([, score]) => score > 0));
}

function bm25({ settings }: RetrievalIndex, field: Field, question: QuestionWords): number[] {
  const { k1, b } = settings.bm25;
  const scores = field.lengths.map(() => 0);
  for (const term of new Set(question.words)) {
    const posting = field.postings.get(term);
    if (posting === undefined) continue;
    for (const [i, doc] of posting.docs.entries()) {
      const count = posting.counts[i] ?? 0;
      const long = 1 - b + (b * (field.lengths[doc] ?? 0)) / field.averageLength;
      const weight = question.weights.get(term) ?? 1;
      scores[doc] = (scores[doc] ?? 0) + (weight * posting.idf * count * (k1 + 1)) / (count + k1 * long);
    }
  }
  return scores;
}

function coverage({ wholes, entries }: RetrievalIndex, words: readonly string[]): Scores {
  const scores: Scores = new Map();
  let all = 0;
  for (const term of new Set(words)) {
    const posting = wholes.postings.get(term);
    all += posting?.idf ?? wholes.unknownIdf;
    for (const i of posting?.docs ?? []) {
      const entry = entries[i];
      if (entry !== undefined) scores.set(entry, (scores.get(entry) ?? 0) + (posting?.idf ?? 0));
    }
  }
  for (const [entry, score] of scores) scores.set(entry, score / all);
  return scores;
}

/** Unknown terms count in the norm of the question: terms missing from the knowledge base must lower the confidence. */
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
