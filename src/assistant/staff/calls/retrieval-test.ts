import type {
  AddQuestionBody,
  QuestionsReply,
  RetrievalTestBody,
  RetrievalTestReply,
} from '#domain/assistant/wire/retrieval-test.ts';
import type { Api } from '../../../net/http.ts';

/** How the assistant finds its answers. All throw Unreachable, Refused or SignedOut. */

/** Searches as the assistant does. @returns what was found, and why */
export function testRetrieval(api: Api, body: RetrievalTestBody): Promise<RetrievalTestReply> {
  return api.json({ path: '/admin-api/knowledge/retrieval_test', body });
}

/** Returns a page of the questions that the assistant is measured with. */
export function setQuestions(api: Api, query: string): Promise<QuestionsReply> {
  return api.json({ path: `/admin-api/knowledge/questions?${query}` });
}

/** Adds a question that the assistant is measured with from the next sync on. */
export function addSetQuestion(api: Api, body: AddQuestionBody, key: string): Promise<{ id: string }> {
  return api.json({ path: '/admin-api/knowledge/questions', body, headers: { 'idempotency-key': key } });
}

/** Removes a question from those that the assistant is measured with. */
export async function removeSetQuestion(api: Api, id: string, key: string): Promise<void> {
  const path = `/admin-api/knowledge/questions/${id}`;
  await api.json({ method: 'DELETE', path, headers: { 'idempotency-key': key } });
}
