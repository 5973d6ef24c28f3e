import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { routesOfRetrievalTest } from '#domain/assistant/wire/retrieval-test.ts';
import type { AssistantDeps } from '../deps.ts';
import { explain } from '../knowledge/explain.ts';
import type { QnaSearch } from '../knowledge/qna-search.ts';
import { addQuestion, questionsPage, removeQuestion } from '../store/question-sets.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Registers the tests of retrieval: a test of one question, and the questions with which the assistant is measured. */
export function retrievalTestRoutes(
  app: FastifyInstance,
  { db, knowledge, qnas }: Pick<AssistantDeps, 'db' | 'knowledge'> & { qnas: Pick<QnaSearch, 'explain'> },
): void {
  const serve = serving(app, routesOfRetrievalTest);

  serve(
    'POST /admin-api/knowledge/retrieval_test',
    async ({ body: { text, chat_type: chatType, before = [], index } }) => {
      const question = { text, chatType, before };
      return index === 'active' ? explain(knowledge(), question) : await qnas.explain(question);
    },
  );

  serve('GET /admin-api/knowledge/questions', ({ query: { page = 1, limit = pageRows, q = '', set } }) =>
    questionsPage(db, { page, limit, search: q.trim(), sets: set?.split(',') }),
  );

  serve(
    'POST /admin-api/knowledge/questions',
    async ({ tx, body: { question, before = [], entry_id: entryId, note = '' }, session }) => {
      const id = await addQuestion(tx, {
        question: question.trim(),
        before,
        entryId,
        note: note.trim(),
        by: session.user.id,
      });
      if (id === undefined) throw new Refusal('INVALID', [{ path: 'entry_id', code: 'UNKNOWN' }]);
      return { id };
    },
  );

  serve('DELETE /admin-api/knowledge/questions/:id', async ({ tx, params: { id } }, reply) => {
    if (!(await removeQuestion(tx, id))) throw new Refusal('NOT_FOUND');
    reply.code(204);
  });
}
