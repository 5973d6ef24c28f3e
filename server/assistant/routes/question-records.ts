import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { type GroupsQuery, type RecordsQuery, routesOfRecords } from '#domain/assistant/wire/records.ts';
import { decideQuestions, takeBackDecision } from '../knowledge/decide-questions.ts';
import { findNearestEntries } from '../knowledge/nearest-entries.ts';
import {
  findQnas,
  type GroupFilter,
  readChecks,
  readGroups,
  readRecords,
  type RecordFilter,
} from '../store/record-lists.ts';
import { turnsBefore } from '../store/questions-before.ts';
import type { ListQuery } from '../../database/list-query.ts';
import type { AssistantDeps } from '../deps.ts';
import { chosenIn, exportedRows } from '../../http/paged.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Questions that are listed of a row. */
const questionsOfGroup = 100;

/** Registers the records of questions to the assistant and of their outcomes, for the authors of the knowledge base. */
export function questionRecordRoutes(
  app: FastifyInstance,
  { db, knowledge }: Pick<AssistantDeps, 'db' | 'knowledge'>,
): void {
  const serve = serving(app, routesOfRecords);

  serve('GET /admin-api/records', ({ query }) => readRecords(db, recordsIn(query)));

  serve('GET /admin-api/records/export', ({ query }) => readRecords(db, { ...recordsIn(query), limit: exportedRows }));

  serve('GET /admin-api/records/:id/turns', async ({ params: { id } }) => {
    const items = requireFound(await turnsBefore(db, id));
    return { items };
  });

  serve('GET /admin-api/records/groups', async ({ query }) => {
    await findNearestEntries(db, knowledge());
    return await readGroups(db, groupsIn(query));
  });

  serve('GET /admin-api/records/groups/export', ({ query }) =>
    readGroups(db, { ...groupsIn(query), limit: exportedRows }),
  );

  serve('GET /admin-api/records/groups/:id', async ({ params: { id } }) => {
    const groups = await readGroups(db, { sort: '-last_at', filters: { id: [id] }, limit: 1 });
    const [group] = groups.items;
    if (group === undefined) throw new Refusal('NOT_FOUND');
    const about = { sort: '-asked_at', filters: { group: [id] }, limit: questionsOfGroup };
    return { group, items: (await readRecords(db, about)).items };
  });

  serve('POST /admin-api/records/decisions', ({ tx, body, session }) => decideQuestions(tx, body, session.user.id));

  serve('DELETE /admin-api/records/decisions/:id', async ({ tx, params: { id }, session }) => {
    await takeBackDecision(tx, id, session.user.id);
  });

  serve('GET /admin-api/records/checks', ({ query: { page = 1, limit = pageRows } }) =>
    readChecks(db, { page, limit }),
  );

  serve('GET /admin-api/records/entries', ({ query: { q } }) => findQnas(db, q));
}

function recordsIn(query: RecordsQuery): ListQuery<RecordFilter> {
  return chosenIn(query, '-asked_at', ['fate', 'language', 'topic', 'days']);
}

/** Unless they are asked for, questions that are dealt with are left out. */
function groupsIn(query: GroupsQuery): ListQuery<GroupFilter> {
  return chosenIn({ state: 'open', ...query }, '-questions', ['state']);
}
