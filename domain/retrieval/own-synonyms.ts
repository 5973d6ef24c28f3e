import { canonicalWords, keyOf, meaningOf, type OwnSynonyms, sameInProduct } from './canonical.ts';
import { stopWords } from './stop-words.ts';
import { plainWordsOf } from './tokens.ts';

/** Groups of words that mean the same, beside those of `synonyms.ts`: an administrator's own. */

/** What is wrong with a word of a group. Numbers are from 0. */
export interface SynonymProblem {
  group: number;
  word: number;
  /**
   * `FEW`: the group has less than two words. `EMPTY`: the word has no letters or digits, or only words like "the".
   * `KNOWN`: the product knows it with another meaning, of which `with` has some words. `TWICE`: the group with number `with` has it.
   */
  code: 'FEW' | 'EMPTY' | 'KNOWN' | 'TWICE';
  with?: string;
}

const maxChars = 200;

/** Makes groups ready for a search. Every word of a group is searched as what the product calls it, else as its first word. */
export function ownSynonyms(groups: readonly (readonly string[])[]): OwnSynonyms {
  const forms = new Map<string, readonly string[]>();
  for (const group of groups) {
    const plain = group.map((form) => plainWordsOf(form, maxChars));
    const meaning = plain.map(meaningOf).find((known) => known !== undefined) ?? canonicalWords(plain[0] ?? []);
    if (meaning.length === 0) continue;
    for (const form of plain) if (form.length > 0 && !forms.has(keyOf(form))) forms.set(keyOf(form), meaning);
  }
  return { forms, longest: Math.max(0, ...[...forms.keys()].map((form) => form.split(' ').length)) };
}

/** Returns what is wrong with groups: a word may have one meaning only. */
export function problemsWithSynonyms(groups: readonly (readonly string[])[]): SynonymProblem[] {
  const groupOf = new Map<string, number>();
  return groups.flatMap((words, group) => {
    if (words.length < 2) return [{ group, word: 0, code: 'FEW' as const }];
    let meaning: readonly string[] | undefined;
    return words.flatMap((text, word): SynonymProblem[] => {
      const plain = plainWordsOf(text, maxChars);
      if (plain.every((each) => stopWords.has(each))) return [{ group, word, code: 'EMPTY' }];
      const key = keyOf(plain);
      const other = groupOf.get(key) ?? group;
      if (other !== group) return [{ group, word, code: 'TWICE', with: String(other) }];
      groupOf.set(key, group);
      const known = meaningOf(plain);
      if (known === undefined) return [];
      meaning ??= known;
      if (meaning.join(' ') === known.join(' ')) return [];
      return [{ group, word, code: 'KNOWN', with: sameInProduct(plain).join(', ') }];
    });
  });
}
