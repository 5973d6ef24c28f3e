import { categoryOf } from '../../ground/knowledge.ts';
import { completeFollowUp } from './follow-up.ts';
import type { Question, QuestionContext } from './question.ts';
import type { Retrieval } from './retrieve.ts';
import { smallTalkIn } from './small-talk.ts';
import { retrievalSettings } from './thresholds.ts';

/** Context of a question in a conversation: the questions before it. */

/**
 * Returns the context of the next question in a conversation.
 * @param question the question as it was asked, with its own context
 */
export function contextAfter(question: Pick<Question, 'text' | 'previous'>, retrieval: Retrieval): QuestionContext {
  const entry = retrieval.band === 'answer' ? retrieval.hits[0]?.entry : undefined;
  const { calculation } = retrieval.computed ?? {};
  return nextContext(question.previous, {
    text: question.text,
    category: entry === undefined ? '' : categoryOf(entry),
    ...(calculation === undefined ? {} : { calculation }),
  });
}

/** Returns the context of the next question after these, oldest first; undefined if there are none. */
export function contextOf(answered: readonly QuestionContext[]): QuestionContext | undefined {
  return answered.reduce<QuestionContext | undefined>((before, asked) => nextContext(before, asked), undefined);
}

/**
 * Adds a question with its answer to the context of the questions before it. Small talk changes nothing, and a follow-up
 * without a calculation of its own leaves the one before to the next.
 */
function nextContext(before: QuestionContext | undefined, asked: QuestionContext): QuestionContext {
  if (before === undefined) return asked;
  if (smallTalkIn(asked.text) !== undefined) return before;
  const text = completeFollowUp(asked.text, before.text, retrievalSettings.maxChars);
  const calculation = asked.calculation ?? (text === asked.text ? undefined : before.calculation);
  return { text, category: asked.category, ...(calculation === undefined ? {} : { calculation }) };
}
