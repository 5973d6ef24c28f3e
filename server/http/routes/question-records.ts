import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import {
  changedGroupReply,
  changeGroupBody,
  checksQuery,
  checksReply,
  entriesQuery,
  entriesReply,
  groupParams,
  groupReply,
  type GroupsQuery,
  groupsExportQuery,
  groupsExportReply,
  groupsQuery,
  groupsReply,
  movedQuestionsReply,
  moveQuestionsBody,
  type RecordsQuery,
  recordParams,
  recordsExportQuery,
  recordsExportReply,
  recordsQuery,
  recordsReply,
  turnsReply,
} from '#domain/protocol/records.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { changeGroup } from '../../knowledge/change-group.ts';
import { groupQuestions } from '../../knowledge/group-questions.ts';
import { moveByHand, undoMove } from '../../knowledge/move-questions.ts';
import {
  findQnas,
  type GroupFilter,
  readChecks,
  readGroups,
  readRecords,
  type RecordFilter,
} from '../../store/knowledge/record-lists.ts';
import { turnsBefore } from '../../store/knowledge/questions-before.ts';
import { groupsNear } from '../../store/knowledge/question-moves.ts';
import type { ListQuery } from '../../store/system/list-query.ts';
import type { Deps } from '../deps.ts';
import { keyed } from '../keyed-writes.ts';

/** What people asked the assistant and what became of it, for those who write the knowledge base. */
export function questionRecordRoutes(app: FastifyInstance, { db, knowledge }: Pick<Deps, 'db' | 'knowledge'>): void {
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
    ({ query }) => readRecords(db, { ...recordsIn(query), limit: serverLimits.exportedRows }),
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
      // A job does the same every few minutes; whoever looks sees the newest ones too.
      await groupQuestions(db, knowledge());
      const { page, limit, ...at } = pageOf(query);
      return { ...(await readGroups(db, { ...groupsIn(query), limit, ...at })), page, limit };
    },
  );

  routes.get(
    '/admin-api/records/groups/export',
    { schema: { querystring: groupsExportQuery, response: { 200: groupsExportReply } } },
    ({ query }) => readGroups(db, { ...groupsIn(query), limit: serverLimits.exportedRows }),
  );

  routes.get(
    '/admin-api/records/groups/:id',
    { schema: { params: groupParams, response: { 200: groupReply } } },
    async ({ params: { id } }) => {
      const groups = await readGroups(db, { sort: '-last_at', filters: { id: [id] }, limit: 1 });
      const [group] = groups.items;
      if (group === undefined) throw new Refusal('NOT_FOUND');
      const about = { sort: '-asked_at', filters: { group: [id] }, limit: serverLimits.questionsOfGroup };
      const { entry_id: entryId } = group;
      const near = entryId === null ? [] : await groupsNear(db, { id, entryId });
      return { group, items: (await readRecords(db, about)).items, near };
    },
  );

  routes.put(
    '/admin-api/records/groups/:id',
    { config: keyed, schema: { params: groupParams, body: changeGroupBody, response: { 200: changedGroupReply } } },
    ({ tx, params: { id }, body, session }) => changeGroup(tx, id, body, session.user.id),
  );

  routes.post(
    '/admin-api/records/groups/:id/moves',
    {
      config: keyed,
      schema: { params: groupParams, body: moveQuestionsBody, response: { 200: movedQuestionsReply } },
    },
    ({ tx, params: { id }, body, session }) => moveByHand(tx, id, { ...body, by: session.user.id }),
  );

  routes.delete(
    '/admin-api/records/moves/:id',
    { config: keyed, schema: { params: groupParams, response: { 200: movedQuestionsReply } } },
    ({ tx, params: { id } }) => undoMove(tx, id),
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

function pageOf({ page = 1, limit = serverLimits.pageRows }: { page?: number; limit?: number }) {
  return { page, limit, offset: (page - 1) * limit };
}

type Chosen<F extends string> = Pick<ListQuery<F>, 'search' | 'sort' | 'filters'>;

function recordsIn({ q, sort = '-asked_at', fate, language, topic, days, group }: RecordsQuery): Chosen<RecordFilter> {
  const filters = {
    fate: valuesOf(fate),
    language: valuesOf(language),
    topic: valuesOf(topic),
    days: valuesOf(days),
    group: valuesOf(group),
  };
  return { search: q, sort, filters };
}

/** Unless they are asked for, groups that are dealt with are left out. */
function groupsIn({ q, sort = '-questions', state = 'open' }: GroupsQuery): Chosen<GroupFilter> {
  return { search: q, sort, filters: { state: valuesOf(state) } };
}

const valuesOf = (values: string | undefined) => values?.split(',');
