import { canonicalWords } from './canonical.ts';
import { isKorean } from '../../quantities/korean.ts';
import { normalise } from './normalize.ts';
import { stopWords } from './stop-words.ts';

/** Returns the meaningful words of a text in order: normalized, stemmed, synonyms in their canonical form. */
export function wordsOf(text: string, maxChars: number): string[] {
  return canonicalWords(plainWordsOf(text, maxChars));
}

/** Returns all words of a text as they are written, in lower case and with normal forms of units. */
export function plainWordsOf(text: string, maxChars: number): string[] {
  return normalise(text, maxChars).match(wordPattern) ?? [];
}

/** Letters and digits; a decimal point stays part of its number. Korean letters are words of their own: "LFP셀" is two. */
const wordPattern = /\p{Script=Hangul}+|(?:(?!\p{Script=Hangul})[\p{L}\p{N}])+(?:\.\p{N}+)*/gu;

/** Returns the runs of letters of words without the stop words, with `_` marking the edges of each word. */
export function gramsOf(words: readonly string[]): string[] {
  const grams: string[] = [];
  for (const word of words) {
    if (stopWords.has(word)) continue;
    const edged = `_${word.slice(0, maxWordChars)}_`;
    const [least, most] = isKorean(word) ? [2, 3] : [3, 5];
    if (edged.length <= least + 1) grams.push(edged);
    for (let size = least; size <= most; size++) {
      for (let at = 0; at + size <= edged.length; at++) grams.push(edged.slice(at, at + size));
    }
  }
  return grams;
}

/** Longer words do not occur in questions; a megabyte without a space must not produce a megabyte of runs. */
const maxWordChars = 40;
