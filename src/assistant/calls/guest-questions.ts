import type { Answer } from '#domain/chat/chat.ts';
import type { OpenQuestionReply } from '#domain/assistant/wire/answers.ts';
import type { Api } from '../../net/http.ts';
import { call } from '../../net/call.ts';

/** The answer to a guest's question, and how many questions the device has used today. */
export interface GuestReply {
  content: string;
  answer: Answer;
  used: number;
  limit: number;
}

/**
 * Asks the assistant without an account.
 * @param asked `key` is the idempotency key: the same question sent again counts once
 * @throws Unreachable (status 429 and Retry-After when none is left), Refused
 */
export async function askAsGuest(api: Api, { key, text }: { key: string; text: string }): Promise<GuestReply> {
  const { answer, usage } = await call(api, 'POST /bot/unregister_user/questions', {
    body: { role: 'user', text, client_message_id: key, isUnregisteredUser: true },
    key,
  });
  return {
    content: answer.content,
    answer: answerOf(key, answer),
    used: usage.question_usage,
    limit: usage.question_limit,
  };
}

/** Returns the answer as the rest of the app knows answers. */
function answerOf(questionId: string, reply: OpenQuestionReply['answer']): Answer {
  const { status, mode, confidence, handoff, calculation, emergency, sentence, related, refine } = reply;
  const { other, changes } = refine ?? {};
  return {
    questionId,
    status,
    mode,
    confidence,
    handoff,
    sources: reply.sources.map(({ qna_id: qnaId, ...source }) => ({ ...source, qnaId })),
    suggestions: reply.suggestions.map(askable),
    ...(calculation === undefined ? {} : { calculation }),
    ...(emergency === true ? { emergency } : {}),
    ...(sentence === undefined ? {} : { sentence }),
    ...(related === undefined ? {} : { related: related.map(askable) }),
    refine: {
      ...(other === undefined ? {} : { other: askable(other) }),
      ...(changes === undefined ? {} : { changes }),
    },
  };
}

function askable({ qna_id: qnaId, question }: { qna_id: string; question: string }) {
  return { qnaId, question };
}
