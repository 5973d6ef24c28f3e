import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#domain/ground/errors.ts';
import {
  checksQuery,
  checksReply,
  decideBody,
  decisionParams,
  decisionReply,
  entriesQuery,
  entriesReply,
  groupParams,
  groupReply,
  type GroupsQuery,
  groupsExportQuery,
  groupsExportReply,
  groupsQuery,
  groupsReply,
  type RecordsQuery,
  recordParams,
  recordsExportQuery,
  recordsExportReply,
  recordsQuery,
  recordsReply,
  turnsReply,
} from '#domain/assistant/wire/records.ts';
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
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { exportedRows } from '../../http/paged.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Questions that are listed of a row. */
const questionsOfGroup = 100;

/** What people asked the assistant and what became of it, for those who write the knowledge base. */
export function questionRecordRoutes(
  app: FastifyInstance,
  { db, knowledge }: Pick<AssistantDeps, 'db' | 'knowledge'>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/admin-api/records',
    { schema: { querystring: recordsQuery, response: { 200: recordsReply } } },
    async ({ query }) => {
      const { page, limit, ...at } = pageOf(query);
      return { ...(await readRecords(db, { ...recordsIn(query), limit, ...at })), page, limit };
    },
  );

  routes.get(
    '/admin-api/records/export',
    { schema: { querystring: recordsExportQuery, response: { 200: recordsExportReply } } },
    ({ query }) => readRecords(db, { ...recordsIn(query), limit: exportedRows }),
  );

  routes.get(
    '/admin-api/records/:id/turns',
    { schema: { params: recordParams, response: { 200: turnsReply } } },
    async ({ params: { id } }) => {
      const items = await turnsBefore(db, id);
      if (items === undefined) throw new Refusal('NOT_FOUND');
      return { items };
    },
  );

  routes.get(
    '/admin-api/records/groups',
    { schema: { querystring: groupsQuery, response: { 200: groupsReply } } },
    async ({ query }) => {
      await findNearestEntries(db, knowledge());
      const { page, limit, ...at } = pageOf(query);
      return { ...(await readGroups(db, { ...groupsIn(query), limit, ...at })), page, limit };
    },
  );

  routes.get(
    '/admin-api/records/groups/export',
    { schema: { querystring: groupsExportQuery, response: { 200: groupsExportReply } } },
    ({ query }) => readGroups(db, { ...groupsIn(query), limit: exportedRows }),
  );

  routes.get(
    '/admin-api/records/groups/:id',
    { schema: { params: groupParams, response: { 200: groupReply } } },
    async ({ params: { id } }) => {
      const groups = await readGroups(db, { sort: '-last_at', filters: { id: [id] }, limit: 1 });
      const [group] = groups.items;
      if (group === undefined) throw new Refusal('NOT_FOUND');
      const about = { sort: '-asked_at', filters: { group: [id] }, limit: questionsOfGroup };
      return { group, items: (await readRecords(db, about)).items };
    },
  );

  routes.post(
    '/admin-api/records/decisions',
    { config: keyed, schema: { body: decideBody, response: { 200: decisionReply } } },
    ({ tx, body, session }) => decideQuestions(tx, body, session.user.id),
  );

  routes.delete(
    '/admin-api/records/decisions/:id',
    { config: keyed, schema: { params: decisionParams, response: { 204: Type.Null() } } },
    async ({ tx, params: { id }, session }, reply) => {
      await takeBackDecision(tx, id, session.user.id);
      reply.code(204);
    },
  );

  routes.get(
    '/admin-api/records/checks',
    { schema: { querystring: checksQuery, response: { 200: checksReply } } },
    async ({ query }) => {
      const { page, limit, offset } = pageOf(query);
      return { ...(await readChecks(db, { limit, offset })), page, limit };
    },
  );

  routes.get(
    '/admin-api/records/entries',
    { schema: { querystring: entriesQuery, response: { 200: entriesReply } } },
    ({ query: { q } }) => findQnas(db, q),
  );
}

function pageOf({ page = 1, limit = pageRows }: { page?: number; limit?: number }) {
  return { page, limit, offset: (page - 1) * limit };
}

type Chosen<F extends string> = Pick<ListQuery<F>, 'search' | 'sort' | 'filters'>;

function recordsIn({ q, sort = '-asked_at', fate, language, topic, days }: RecordsQuery): Chosen<RecordFilter> {
  const filters = {
    fate: valuesOf(fate),
    language: valuesOf(language),
    topic: valuesOf(topic),
    days: valuesOf(days),
  };
  return { search: q, sort, filters };
}

/** Unless they are asked for, questions that are dealt with are left out. */
function groupsIn({ q, sort = '-questions', state = 'open' }: GroupsQuery): Chosen<GroupFilter> {
  return { search: q, sort, filters: { state: valuesOf(state) } };
}

const valuesOf = (values: string | undefined) => values?.split(',');
