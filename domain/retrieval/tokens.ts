import { canonicalWords } from './canonical.ts';
import { normalise } from './normalise.ts';

/** Takes text as people write it; gives its meaningful words, in one spelling, stemmed, in order. */
export function wordsOf(text: string, maxChars: number): string[] {
  return canonicalWords(normalise(text, maxChars).match(wordPattern) ?? []);
}

/** Letters and digits; a decimal point stays inside its number. */
const wordPattern = /[\p{L}\p{N}]+(?:\.\p{N}+)*/gu;

/** Takes words; gives their runs of three and four letters, with the words' edges marked. */
export function chargramsOf(words: readonly string[]): string[] {
  const grams: string[] = [];
  for (const word of words) {
    const edged = `_${word.slice(0, maxWordChars)}_`;
    if (edged.length <= 4) grams.push(edged);
    for (let size = 3; size <= 4; size++) {
      for (let at = 0; at + size <= edged.length; at++) grams.push(edged.slice(at, at + size));
    }
  }
  return grams;
}

/** Nobody asks about a longer word; a megabyte without a space must not become a megabyte of runs. */
const maxWordChars = 40;
