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
  const size = index.entries.length;
  const bm25 = Array.from({ length: parts + 1 }, () => new Float64Array(size));
  const covered = new Float64Array(size);
  const wordScores = new Map<string, Map<number, number>>();
  const averageWhole = 1 + index.averages.reduce((sum, average) => sum + average, 0) - (index.averages[0] ?? 0);
  let ownScore = 0;
  let square = 0;
  const terms = [
    ...words.map((word) => ({ word, isStop: false })),
    ...question.stopWords.map((word) => ({ word, isStop: true })),
  ];
  for (const { word, isStop } of terms) {
    const posting = index.words.get(word);
    const idf = idfOf(index, word);
    const weight = question.weights.get(word) ?? 1;
    if (!isStop) {
      ownScore += idf;
      square += idf ** 2;
    }
    if (posting === undefined) continue;
    const scores = new Map<number, number>();
    wordScores.set(word, scores);
    for (const [i, entry] of posting.entries.entries()) {
      const counts = posting.counts.slice(i * parts, (i + 1) * parts);
      const frequency = partWeights.reduce((sum, factor, part) => sum + factor * (counts[part] ?? 0), 0);
      scores.set(entry, (weight * idf * frequency) / (frequency + k1));
      if (isStop) continue;
      let whole = 0;
      let length = 0;
      for (let part = 0; part < parts; part++) {
        const times = counts[part] ?? 0;
        const long = index.lengths[entry * parts + part] ?? 0;
        if (part > 0) {
          // The title is one of the phrasings.
          whole += times;
          length += long;
        }
        add(
          bm25[part + 1],
          entry,
          weight * saturated(times, long / (index.averages[part] ?? 1), lengthPenalty[part + 1] ?? 0.5) * idf,
        );
      }
      add(bm25[0], entry, weight * saturated(whole, length / averageWhole, lengthPenalty[0]) * idf);
      add(covered, entry, idf);
    }
  }
  const grams = gramScores(index, question);
  const norm = Math.sqrt(square);
  const best = bestOf(bm25[0] ?? new Float64Array(0), grams, index.settings.candidates);
  return best.map((entry) => {
    const near = nearest(index, entry, words, norm);
    const share = (scores: Float64Array | undefined): number =>
      ownScore === 0 ? 0 : (scores?.[entry] ?? 0) / (ownScore * (k1 + 1));
    return {
      entry,
      signals: [
        ...bm25.map(share),
        ownScore === 0 ? 0 : (covered[entry] ?? 0) / ownScore,
        near[0] ?? 0,
        near.reduce((sum, similarity) => sum + similarity, 0) / 3,
        grams[entry] ?? 0,
      ],
      words: new Map(
        [...wordScores].flatMap(([word, scores]) => (scores.has(entry) ? [[word, scores.get(entry) ?? 0]] : [])),
      ),
    };
  });
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
