import type { FastifyInstance } from 'fastify';
import { csvOf } from '#domain/ground/csv.ts';
import { routesOfQuestionTables } from '#domain/assistant/wire/question-tables.ts';
import { tableOfQuestions } from '#domain/assistant/knowledge/qna/question-table.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { importQuestions } from '../knowledge/question-import.ts';
import { measuredVersions, questionsForTable } from '../store/question-tables.ts';
import { MB } from '#domain/ground/units.ts';
import { sendMade } from '../../files/download.ts';
import { serving } from '../../http/serve-routes.ts';

/** Largest question set as a file. */
const questionTableBytes = 4 * MB;
/** Versions of the question set whose figures are listed. */
export const figuresOverTime = 50;

/** The question set as a file, and its figures over time. */
export function questionTableRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const serve = serving(app, routesOfQuestionTables);

  serve('GET /admin-api/knowledge/questions/csv', async (_request, reply) => {
    return sendMade(
      reply,
      'questions.csv',
      'text/csv; charset=utf-8',
      csvOf(tableOfQuestions(await questionsForTable(db))),
    );
  });

  serve(
    'POST /admin-api/knowledge/questions/csv',
    ({ tx, body: { csv, check = false }, session }) =>
      importQuestions(tx, { text: csv, isCheck: check, by: session.user.id }),
    { bodyLimit: questionTableBytes },
  );

  serve('GET /admin-api/knowledge/questions/figures', () => measuredVersions(db, figuresOverTime));
}
