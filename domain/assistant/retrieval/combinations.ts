import type { KnowledgeEntry } from '../../ground/knowledge.ts';
import { type KindName, namedKinds, offeredKinds } from './follow-up.ts';
import { retrievalSettings } from './thresholds.ts';
import { wordsOf } from './tokens.ts';

/** An entry that exists for one chemistry, format or temperature, and has no counterpart for another. */
export interface EmptyCombination {
  entryId: string;
  kind: KindName;
  /** The other one, in canonical form, such as `lto`. */
  option: string;
}

/**
 * Returns the combinations that an answer could not offer. An entry whose title names none of a kind answers for all of
 * it, so nothing is missing there.
 * @param missed words that were tried without success
 */
export function emptyCombinations(answer: KnowledgeEntry, missed: readonly string[]): EmptyCombination[] {
  const inTitle = namedKinds(new Set(wordsOf(answer.question, retrievalSettings.maxChars)));
  return inTitle.flatMap(({ name, options }) =>
    options
      .filter(({ word }) => missed.includes(word))
      .map(({ word }) => ({ entryId: answer.id, kind: name, option: word })),
  );
}

/** Returns the names of an option in both languages; the word itself for one that is no longer offered. */
export function namesOfOption(kind: string, option: string): { en: string; ko: string } {
  const options = offeredKinds.find(({ name }) => name === kind)?.options;
  const found = options?.find(({ word }) => word === option);
  return { en: found?.english ?? option, ko: found?.korean ?? option };
}
