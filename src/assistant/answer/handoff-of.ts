import type { FileRef } from '#domain/chat/chat.ts';
import type { MessageView } from '../../chat/views/view-types.ts';
import { attachmentsPerMessage } from '#domain/ground/attachments.ts';
import { earlierQuestions } from '#domain/chat/handoff-turn.ts';

/** Content that is handed over with a question. */
export interface HandoffContent {
  questionId: string;
  /** Ids of the questions before it. */
  earlier: string[];
  /** The files of all these questions, those of the question first. */
  files: FileRef[];
}

/**
 * Returns what is handed over with a question: the questions before it, and the files of all.
 * @param messages messages of the room, oldest first
 */
export function handoffOf(messages: readonly MessageView[], questionId: string): HandoffContent {
  const at = messages.findIndex(({ id }) => id === questionId);
  const before = messages
    .slice(0, Math.max(at, 0))
    .filter(({ author, redacted, delivery }) => author.kind === 'user' && redacted !== true && delivery !== 'refused')
    .slice(-earlierQuestions);
  const asked = at < 0 ? before : [...before, messages[at] as MessageView];
  const files = new Map(
    asked.toReversed().flatMap((message) => message.files.map((file) => [file.sha256, file] as const)),
  );
  return {
    questionId,
    earlier: before.map(({ id }) => id),
    // Files of messages from the server's history have no hash on this device.
    files: [...files.values()].filter(({ sha256 }) => sha256 !== '').slice(0, attachmentsPerMessage),
  };
}
