import type { QuestionWords } from './question.ts';
import { type RetrievalIndex, idfOf, partNames } from './search-index.ts';

/** How an entry resembles a question. All signals but `grams` are 0 for nothing in common and about 1 for the same text. */
export const signalNames = [
  /** BM25 of the whole entry and of its parts, as a share of the question's own score. */
  'whole',
  'title',
  'phrasings',
  'keywords',
  'answer',
  /** Share of the question's words, weighted by idf, that occur anywhere in the entry. */
  'coverage',
  /** Cosine with the nearest phrasing, and the mean with the three nearest. */
  'nearest',
  'nearestThree',
  /** Log likelihood ratio per run of letters, of the entry's phrasings against all phrasings. */
  'grams',
] as const;

export interface Candidate {
  /** The entry's index in `index.entries`. */
  entry: number;
  /** One number for each of `signalNames`. */
  signals: number[];
  /** For each word of the question that the entry contains: idf times its saturated frequency there. */
  words: Map<string, number>;
}

const parts = partNames.length;
const k1 = 1.2;
/** How much long texts are held against a match: for the whole entry, then for each of `partNames`. */
const lengthPenalty = [0.6, 0.3, 0.6, 0.5, 0.6] as const;
/** How often a word counts in each of `partNames` when frequencies are added up. */
const partWeights = [0.5, 1, 1, 1] as const;
/** Pseudo-count of the gram model: how many runs of letters it takes to believe an entry more than the average. */
const gramPrior = 1500;

/** Returns the entries that may answer the question, at most `settings.candidates`, with their signals. */
export function candidatesOf(index: RetrievalIndex, question: QuestionWords): Candidate[] {
  const words = [...new Set(question.words)];
  const { bm25, covered, shared } = wordScores(index, words, question);
  const grams = gramScores(index, question);
  const idfs = words.map((word) => idfOf(index, word));
  const ownScore = idfs.reduce((sum, idf) => sum + idf, 0);
  const norm = Math.sqrt(idfs.reduce((sum, idf) => sum + idf ** 2, 0));
  const share = (score = 0): number => (ownScore === 0 ? 0 : score / ownScore);
  return bestOf(bm25[0] ?? new Float64Array(0), grams, index.settings.candidates).map((entry) => {
    const near = nearest(index, entry, words, norm);
    return {
      entry,
      signals: [
        ...bm25.map((scores) => share((scores[entry] ?? 0) / (k1 + 1))),
        share(covered[entry]),
        near[0] ?? 0,
        near.reduce((sum, similarity) => sum + similarity, 0) / 3,
        grams[entry] ?? 0,
      ],
      words: new Map(
        [...shared].flatMap(([word, scores]) => (scores.has(entry) ? [[word, scores.get(entry) ?? 0]] : [])),
      ),
    };
  });
}

interface WordScores {
  /** BM25 of the whole entry, then of each part, by entry. */
  bm25: Float64Array[];
  /** Sum of the idf of the words that an entry has. */
  covered: Float64Array;
  /** For each word, also stop words: its value in the entries that have it. */
  shared: Map<string, Map<number, number>>;
}

function wordScores(index: RetrievalIndex, words: readonly string[], question: QuestionWords): WordScores {
  const zeros = (): Float64Array => new Float64Array(index.entries.length);
  const scores: WordScores = {
    bm25: Array.from({ length: parts + 1 }, zeros),
    covered: zeros(),
    shared: new Map(),
  };
  for (const word of words) addWord(scores, index, word, question.weights.get(word) ?? 1);
  for (const word of question.stopWords) addShared(scores, index, word, question.weights.get(word) ?? 1);
  return scores;
}

/** Adds a word to all scores of the entries that have it. */
function addWord(scores: WordScores, index: RetrievalIndex, word: string, weight: number): void {
  const posting = index.words.get(word);
  if (posting === undefined) return;
  const { averages, lengths } = index;
  // The title is one of the phrasings, so the whole is all parts but the title.
  const averageWhole = 1 + averages.reduce((sum, average) => sum + average, 0) - (averages[0] ?? 0);
  for (const [i, entry] of posting.entries.entries()) {
    let whole = 0;
    let length = 0;
    for (let part = 0; part < parts; part++) {
      const times = posting.counts[i * parts + part] ?? 0;
      const long = lengths[entry * parts + part] ?? 0;
      if (part > 0) {
        whole += times;
        length += long;
      }
      const score = saturated(times, long / (averages[part] ?? 1), lengthPenalty[part + 1] ?? 0.5);
      add(scores.bm25[part + 1], entry, weight * score * posting.idf);
    }
    add(scores.bm25[0], entry, weight * saturated(whole, length / averageWhole, lengthPenalty[0]) * posting.idf);
    add(scores.covered, entry, posting.idf);
  }
  addShared(scores, index, word, weight);
}

/** Notes what a word is worth in each entry that has it. */
function addShared({ shared }: WordScores, index: RetrievalIndex, word: string, weight: number): void {
  const posting = index.words.get(word);
  if (posting === undefined) return;
  const values = new Map<number, number>();
  for (const [i, entry] of posting.entries.entries()) {
    let frequency = 0;
    for (const [part, factor] of partWeights.entries()) frequency += factor * (posting.counts[i * parts + part] ?? 0);
    values.set(entry, (weight * posting.idf * frequency) / (frequency + k1));
  }
  shared.set(word, values);
}

function add(scores: Float64Array | undefined, entry: number, score: number): void {
  if (scores !== undefined) scores[entry] = (scores[entry] ?? 0) + score;
}

/** BM25 without idf: 0 to k1 + 1. `long` is the length relative to the average. */
function saturated(times: number, long: number, penalty: number): number {
  return times === 0 ? 0 : (times * (k1 + 1)) / (times + k1 * (1 - penalty + penalty * long));
}

function gramScores({ grams, entries }: RetrievalIndex, question: QuestionWords): Float64Array {
  const scores = new Float64Array(entries.length);
  const all = Math.max(1, question.grams.length);
  const counts = new Map<string, number>();
  for (const gram of question.grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  for (const [gram, times] of counts) {
    const posting = grams.postings.get(gram);
    if (posting === undefined) continue;
    const expected = (gramPrior * posting.total) / grams.total;
    for (const [i, entry] of posting.entries.entries()) {
      add(scores, entry, (times * Math.log(1 + (posting.counts[i] ?? 0) / expected)) / all);
    }
  }
  return scores.map((score, entry) => score + Math.log(gramPrior / (gramPrior + (grams.lengths[entry] ?? 0))));
}

/** Returns the entries that are best by words, and those that are best by letters. */
function bestOf(byWord: Float64Array, byGram: Float64Array, most: number): number[] {
  return [
    ...new Set([...highest(byWord, 0, Math.ceil(most * 0.7)), ...highest(byGram, leastGrams, Math.floor(most * 0.3))]),
  ];
}

/** Gram score of an entry whose letters say next to nothing. */
const leastGrams = -0.05;

/** Returns the positions of the highest scores above `least`, highest first, in one pass. */
function highest(scores: Float64Array, least: number, count: number): number[] {
  const found: number[] = [];
  let limit = least;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score <= limit) continue;
    let place = found.length;
    while (place > 0 && (scores[found[place - 1] ?? 0] ?? 0) < score) place--;
    found.splice(place, 0, at);
    if (found.length > count) found.pop();
    if (found.length === count) limit = Math.max(least, scores[found[count - 1] ?? 0] ?? 0);
  }
  return found;
}

/** Returns the cosines of the three phrasings that are nearest to the question, best first. */
function nearest(index: RetrievalIndex, entry: number, words: readonly string[], norm: number): number[] {
  const similarities = (index.phrasings[entry] ?? []).map((phrasing) => {
    let product = 0;
    let square = 0;
    for (const word of phrasing) {
      const weight = idfOf(index, word) ** 2;
      square += weight;
      if (words.includes(word)) product += weight;
    }
    return product === 0 || norm === 0 ? 0 : product / (norm * Math.sqrt(square));
  });
  return similarities.sort((a, b) => b - a).slice(0, 3);
}
