import { FoldedText, foldText } from './folded-text.ts';
import { cutText, patternOfText } from './text.ts';

/**
 * Search of texts by parts of words, in any language: Korean has endings instead of separate words. The server's
 * searches in the database (`server/database/text-search.ts`) find the same.
 */

/** Maximum number of words of a query that count. */
const wordsMost = 10;

/** Characters of an excerpt before and after the first word found in it. */
const before = 40;
const excerptChars = 160;

/** Returns the different words of a query, folded. */
export function searchWords(query: string): string[] {
  const words = foldText(query).split(/\s+/);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, wordsMost);
}

/** Whether a text contains all of these folded words (at least one), also inside other words. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const within = foldText(text);
  return words.length > 0 && words.every((word) => within.includes(word));
}

/** Whether a text fits what is typed into a search: nothing, or words that it has. */
export function fitsSearch(text: string, query: string): boolean {
  const words = searchWords(query);
  return words.length === 0 || hasWords(text, words);
}

/** Returns the part of a text around the first of these folded words, on one line. */
export function excerptAround(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const found = foundParts(line, words)[0]?.from ?? -1;
  if (found <= before) return cutText(line, excerptChars, '…');
  const space = line.indexOf(' ', found - before);
  const start = space >= 0 && space < found ? space + 1 : found - before;
  return `…${cutText(line.slice(start), excerptChars, '…')}`;
}

/** Splits a text into parts, with the found words marked. */
export function markedParts(text: string, words: readonly string[]): { text: string; isFound: boolean }[] {
  const parts: { text: string; isFound: boolean }[] = [];
  let end = 0;
  for (const { from, to } of foundParts(text, words)) {
    if (from < end) continue;
    parts.push({ text: text.slice(end, from), isFound: false }, { text: text.slice(from, to), isFound: true });
    end = to;
  }
  parts.push({ text: text.slice(end), isFound: false });
  return parts.filter((part) => part.text !== '');
}

/** Returns where the words stand in a text, from its begin; the longest first where several begin at one place. */
function foundParts(text: string, words: readonly string[]): { from: number; to: number }[] {
  if (words.length === 0) return [];
  const folded = new FoldedText(text);
  return [...folded.text.matchAll(patternOf(words))].map((match) =>
    folded.written(match.index, match.index + match[0].length),
  );
}

/** Longer words first, so that the longest is marked. */
function patternOf(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(patternOfText).join('|'), 'gu');
}
