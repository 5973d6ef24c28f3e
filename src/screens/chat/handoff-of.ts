import type { FileRef } from '#domain/chat.ts';
import { limits } from '#domain/limits.ts';
import type { MessageView } from '../../db/views.ts';

/**
 * What goes along with a question that is handed over: the questions just before it, and the files of all of them, those
 * of the question first.
 * @param messages of the conversation, oldest first
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
    // Of files in messages beyond the device's window only the server knows the bytes.
    files: [...files.values()].filter(({ sha256 }) => sha256 !== '').slice(0, limits.attachmentsPerMessage),
  };
}
