import type { AnswerSource } from '#domain/chat.ts';
import type { KnowledgeEntry } from '#domain/knowledge.ts';

/** Returns the texts of an entry in the language of the answer, or in the only one that the device has. */
export function textsOfSource(
  entry: KnowledgeEntry,
  source: Pick<AnswerSource, 'question'>,
): { question: string; answer: string } {
  const { ko } = entry;
  if (ko === undefined) return entry;
  const [first, other] = /\p{Script=Hangul}/u.test(source.question) ? [ko, entry] : [entry, ko];
  return first.answer === '' ? other : first;
}
