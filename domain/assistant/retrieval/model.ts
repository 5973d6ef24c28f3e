import type { Tree } from './trees.ts';
import stored from './model.json' with { type: 'json' };

/** Learnt weights of ranking and of the confidence; `npm run train:retrieval` writes them to `model.json`. */
export interface RankModel {
  /** Weight of each of `signalNames`, and of the same signal as a share of the best candidate's. */
  signals: number[];
  relative: number[];
  /** Weight of a word that both texts have, and of a stop word, unless `words` has one of its own. */
  word: number;
  stopWord: number;
  words: Record<string, number>;
  /** Trees over `confidenceFeatures`, whose sum with the bias is the log of the odds that the answer is right. */
  confidence: { bias: number; trees: Tree[] };
}

/** Model as `model.json` has it: the words of each weight, separated by spaces, which is shorter. */
export type StoredModel = Omit<RankModel, 'words'> & { words: { weight: number; of: string }[] };

/** Returns the model of a file's content. */
function modelFrom({ words, ...rest }: StoredModel): RankModel {
  const pairs = words.flatMap(({ weight, of }) => of.split(' ').map((word): [string, number] => [word, weight]));
  return { ...rest, words: Object.fromEntries(pairs) };
}

export const rankModel: RankModel = modelFrom(stored);
