import { createHash } from 'node:crypto';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { cutText } from '#domain/text.ts';

/** The texts of an entry that get a vector: what it is asked for, and how its answer begins, in each language. */

/** Phrasings and characters of the answer in a text: embedding models read the beginning best. */
const phrasings = 6;
const answerChars = 600;

/** Returns the texts of an entry, English first. */
export function textsToEmbed({ question, alternatives, answer, ko }: KnowledgeEntry): string[] {
  const english = textOf(question, alternatives, answer);
  return ko === undefined ? [english] : [english, textOf(ko.question, ko.alternatives, ko.answer)];
}

function textOf(question: string, alternatives: readonly string[], answer: string): string {
  return [question, ...alternatives.slice(0, phrasings), cutText(answer, answerChars)].join('\n');
}

/** Returns the name of a text's vector. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
