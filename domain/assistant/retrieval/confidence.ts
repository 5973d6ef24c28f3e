import { isKorean } from '../../quantities/korean.ts';
import type { QuestionWords } from './question.ts';
import type { RankedEntry } from './rank.ts';
import { type SearchIndex, idfOf, missingIn, weightOf } from './search-index.ts';
import { nearestOf } from './signals.ts';
import { retrievalSettings } from './thresholds.ts';
import { leafOf } from './trees.ts';

/**
 * Returns the probability that the first of the ranked entries answers the question: 0 to 1. It is calibrated on
 * questions that took no part in training, see `npm run eval`.
 */
export function confidenceIn(index: SearchIndex, question: QuestionWords, ranked: readonly RankedEntry[]): number {
  const features = confidenceFeatures(index, question, ranked);
  if (features === undefined) return 0;
  const { bias, trees } = index.model.confidence;
  const sum = trees.reduce((z, tree) => z + leafOf(tree, features), bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Returns the minimum confidence at which the best entry is given as the answer. */
export function leastConfidence({ isFollowUp, own }: QuestionWords): number {
  const { answerAt, koreanAnswerAt, followUpAt } = retrievalSettings;
  if (isFollowUp) return followUpAt;
  return own.some(isKorean) ? koreanAnswerAt : answerAt;
}

/**
 * Returns what the confidence in the best entry is computed from, undefined when nothing was found: how well it fits, how
 * far the next one is, and what the question has that the entry lacks. A word that other entries have, and this one
 * lacks, often means that another property of the same thing is asked for. The last two give the scale: words are rare in
 * a large knowledge base, and a phrasing is nearer where there are many.
 */
export function confidenceFeatures(
  index: SearchIndex,
  question: QuestionWords,
  ranked: readonly RankedEntry[],
): number[] | undefined {
  const [first, ...others] = ranked;
  if (first === undefined) return undefined;
  const words = [...new Set(question.words)];
  const own = [...new Set(question.own)];
  const missing = missingIn(index, own, first.candidate.entry);
  const known = missing.filter((word) => index.words.has(word));
  const unknown = missing.filter((word) => !index.words.has(word));
  const all = weightOf(index, own) || 1;
  return [
    first.score,
    Math.min(maxLead, first.score - Math.max(...others.map(({ score }) => score))),
    foreignShare(index, own, first),
    Math.min(maxWords, words.filter((word) => index.words.has(word)).length),
    own.some(isKorean) ? 1 : 0,
    ...first.candidate.signals,
    weightOf(index, known) / all,
    weightOf(index, unknown) / all,
    Math.max(0, ...known.map((word) => idfOf(index, word))),
    missing.length,
    Math.max(0, ...others.slice(0, compared).map(nearestOf)) - nearestOf(first),
    Math.min(maxWords, own.length),
    Math.log(index.entries.length),
    Math.log(Math.max(1, index.phrasings[first.candidate.entry]?.length ?? 0)),
  ];
}

/** Number of entries whose phrasings are compared with those of the best one. */
const compared = 4;

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
