import { canonicalWords } from './canonical.ts';
import { normalise } from './normalize.ts';

/** Returns the meaningful words of a text in order: normalized, stemmed, synonyms in their canonical form. */
export function wordsOf(text: string, maxChars: number): string[] {
  return canonicalWords(normalise(text, maxChars).match(wordPattern) ?? []);
}

/** Letters and digits. A decimal point stays part of its number. */
const wordPattern = /[\p{L}\p{N}]+(?:\.\p{N}+)*/gu;

/** Returns the runs of three and four letters of words, with `_` marking the edges of each word. */
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

/** Longer words do not occur in questions; a megabyte without a space must not produce a megabyte of runs. */
const maxWordChars = 40;
