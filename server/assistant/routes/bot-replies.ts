import type { Answer, AskableEntry, Message } from '#domain/chat/chat.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { withoutUndefined } from '#domain/ground/undefined.ts';
import type { OpenQuestionReply, QuestionReply } from '#domain/assistant/wire/answers.ts';

/** Answers as the routes of the assistant send them. */

export function questionReplyOf(questionId: string, message: Message, usage: QuestionReply['usage']): QuestionReply {
  const { answer } = message;
  if (answer === undefined) throw new Refusal('UNAVAILABLE');
  return {
    conversation_id: message.roomId,
    thread_id: message.roomId,
    question: { id: questionId },
    answer: answerReplyOf(message.id, message.content, answer),
    usage,
  };
}

export function answerReplyOf(id: string, content: string, answer: Answer): QuestionReply['answer'] {
  const { status, mode, confidence, sources, suggestions, handoff, calculation, order, doubts, fallback } = answer;
  return {
    id,
    status,
    content,
    mode,
    confidence,
    sources: sources.map(({ qnaId, ...source }) => ({ ...source, qna_id: qnaId })),
    suggestions: suggestions.map(asked),
    handoff,
    ...withoutUndefined({ calculation, order, doubts, fallback }),
  };
}

/** Returns a guest's answer with what the device of a user gets through the sync layer. */
export function openAnswerOf(id: string, content: string, answer: Answer): OpenQuestionReply['answer'] {
  const { emergency, sentence, related, refine } = answer;
  return {
    ...answerReplyOf(id, content, answer),
    ...withoutUndefined({ emergency, sentence, related: related?.map(asked) }),
    ...(refine === undefined
      ? {}
      : { refine: withoutUndefined({ other: refine.other && asked(refine.other), changes: refine.changes }) }),
  };
}

function asked({ qnaId, question }: AskableEntry) {
  return { qna_id: qnaId, question };
}
