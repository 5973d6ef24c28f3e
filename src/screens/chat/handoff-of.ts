import type { FileRef } from '#domain/chat.ts';
import { limits } from '#domain/limits.ts';
import type { MessageView } from '../../db/view-types.ts';

/**
 * Returns what is handed over with a question: the questions before it, and the files of all, those of the question
 * first.
 * @param messages messages of the room, oldest first
 */
export function handoffOf(
  messages: readonly MessageView[],
  questionId: string,
): { questionId: string; earlier: string[]; files: FileRef[] } {
  const at = messages.findIndex(({ id }) => id === questionId);
  const before = messages
    .slice(0, Math.max(at, 0))
    .filter(({ author, redacted, delivery }) => author.kind === 'user' && redacted !== true && delivery !== 'refused')
    .slice(-limits.earlierQuestions);
  const asked = at < 0 ? before : [...before, messages[at] as MessageView];
  const files = new Map(
    asked.toReversed().flatMap((message) => message.files.map((file) => [file.sha256, file] as const)),
  );
  return {
    questionId,
    earlier: before.map(({ id }) => id),
    // Files of messages from the server's history have no hash on this device.
    files: [...files.values()].filter(({ sha256 }) => sha256 !== '').slice(0, limits.attachmentsPerMessage),
  };
}
