import type { AnswerNowReply } from '#domain/assistant/wire/answers.ts';
import type { Api } from '../../net/http.ts';
import { deadlines } from '../../net/deadlines.ts';
import { call } from '../../net/call.ts';

/** Returns what an answer has behind the first `after` UTF-16 units; all of it once it is finished. */
export function answerAfter(api: Api, id: string, after: number): Promise<AnswerNowReply> {
  return call(api, 'GET /bot/answers/:id', { params: { id }, query: { after }, timeoutMs: deadlines.answer });
}

/** Makes the server stop an answer; the text written so far is kept. */
export async function stopAnswer(api: Api, id: string): Promise<void> {
  await call(api, 'POST /bot/answers/:id/stop', { params: { id }, timeoutMs: deadlines.answer });
}
