import { kindMatch, kindsOf } from './asked-kinds.ts';
import type { QuestionWords } from './question.ts';
import { type Phrasing, type SearchIndex, idfOf } from './search-index.ts';
import { knownOf, scoresOf, sharedWith, wholeScores } from './word-scores.ts';
import { retrievalSettings } from './thresholds.ts';

/**
 * Ways in which an entry resembles a question. All signals but `grams` are 0 for nothing in common and about 1 for the
 * same text.
 */
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
  /** Share of the entry's phrasings that ask for the same as the question: an amount, a reason, a way. */
  'kind',
] as const;

export interface Candidate {
  /** The entry's index in `index.entries`. */
  entry: number;
  /** One number for each of `signalNames`. */
  signals: number[];
  /** Score of each word of the question that the entry contains: idf times its saturated frequency there. */
  words: Map<string, number>;
}

/** Returns the cosine of the question with the candidate's nearest phrasing. */
export function nearestOf({ candidate }: { candidate: Candidate }): number {
  return candidate.signals[signalNames.indexOf('nearest')] ?? 0;
}

/** Returns how usual what the question asks for is among the candidate's phrasings: 0 to 1. */
export function kindOf({ candidate }: { candidate: Candidate }): number {
  return candidate.signals[signalNames.indexOf('kind')] ?? 0;
}

/** Pseudo-count of the gram model: how many runs of letters it takes to believe an entry more than the average. */
const gramPrior = 1500;

/** Returns the entries that may answer the question, at most `retrievalSettings.candidates`, with their signals. */
export function candidatesOf(index: SearchIndex, question: QuestionWords): Candidate[] {
  const words = [...new Set(question.words)];
  const known = knownOf(index, question, words);
  const all = [...known, ...knownOf(index, question, question.stopWords)];
  const grams = gramScores(index, question);
  const idfs = words.map((word) => idfOf(index, word));
  const ownScore = idfs.reduce((sum, idf) => sum + idf, 0);
  const asked = kindsOf(question.plain);
  const norm = Math.sqrt(idfs.reduce((sum, idf) => sum + idf ** 2, 0));
  const squares = new Map(words.map((word, i) => [word, (idfs[i] ?? 0) ** 2]));
  return bestOf(wholeScores(index, known), grams, retrievalSettings.candidates).map((entry) => {
    const near = nearest(index.phrasings[entry] ?? [], squares, norm);
    return {
      entry,
      signals: [
        ...scoresOf(index, known, entry).map((score) => (ownScore === 0 ? 0 : score / ownScore)),
        near[0] ?? 0,
        near.reduce((sum, similarity) => sum + similarity, 0) / 3,
        grams[entry] ?? 0,
        kindMatch(asked, index.kinds[entry] ?? []),
      ],
      words: sharedWith(all, entry),
    };
  });
}

function gramScores({ grams, entries }: SearchIndex, question: QuestionWords): Float64Array {
  const scores = new Float64Array(entries.length);
  const all = Math.max(1, question.grams.length);
  const counts = new Map<string, number>();
  for (const gram of question.grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  for (const [gram, times] of counts) {
    const posting = grams.postings.get(gram);
    if (posting === undefined) continue;
    const expected = (gramPrior * posting.total) / grams.total;
    // Few counts differ, and logarithms are slow.
    const worth: number[] = [];
    for (let at = 0; at < posting.entries.length; at++) {
      const entry = posting.entries[at] ?? 0;
      const count = posting.counts[at] ?? 0;
      scores[entry] = (scores[entry] ?? 0) + (worth[count] ??= (times * Math.log(1 + count / expected)) / all);
    }
  }
  for (let entry = 0; entry < scores.length; entry++) {
    scores[entry] = (scores[entry] ?? 0) + Math.log(gramPrior / (gramPrior + (grams.lengths[entry] ?? 0)));
  }
  return scores;
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

/**
 * Returns the cosines of the three phrasings that are nearest to the question, best first.
 * @param squares the squared idf of the question's words
 * @param norm the square root of their sum
 */
function nearest(phrasings: readonly Phrasing[], squares: ReadonlyMap<string, number>, norm: number): number[] {
  const similarities = phrasings.map(({ words, length }) => {
    let product = 0;
    for (const word of words) product += squares.get(word) ?? 0;
    return product === 0 ? 0 : product / (norm * length);
  });
  return similarities.sort((a, b) => b - a).slice(0, 3);
}
