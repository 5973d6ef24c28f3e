import type { QuestionWords } from './question.ts';
import type { Ranked } from './rank.ts';
import { type RetrievalIndex, idfOf } from './search-index.ts';
import { signalNames } from './signals.ts';
import { wordsOf } from './tokens.ts';

/** How much nearer a phrasing of another entry may be than those of the best one. */
const mostNearer = 0.6;
/** From this cosine with one of its phrasings on, an entry is meant, whatever else others have. */
const plainFrom = 0.7;
/** Share of the question's words, weighted by idf, from which on a title is about the same. */
const sameFrom = 0.65;
/** Most entries that are compared with the best one. */
const compared = 5;

/**
 * Whether the best entry must not be told as the answer, however probable: another has nearly this very question, or
 * the question compares two things and does not say in what respect.
 */
export function isDoubtful(index: RetrievalIndex, question: QuestionWords, ranked: readonly Ranked[]): boolean {
  const [best, ...others] = ranked.slice(0, compared + 1);
  if (best === undefined || question.isFollowUp) return false;
  const nearest = nearestOf(best);
  if (others.some((other) => nearestOf(other) - nearest > mostNearer)) return true;
  if (nearest >= plainFrom || !question.own.includes(comparing)) return false;
  return [best, ...others].filter((each) => isAbout(index, each, question.own)).length > 1;
}

/** The canonical word of a comparison, see `synonyms.ts`. */
const [comparing = ''] = wordsOf('difference', 100);

function nearestOf({ candidate }: Ranked): number {
  return candidate.signals[signalNames.indexOf('nearest')] ?? 0;
}

/** Whether the entry's title has nearly all words of the question. */
function isAbout(index: RetrievalIndex, { entry }: Ranked, words: readonly string[]): boolean {
  const title = new Set(
    [entry.question, entry.ko?.question ?? ''].flatMap((text) => wordsOf(text, index.settings.maxChars)),
  );
  const all = words.reduce((sum, word) => sum + idfOf(index, word), 0);
  const had = words.filter((word) => title.has(word)).reduce((sum, word) => sum + idfOf(index, word), 0);
  return had >= sameFrom * all;
}
