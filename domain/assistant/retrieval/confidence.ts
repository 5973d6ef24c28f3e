import { isKorean } from '../../quantities/korean.ts';
import type { QuestionWords } from './question.ts';
import type { RankedEntry } from './rank.ts';
import { type SearchIndex, idfOf, missingIn, weightOf } from './search-index.ts';
import { signalNames } from './signals.ts';

/**
 * Returns the probability that the first of the ranked entries answers the question: 0 to 1. It is calibrated on
 * questions that took no part in training, see `npm run eval`.
 */
export function confidenceIn(index: SearchIndex, question: QuestionWords, ranked: readonly RankedEntry[]): number {
  const features = confidenceFeatures(index, question, ranked);
  if (features === undefined) return 0;
  const { bias, weights } = index.model.confidence;
  const sum = features.reduce((z, value, i) => z + value * (weights[i] ?? 0), bias);
  return 1 / (1 + Math.exp(-sum));
}

/**
 * Returns what the confidence in the best entry is computed from, undefined when nothing was found: its score and its
 * lead over the next one; the share of foreign words; 1 for a question of one word; the number of words that the
 * knowledge base knows; the match with the phrasings; 1 for a question in Korean, whose words are found less often.
 */
export function confidenceFeatures(
  index: SearchIndex,
  question: QuestionWords,
  ranked: readonly RankedEntry[],
): number[] | undefined {
  const [first] = ranked;
  if (first === undefined) return undefined;
  const second = ranked.slice(1).reduce((most, { score }) => Math.max(most, score), -Infinity);
  const words = [...new Set(question.words)];
  return [
    first.score,
    Math.min(maxLead, first.score - second),
    foreignShare(index, [...new Set(question.own)], first),
    words.length <= 1 ? 1 : 0,
    Math.min(maxWords, words.filter((word) => index.words.has(word)).length),
    first.candidate.signals[signalNames.indexOf('phrasings')] ?? 0,
    question.own.some(isKorean) ? 1 : 0,
  ];
}

/** Beyond these, more makes an answer no surer. */
const maxLead = 20;
const maxWords = 20;

/** Share of the question's words, weighted by idf, to which no word of the entry is similar: 0 to 1. */
function foreignShare(index: SearchIndex, words: readonly string[], { candidate }: RankedEntry): number {
  const missing = missingIn(index, words, candidate.entry);
  const all = weightOf(index, words);
  if (missing.length === 0 || all === 0) return 0;
  const pairs = (index.wordsOfEntry[candidate.entry] ?? []).map(pairsOf);
  const foreign = missing.map((word) => idfOf(index, word) * (1 - similarity(pairsOf(word), pairs)));
  return foreign.reduce((sum, weight) => sum + weight, 0) / all;
}

function pairsOf(word: string): Set<string> {
  const edged = `_${word}_`;
  return new Set(Array.from({ length: edged.length - 1 }, (_, at) => edged.slice(at, at + 2)));
}

/** Dice coefficient of a word's pairs of letters and those of the most similar word. */
function similarity(pairs: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): number {
  let most = 0;
  for (const other of others) {
    let common = 0;
    for (const pair of pairs) if (other.has(pair)) common++;
    most = Math.max(most, (2 * common) / (pairs.size + other.size));
  }
  return most;
}
