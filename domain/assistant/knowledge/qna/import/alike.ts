import type { QnaFields } from '../fields.ts';
import { questionWordsOf } from './near-questions.ts';

/** Whether a row can be a later version of the stored Q&A that its id names. */

/** Share of the words of the shorter question that the other one must have too. */
const sharedFrom = 0.4;

/**
 * Compares a row with the stored Q&A that its id names: `alike` when a question has words in common with one of it, or
 * the answer is the stored one; `other` when no question has; `unknown` for a row without a question.
 * @param row only what the row itself says
 */
export function fitOf(before: QnaFields, row: QnaFields): 'alike' | 'other' | 'unknown' {
  if (row.answer.trim() !== '' && row.answer.trim() === before.answer.trim()) return 'alike';
  const compared = [
    [row.question, before.question, ...before.alternatives],
    [row.koQuestion, before.koQuestion, ...before.koAlternatives],
  ].filter(([asked = '', stored = '']) => asked.trim() !== '' && stored.trim() !== '');
  if (compared.length === 0) return 'unknown';
  const isAlike = compared.some(([asked = '', ...stored]) => {
    return stored.some((text) => haveWordsInCommon(asked, text));
  });
  return isAlike ? 'alike' : 'other';
}

/** Whether one question can be a later wording of the other. */
export function haveWordsInCommon(one: string, other: string): boolean {
  return shareOf(questionWordsOf(one), questionWordsOf(other)) >= sharedFrom;
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size <= other.size ? [one, [...other]] : [other, [...one]];
  const shared = [...few].filter((word) => many.some((each) => isOneWord(word, each))).length;
  return few.size === 0 ? 0 : shared / few.size;
}

/** Whether two words are forms of one: thick and thickness, 전압을 and 전압은. */
function isOneWord(one: string, other: string): boolean {
  if (one === other) return true;
  const stem = /^\p{Script=Hangul}/u.test(one) ? 2 : 4;
  return !/\d/.test(one) && one.length >= stem && other.length >= stem && one.slice(0, stem) === other.slice(0, stem);
}
