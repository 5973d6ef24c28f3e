import { scaleOf } from '#domain/assistant/retrieval/danger/learnt.ts';

/** An event with the buckets of its features; one with a lower weight teaches less. */
export interface LinearExample {
  buckets: readonly number[];
  is: boolean;
  weight: number;
}

const epochs = 60;
const rate = 0.5;
/** Strength that holds weights near 0. */
const keep = 3e-6;
/** Step from one example to the next, prime to their number: neighbors are alike. */
const stride = 7919;

/** Fits a logistic regression with one rate for each weight. The same examples give the same weights. */
export function fitLinear(
  examples: readonly LinearExample[],
  buckets: number,
): { bias: number; weights: Float64Array } {
  const weights = new Float64Array(buckets);
  const squares = new Float64Array(buckets).fill(1e-3);
  let bias = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = 0; i < examples.length; i++) {
      const example = examples[(i * stride + epoch) % examples.length];
      if (example === undefined) continue;
      const scale = scaleOf(example.buckets);
      const sum = example.buckets.reduce((all, bucket) => all + (weights[bucket] ?? 0), 0);
      const error = (1 / (1 + Math.exp(-(bias + scale * sum))) - (example.is ? 1 : 0)) * example.weight;
      bias -= 0.01 * error;
      for (const bucket of example.buckets) {
        const slope = error * scale + keep * (weights[bucket] ?? 0);
        squares[bucket] = (squares[bucket] ?? 0) + slope ** 2;
        weights[bucket] = (weights[bucket] ?? 0) - (rate * slope) / Math.sqrt(squares[bucket] ?? 1);
      }
    }
  }
  return { bias, weights };
}
