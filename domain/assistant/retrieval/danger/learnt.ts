import { isKorean } from '../../../quantities/korean.ts';
import stored from './learnt.json' with { type: 'json' };

/**
 * Recognizes danger by the words of messages that were written down as examples, where no rule has them: a logistic
 * regression over words, pairs of neighbors and runs of letters. `npm run train:danger` learns its weights.
 */

/** Weights of one decision, in the stored form. */
export interface LearntWeights {
  bias: number;
  /** The value of one step of a stored weight. */
  step: number;
  /** A character for each bucket: by how much its code is above `noWeight`. */
  weights: string;
}

/** Whether a message is about danger, and if so, whether it asks for a deed rather than reports what happens. */
export interface DangerModel {
  danger: LearntWeights;
  deed: LearntWeights;
}

/** The code of a weight of 0, and the highest weight: all characters stand for themselves in JSON. */
export const noWeight = 63;
export const mostWeight = 27;

/** Number of buckets that features share; few of them meet. */
export const buckets = 1 << 14;
/** Minimum number by which features are scaled: a text of one word is weak evidence. */
const fewFeatures = 8;

/** Minimum probability of a message about danger. */
const dangerAt = 0.5;

export type MessageKind = 'report' | 'deed' | 'ordinary';

/** Returns the kind of a message. @param features as `bucketsOf` gives them */
export function learntKind(features: readonly number[], model: DangerModel = stored): MessageKind {
  if (likelihood(model.danger, features) < dangerAt) return 'ordinary';
  return likelihood(model.deed, features) < 0.5 ? 'report' : 'deed';
}

function likelihood(learnt: LearntWeights, features: readonly number[]): number {
  const sum = features.reduce((all, bucket) => all + learnt.weights.charCodeAt(bucket) - noWeight, 0);
  return 1 / (1 + Math.exp(-(learnt.bias + learnt.step * sum * scaleOf(features))));
}

/** Returns the value of each feature of a text, so that long texts do not weigh more. */
export function scaleOf(features: readonly number[]): number {
  return 1 / Math.sqrt(Math.max(fewFeatures, features.length));
}

/** Returns the buckets of a text's features. @param plain a text as `plainFor` gives it */
export function bucketsOf(plain: string): number[] {
  const words = plain
    .trim()
    .split(' ')
    .map((word) => (/^\d/u.test(word) ? '0' : word));
  const features = [...words, ...words.map((word, at) => `${word} ${words[at + 1] ?? '$'}`), ...words.flatMap(runsOf)];
  return [...new Set(features.map(bucketOf))];
}

/** Returns the runs of letters in a word that may be mistyped or, in Korean, has endings. */
function runsOf(word: string): string[] {
  const korean = isKorean(word);
  if (!korean && word.length < 4) return [];
  const edged = `_${word}_`;
  return (korean ? [2, 3] : [4, 5]).flatMap((length) =>
    Array.from({ length: Math.max(0, edged.length - length + 1) }, (_, at) => `:${edged.slice(at, at + length)}`),
  );
}

/** FNV-1a. */
function bucketOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % buckets;
}
