import { confidenceFeatures } from '#domain/assistant/retrieval/confidence.ts';
import type { RankModel } from '#domain/assistant/retrieval/model.ts';
import { signalNames } from '#domain/assistant/retrieval/signals.ts';
import { rank } from '#domain/assistant/retrieval/rank.ts';
import { type Observation, fitTrees } from './boost.ts';
import type { Example } from './examples.ts';

/** Learns the weights of `RankModel`. Everything is deterministic: the same examples give the same weights. */

const batch = 64;
const count = signalNames.length * 2;
const wordDefault = 0.5;
const stopWordDefault = 0.05;
/** A word keeps the default when it learnt less than this: devices load the rest. */
const leastChange = 0.15;

const epochs = 12;
const learningRate = 0.02;
/** Strength that holds the weights of signals near 0, and those of words near their default. */
const keepSignals = 3e-4;
const keepWords = 0.1;

/** Turns of the second fit, and the strength that holds the weights of signals near those of the first. */
const turns = 200;
const secondRate = 0.03;
const keepFirst = 0.01;
/** Judged questions are as people ask, and fewer than phrasings: each counts several times. */
const judgedCount = 6;

/**
 * Learns the weights of ranking: the softmax over the candidates of each example should favor the right one. Signals
 * are scaled to the same spread; words are held near their default, so that rare ones keep it. The weights of signals
 * are then fitted again to the judged questions alone: people ask in other words than the phrasings of an entry.
 */
export function fitRanking(phrasings: readonly Example[], judged: readonly Example[]): Omit<RankModel, 'confidence'> {
  const examples = [...phrasings, ...Array.from({ length: judgedCount }, () => judged).flat()];
  const learnt = examples.filter(({ right }) => right >= 0);
  const spread = spreadOf(learnt);
  const stopWords = new Set(examples.flatMap(({ words }) => words.stopWords));
  const ids = new Map<string, number>();
  for (const { shared } of learnt) for (const [word] of shared.flat()) if (!ids.has(word)) ids.set(word, ids.size);
  const words = [...ids.keys()];
  const defaults = words.map((word) => (stopWords.has(word) ? stopWordDefault : wordDefault));
  const weights = new Float64Array(count + words.length);
  for (const [i, value] of defaults.entries()) weights[count + i] = value;
  const rows = learnt.map(({ features, shared, right }) => ({
    right,
    features: features.map((row) => row.map((value, i) => value / (spread[i] ?? 1))),
    shared: shared.map((list) => list.map(([word, value]): [number, number] => [count + (ids.get(word) ?? 0), value])),
  }));
  const adam = adamFor(weights);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let from = 0; from < rows.length; from += batch) {
      const gradient = new Float64Array(weights.length);
      const size = Math.min(batch, rows.length - from);
      for (let i = from; i < from + size; i++) {
        const row = rows[(i * 7919 + epoch * 31) % rows.length];
        if (row !== undefined) addGradient(gradient, weights, row);
      }
      for (let i = 0; i < weights.length; i++) {
        const weight = weights[i] ?? 0;
        const pull = i < count ? keepSignals * weight : (keepWords / batch) * (weight - (defaults[i - count] ?? 0));
        gradient[i] = (gradient[i] ?? 0) / batch + pull;
      }
      adam(gradient, learningRate * (1 - (0.8 * epoch) / epochs));
    }
  }
  fitSignals(weights, rows.slice(-judged.filter(({ right }) => right >= 0).length));
  const scaled = Array.from(weights.subarray(0, count), (weight, i) => rounded(weight / (spread[i] ?? 1)));
  return {
    signals: scaled.slice(0, signalNames.length),
    relative: scaled.slice(signalNames.length),
    word: wordDefault,
    stopWord: stopWordDefault,
    words: Object.fromEntries(
      words.flatMap((word, i): [string, number][] => {
        const weight = Math.round((weights[count + i] ?? 0) * 10) / 10;
        return Math.abs(weight - (defaults[i] ?? 0)) < leastChange ? [] : [[word, weight]];
      }),
    ),
  };
}

/** Moves the weights of signals, and not those of words, towards what fits these rows best. */
function fitSignals(weights: Float64Array, rows: readonly Row[]): void {
  const moved = weights.subarray(0, count);
  const first = Array.from(moved);
  const adam = adamFor(moved);
  const fixed = rows.map(({ right, features, shared }) => ({
    right,
    features,
    // The words still add the same.
    given: shared.map((list) => list.reduce((sum, [word, value]) => sum + (weights[word] ?? 0) * value, 0)),
  }));
  for (let turn = 0; turn < turns; turn++) {
    const gradient = new Float64Array(count);
    for (const { right, features, given } of fixed) {
      const errors = errorsOf(
        features.map((row, at) => (given[at] ?? 0) + product(moved, row)),
        right,
      );
      for (const [at, row] of features.entries()) addTimes(gradient, row, errors[at] ?? 0);
    }
    const pulled = gradient.map((sum, i) => sum / rows.length + keepFirst * ((moved[i] ?? 0) - (first[i] ?? 0)));
    adam(pulled, secondRate * (1 - (0.8 * turn) / turns));
  }
}

function spreadOf(examples: readonly Example[]): number[] {
  const rows = examples.flatMap(({ features }) => features);
  return Array.from({ length: count }, (_, i) => {
    const mean = rows.reduce((sum, row) => sum + (row[i] ?? 0), 0) / rows.length;
    const variance = rows.reduce((sum, row) => sum + ((row[i] ?? 0) - mean) ** 2, 0) / rows.length;
    return Math.sqrt(variance) || 1;
  });
}

interface Row {
  right: number;
  features: number[][];
  shared: [number, number][][];
}

function addGradient(gradient: Float64Array, weights: Float64Array, { right, features, shared }: Row): void {
  const scores = features.map((row, candidate) => {
    let score = product(weights, row);
    for (const [word, value] of shared[candidate] ?? []) score += (weights[word] ?? 0) * value;
    return score;
  });
  const errors = errorsOf(scores, right);
  for (const [candidate, row] of features.entries()) {
    const error = errors[candidate] ?? 0;
    addTimes(gradient, row, error);
    for (const [word, value] of shared[candidate] ?? []) gradient[word] = (gradient[word] ?? 0) + error * value;
  }
}

/** Returns by how much each candidate's probability, the softmax of the scores, is too high. */
function errorsOf(scores: readonly number[], right: number): number[] {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const all = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, candidate) => part / all - (candidate === right ? 1 : 0));
}

function product(weights: Float64Array, row: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += (weights[i] ?? 0) * (row[i] ?? 0);
  return sum;
}

function addTimes(to: Float64Array, row: readonly number[], factor: number): void {
  for (let i = 0; i < row.length; i++) to[i] = (to[i] ?? 0) + factor * (row[i] ?? 0);
}

/**
 * Learns the confidence on examples that took no part in `ranking`.
 * @param groups each with the ranking that has not seen it
 */
export function fitConfidence(
  groups: readonly { ranking: Omit<RankModel, 'confidence'>; examples: readonly Example[] }[],
): RankModel['confidence'] {
  return fitTrees(
    groups.flatMap(({ ranking, examples }) => examples.flatMap((example) => rowOf(ranking, example) ?? [])),
  );
}

function rowOf(ranking: Omit<RankModel, 'confidence'>, { index, words, rightIds }: Example): Observation | undefined {
  const asked = { ...index, model: { ...ranking, confidence: { bias: 0, trees: [] } } };
  const ranked = rank(asked, words, { categories: [], previousCategory: undefined });
  const features = confidenceFeatures(asked, words, ranked);
  return features === undefined ? undefined : { is: rightIds.includes(ranked[0]?.entry.id ?? ''), features };
}

/** The Adam optimizer: returns a function that moves the weights against a gradient. */
function adamFor(weights: Float64Array): (gradient: Float64Array, rate: number) => void {
  const first = new Float64Array(weights.length);
  const second = new Float64Array(weights.length);
  let step = 0;
  return (gradient, rate) => {
    step++;
    const firstBias = 1 - 0.9 ** step;
    const secondBias = 1 - 0.999 ** step;
    for (let i = 0; i < weights.length; i++) {
      const g = gradient[i] ?? 0;
      first[i] = 0.9 * (first[i] ?? 0) + 0.1 * g;
      second[i] = 0.999 * (second[i] ?? 0) + 0.001 * g * g;
      const move = (first[i] ?? 0) / firstBias / (Math.sqrt((second[i] ?? 0) / secondBias) + 1e-8);
      weights[i] = (weights[i] ?? 0) - rate * move;
    }
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
