import { isAboutOpposite } from './opposites.ts';
import type { QuestionWords } from './question.ts';
import type { RankedEntry } from './rank.ts';
import { type SearchIndex, missingIn, weightOf } from './search-index.ts';
import { nearestOf } from './signals.ts';
import { wordsOf } from './tokens.ts';
import { retrievalSettings } from './thresholds.ts';

/** Maximum by which a phrasing of another entry may be nearer than those of the best one. */
const mostNearer = 0.6;
/** Cosine with one of its phrasings from which on an entry is meant, whatever else others have. */
const plainFrom = 0.7;
/** Share of the question's words, weighted by idf, from which on a title is about the same. */
const sameFrom = 0.65;
/** Share of the question's words, weighted by idf, that an entry may lack. */
const mostMissing = 0.7;
/** Maximum number of entries that are compared with the best one. */
const compared = 5;

/** Returns the entry with the nearest phrasing if it is much nearer than any of the best entry's: that one may be meant. */
export function nearerOf(ranked: readonly RankedEntry[]): RankedEntry | undefined {
  const [best, ...others] = ranked.slice(0, compared + 1);
  const [nearest] = others.toSorted((a, b) => nearestOf(b) - nearestOf(a));
  if (best === undefined || nearest === undefined) return undefined;
  return nearestOf(nearest) - nearestOf(best) > mostNearer ? nearest : undefined;
}

/** Whether the question compares two things, does not say in what respect, and two entries are about just these two. */
export function isVague(index: SearchIndex, { own }: QuestionWords, ranked: readonly RankedEntry[]): boolean {
  const compare = ranked.slice(0, compared + 1);
  const [best] = compare;
  if (best === undefined || nearestOf(best) >= plainFrom || !own.includes(comparing)) return false;
  return compare.filter((each) => isAbout(index, each, own)).length > 1;
}

/** Whether the best entry lacks most of the question's words, or a word that says what is asked for. */
export function isBeside(index: SearchIndex, { own }: QuestionWords, [best]: readonly RankedEntry[]): boolean {
  if (best === undefined) return false;
  const words = [...new Set(own)];
  const missing = missingIn(index, words, best.candidate.entry);
  const isForeign = weightOf(index, missing) > mostMissing * weightOf(index, words);
  return isForeign || missing.some((word) => respects.includes(word));
}

/** Whether the best entry's title is about the cold and the question about heat, or about sides of another pair. */
export function isOpposite({ own }: QuestionWords, [best]: readonly RankedEntry[]): boolean {
  return best !== undefined && isAboutOpposite(own, wordsOf(best.entry.question, retrievalSettings.maxChars));
}

/** An entry without this word does not answer a question that has it, however well the rest fits. */
const respects = wordsOf('price patent API', 100);

/** The canonical word of a comparison, see `synonyms.ts`. */
const [comparing = ''] = wordsOf('difference', 100);

/** Whether the entry's title has nearly all words of the question. */
function isAbout(index: SearchIndex, { entry }: RankedEntry, words: readonly string[]): boolean {
  const title = new Set(
    [entry.question, entry.ko?.question ?? ''].flatMap((text) => wordsOf(text, retrievalSettings.maxChars)),
  );
  const had = words.filter((word) => title.has(word));
  return weightOf(index, had) >= sameFrom * weightOf(index, words);
}
