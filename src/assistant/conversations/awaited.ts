import type { MessageView } from '../../chat/views/view-types.ts';

/**
 * Returns the text about the newest question without an answer, as a key of `chat:awaited`; undefined when there is
 * none. Messages that are not questions get no answer.
 */
export function awaitedIn(messages: readonly MessageView[]): 'answering' | 'savedShown' | 'kept' | undefined {
  const answered = new Set(messages.flatMap(({ answer, replyTo }) => (answer === undefined ? [] : [replyTo])));
  const question = messages.findLast(
    ({ isQuestion, delivery, redacted, id }) =>
      isQuestion === true && delivery !== 'refused' && redacted !== true && !answered.has(id),
  );
  if (question === undefined) return undefined;
  const { pending, delivery, savedAnswer } = question;
  if (!pending || delivery === 'sending' || delivery === 'sent') return 'answering';
  return savedAnswer === undefined ? 'kept' : 'savedShown';
}

/** Returns the ids of the questions whose answers the server is writing, oldest first. */
export function beingWrittenIn(messages: readonly MessageView[]): string[] {
  const answered = new Set(messages.flatMap(({ answer }) => (answer === undefined ? [] : [answer.questionId])));
  return messages.flatMap(({ id, awaits, pending, redacted }) =>
    awaits === true && !pending && redacted !== true && !answered.has(id) ? [id] : [],
  );
}
