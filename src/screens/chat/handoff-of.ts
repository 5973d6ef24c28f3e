import type { FileRef, HandoffTurn } from '#domain/chat.ts';
import { turnFrom } from '#domain/handoff-turn.ts';
import { limits } from '#domain/limits.ts';
import type { MessageView } from '../../db/view-types.ts';

/** What is handed over with a question. */
export interface HandedOver {
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
export function handoffOf(messages: readonly MessageView[], questionId: string): HandedOver {
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

/** Returns the turns that the experts get with a question, as far as this device has them. */
export function turnsOf(
  messages: readonly MessageView[],
  { earlier, questionId }: Pick<HandedOver, 'earlier' | 'questionId'>,
): HandoffTurn[] {
  return [...earlier, questionId].flatMap((id) => {
    const question = messages.find((message) => message.id === id);
    if (question === undefined) return [];
    const answer = messages.find((message) => message.answer?.questionId === id) ?? savedAnswerTo(question);
    return [question, ...(answer === undefined ? [] : [answer])].map(turnFrom);
  });
}

function savedAnswerTo({ savedAnswer, createdAt }: MessageView): Parameters<typeof turnFrom>[0] | undefined {
  return savedAnswer && { ...savedAnswer, author: { id: '', name: '', kind: 'assistant' }, createdAt };
}
