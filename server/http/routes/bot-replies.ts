import type { Answer, Message } from '#domain/chat.ts';
import { Refusal } from '#domain/errors.ts';
import type { QuestionReply } from '#domain/protocol/rest.ts';

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
    suggestions: suggestions.map(({ qnaId, question }) => ({ qna_id: qnaId, question })),
    handoff,
    ...(calculation === undefined ? {} : { calculation }),
    ...(order === undefined ? {} : { order }),
    ...(doubts === undefined ? {} : { doubts }),
    ...(fallback === undefined ? {} : { fallback }),
  };
}
