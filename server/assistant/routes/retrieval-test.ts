import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import {
  addQuestionBody,
  addQuestionReply,
  type questionSets,
  questionParams,
  questionsQuery,
  questionsReply,
  retrievalTestBody,
  retrievalTestReply,
} from '#domain/assistant/wire/retrieval-test.ts';
import type { AssistantDeps } from '../deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { explain } from '../knowledge/explain.ts';
import type { QnaSearch } from '../knowledge/qna-search.ts';
import { addQuestion, questionsPage, removeQuestion } from '../store/question-sets.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** How the assistant finds its answers: a test of one question, and the questions that it is measured with. */
export function retrievalTestRoutes(
  app: FastifyInstance,
  { db, knowledge, qnas }: Pick<AssistantDeps, 'db' | 'knowledge'> & { qnas: Pick<QnaSearch, 'explain'> },
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/admin-api/knowledge/retrieval_test',
    { schema: { body: retrievalTestBody, response: { 200: retrievalTestReply } } },
    async ({ body: { text, chat_type: chatType, before = [], index } }) => {
      const question = { text, chatType, before };
      return index === 'active' ? explain(knowledge(), question) : await qnas.explain(question);
    },
  );

  routes.get(
    '/admin-api/knowledge/questions',
    { schema: { querystring: questionsQuery, response: { 200: questionsReply } } },
    async ({ query: { page = 1, limit = pageRows, q = '', set } }) => {
      const { items, total } = await questionsPage(db, { page, limit, search: q.trim(), sets: set?.split(',') });
      const rows = items.map(({ entryId, entryTitle, addedBy, addedAt, ...row }) => ({
        ...row,
        set: row.set as (typeof questionSets)[number],
        entry_id: entryId,
        entry_title: entryTitle,
        added_by: addedBy,
        added_at: addedAt,
      }));
      return { items: rows, total, page, limit };
    },
  );

  routes.post(
    '/admin-api/knowledge/questions',
    { config: keyed, schema: { body: addQuestionBody, response: { 201: addQuestionReply } } },
    async ({ tx, body: { question, before = [], entry_id: entryId, note = '' }, session }, reply) => {
      const id = await addQuestion(tx, {
        question: question.trim(),
        before,
        entryId,
        note: note.trim(),
        by: session.user.id,
      });
      if (id === undefined) throw new Refusal('INVALID', [{ path: 'entry_id', code: 'UNKNOWN' }]);
      reply.code(201);
      return { id };
    },
  );

  routes.delete(
    '/admin-api/knowledge/questions/:id',
    { config: keyed, schema: { params: questionParams } },
    async ({ tx, params: { id } }, reply) => {
      if (!(await removeQuestion(tx, id))) throw new Refusal('NOT_FOUND');
      reply.code(204);
    },
  );
}
