import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { csvOf } from '#domain/ground/csv.ts';
import { bytesOf } from '#domain/ground/wire/parts.ts';
import {
  importQuestionsBody,
  importQuestionsReply,
  measuredVersionsReply,
} from '#domain/assistant/wire/question-tables.ts';
import { tableOfQuestions } from '#domain/assistant/knowledge/qna/question-table.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { importQuestions } from '../knowledge/question-import.ts';
import { measuredVersions, questionsForTable } from '../store/question-tables.ts';
import { MB } from '#domain/ground/units.ts';

/** Largest question set as a file. */
const questionTableBytes = 4 * MB;
/** Versions of the question set whose figures are listed. */
export const figuresOverTime = 50;

/** The question set as a file, and its figures over time. */
export function questionTableRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/admin-api/knowledge/questions/csv',
    { schema: { response: { 200: bytesOf('text/csv') } } },
    async (_request, reply) => {
      reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="questions.csv"');
      return csvOf(tableOfQuestions(await questionsForTable(db)));
    },
  );

  routes.post(
    '/admin-api/knowledge/questions/csv',
    {
      config: keyed,
      bodyLimit: questionTableBytes,
      schema: { body: importQuestionsBody, response: { 200: importQuestionsReply } },
    },
    ({ tx, body: { csv, check = false }, session }) =>
      importQuestions(tx, { text: csv, isCheck: check, by: session.user.id }),
  );

  routes.get('/admin-api/knowledge/questions/figures', { schema: { response: { 200: measuredVersionsReply } } }, () =>
    measuredVersions(db, figuresOverTime),
  );
}
