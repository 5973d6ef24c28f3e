import { categoryOf } from '../../ground/knowledge.ts';
import { completeFollowUp } from './follow-up.ts';
import type { Question, QuestionContext } from './question.ts';
import type { Retrieval } from './retrieve.ts';
import { retrievalSettings } from './thresholds.ts';

/** Context of a question in a conversation: the questions before it. */

/**
 * Returns the context of the next question in a conversation.
 * @param question the question as it was asked, with its own context
 */
export function contextAfter(question: Pick<Question, 'text' | 'previous'>, retrieval: Retrieval): QuestionContext {
  const entry = retrieval.band === 'answer' ? retrieval.hits[0]?.entry : undefined;
  return nextContext(question.previous, question.text, entry === undefined ? '' : categoryOf(entry));
}

/** Returns the context of the next question after these, oldest first; undefined if there are none. */
export function contextOf(answered: readonly QuestionContext[]): QuestionContext | undefined {
  return answered.reduce<QuestionContext | undefined>(
    (before, { text, category }) => nextContext(before, text, category),
    undefined,
  );
}

/** Adds a question and the category of its answer to the context of the questions before it. */
function nextContext(before: QuestionContext | undefined, text: string, category: string): QuestionContext {
  return { text: completeFollowUp(text, before?.text, retrievalSettings.maxChars), category };
}
