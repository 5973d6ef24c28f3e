import { cutText } from './text.ts';

/** Search of texts by parts of words, in any language: Korean has endings instead of separate words. */

/** Most words of a query that count. */
const wordsMost = 8;

/** Characters of an excerpt before and after the first word found in it. */
const before = 40;
const excerptChars = 160;

/** Returns the different words of a query. */
export function searchWords(query: string): string[] {
  const words = query.normalize('NFC').toLowerCase().split(/\s+/);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, wordsMost);
}

/** Whether a text contains all of these words (at least one), upper or lower case, also inside other words. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const within = text.normalize('NFC');
  return words.length > 0 && words.every((word) => patternOf([word]).test(within));
}

/** Returns the part of a text around the first of these words, on one line. */
export function excerptAround(text: string, words: readonly string[]): string {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const found = line.search(patternOf(words));
  if (found <= before) return cutText(line, excerptChars, '…');
  const space = line.indexOf(' ', found - before);
  const start = space >= 0 && space < found ? space + 1 : found - before;
  return `…${cutText(line.slice(start), excerptChars, '…')}`;
}

/** Splits a text into parts, with the found words marked. */
export function markedParts(text: string, words: readonly string[]): { text: string; isFound: boolean }[] {
  if (words.length === 0) return [{ text, isFound: false }];
  const parts = text.normalize('NFC').split(patternOf(words));
  // A pattern with one group puts what it found at the odd places.
  return parts.map((part, i) => ({ text: part, isFound: i % 2 === 1 })).filter((part) => part.text !== '');
}

/** Longer words first, so that the longest is marked. */
function patternOf(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return new RegExp(`(${longestFirst.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`, 'iu');
}
