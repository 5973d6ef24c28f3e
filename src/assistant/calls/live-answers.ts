import type { AnswerNowReply } from '#domain/assistant/wire/answers.ts';
import type { Api } from '../../net/http.ts';
import { deadlines } from '../../net/deadlines.ts';

/** Returns what an answer has behind the first `after` UTF-16 units; all of it once it is finished. */
export function answerAfter(api: Api, id: string, after: number): Promise<AnswerNowReply> {
  return api.json<AnswerNowReply>({ path: `/bot/answers/${id}?after=${after}`, timeoutMs: deadlines.answer });
}

/** Has the server stop an answer; what is written of it is kept. */
export async function stopAnswer(api: Api, id: string): Promise<void> {
  await api.json({ method: 'POST', path: `/bot/answers/${id}/stop`, timeoutMs: deadlines.answer });
}
