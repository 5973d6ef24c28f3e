import type { QuestionWords } from './question.ts';
import { type SearchIndex, type WordPosting, partNames, placeIn } from './search-index.ts';

/** Scores of an entry for the words of a question. */

/** A word of the question that entries have, and how much it counts in the question: 0 to 1. */
export interface KnownWord {
  word: string;
  posting: WordPosting;
  weight: number;
}

const parts = partNames.length;
const k1 = 1.2;
/** Weights by which long texts lower a score: for the whole entry, then for each of `partNames`. */
const lengthPenalty = [0.6, 0.3, 0.6, 0.5, 0.6] as const;
/** Weights of a word in each of `partNames`, by which its frequencies are added up. */
const partWeights = [0.5, 1, 1, 1] as const;

/** Returns those of the words that occur in an entry. */
export function knownOf(index: SearchIndex, { weights }: QuestionWords, words: readonly string[]): KnownWord[] {
  return words.flatMap((word) => {
    const posting = index.words.get(word);
    return posting === undefined ? [] : [{ word, posting, weight: weights.get(word) ?? 1 }];
  });
}

/** Returns BM25 of the whole of every entry, from which the candidates are chosen. */
export function wholeScores(index: SearchIndex, words: readonly KnownWord[]): Float64Array {
  const scores = new Float64Array(index.entries.length);
  for (const { posting, weight } of words) {
    const { entries, idf } = posting;
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at] ?? 0;
      scores[entry] = (scores[entry] ?? 0) + weight * saturatedWhole(index, posting, at) * idf;
    }
  }
  return scores;
}

/** Returns an entry's BM25 as a whole and of each part, as shares of the highest, and the sum of the idf of its words. */
export function scoresOf(index: SearchIndex, words: readonly KnownWord[], entry: number): number[] {
  const scores = new Float64Array(parts + 2);
  const add = (i: number, score: number): void => {
    scores[i] = (scores[i] ?? 0) + score;
  };
  for (const { posting, weight } of words) {
    const at = placeIn(posting, entry);
    if (at < 0) continue;
    const { counts, idf } = posting;
    add(0, weight * saturatedWhole(index, posting, at) * idf);
    for (let part = 0; part < parts; part++) {
      const long = (index.lengths[entry * parts + part] ?? 0) / (index.averages[part] ?? 1);
      const score = saturated(counts[at * parts + part] ?? 0, long, lengthPenalty[part + 1] ?? 0.5);
      add(part + 1, weight * score * idf);
    }
    add(parts + 1, idf);
  }
  return Array.from(scores, (score, i) => (i > parts ? score : score / (k1 + 1)));
}

/** Returns the words that an entry has, each with its idf times its saturated frequency there. */
export function sharedWith(words: readonly KnownWord[], entry: number): Map<string, number> {
  const shared = new Map<string, number>();
  for (const { word, posting, weight } of words) {
    const at = placeIn(posting, entry);
    if (at < 0) continue;
    let frequency = 0;
    for (const [part, factor] of partWeights.entries()) frequency += factor * (posting.counts[at * parts + part] ?? 0);
    shared.set(word, (weight * posting.idf * frequency) / (frequency + k1));
  }
  return shared;
}

/** BM25 without idf of the whole entry at this place. The title is one of the phrasings, so it does not count again. */
function saturatedWhole({ lengths, averageWhole }: SearchIndex, posting: WordPosting, at: number): number {
  const entry = posting.entries[at] ?? 0;
  let times = 0;
  let length = 0;
  for (let part = 1; part < parts; part++) {
    times += posting.counts[at * parts + part] ?? 0;
    length += lengths[entry * parts + part] ?? 0;
  }
  return saturated(times, length / averageWhole, lengthPenalty[0]);
}

/** BM25 without idf: 0 to k1 + 1. `long` is the length relative to the average. */
function saturated(times: number, long: number, penalty: number): number {
  return times === 0 ? 0 : (times * (k1 + 1)) / (times + k1 * (1 - penalty + penalty * long));
}
