import type { KnowledgeEntry } from '../../ground/knowledge.ts';
import { kindsOf } from './asked-kinds.ts';
import type { QuestionWords } from './question.ts';
import type { RankedEntry } from './rank.ts';
import { exactKeyOf, type SearchIndex } from './search-index.ts';
import { kindOf, nearestOf } from './signals.ts';

/**
 * Returns the entry that has this question: as it is typed, or, for a question that stands alone, with the same words but
 * for order, endings and small words. Undefined if none has it, or if two have the same words.
 */
export function exactIn(
  index: SearchIndex,
  words: QuestionWords,
  ranked: readonly RankedEntry[],
): KnowledgeEntry | undefined {
  const typed = index.exact.get(exactKeyOf(words.plain));
  if (typed !== undefined || words.isFollowUp) return typed;
  const asksSomething = kindsOf(words.plain).length > 0;
  // "Test" and "cell" alone ask nothing.
  if (!asksSomething && new Set(words.own).size < 2) return undefined;
  const [same, ...others] = ranked.filter((each) => nearestOf(each) > sameFrom);
  if (same === undefined || others.length > 0 || (asksSomething && kindOf(same) === 0)) return undefined;
  return same.entry;
}

/** Cosine of a phrasing with the same words, but for rounding. */
const sameFrom = 0.999;
