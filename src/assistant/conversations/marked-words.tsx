import { Children } from 'react';
import { markedParts } from '#domain/ground/text-search.ts';

/** A text with the words of a search marked in it. */
export function MarkedWords({ text, words }: { text: string; words: readonly string[] }) {
  return Children.toArray(
    markedParts(text, words).map((part) => (part.isFound ? <mark>{part.text}</mark> : part.text)),
  );
}
