import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#domain/ground/errors.ts';
import { type Cell, cellsIn } from '#domain/order/data/cells.ts';
import type { Order } from '#domain/order/data/order.ts';
import { missingReports } from '#domain/order/life/missing-reports.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import {
  addReportBody,
  cellsReply,
  type DeskReportsReply,
  deskReportsReply,
  markCellsBody,
  publishReportsBody,
  reportParams,
  withdrawReportBody,
} from '#domain/order/wire/order-results.ts';
import { idempotencyHeaders, idParams } from '#domain/spine/wire/rest.ts';
import type { User } from '#domain/account/users.ts';
import { requireLocks } from '../../spine/work/lock-missing.ts';
import { command, commandWithin, keyOf, refusedInFields } from '../../spine/routes/commanding.ts';
import { newId } from '../../ground/new-id.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { takeUpload } from '../../files/store/own-files.ts';
import { dropReport, reportsOf } from '../store/order-reports.ts';
import type { Db, Tx } from '../../database/db.ts';
import { serialsOf, wireReportFile } from './order-reports.ts';
import { readableOrder } from './readable-order.ts';

/** The staff's door to the results of an order: its cells, and its reports before and after they are published. */
export function orderResultDeskRoutes(app: FastifyInstance, { db, bus }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const order = '/admin-api/po_orders/orders/:id';
  const reports = `${order}/test_reports`;
  const headers = idempotencyHeaders;

  routes.post(
    `${order}/cells`,
    { schema: { params: idParams, headers, body: markCellsBody, response: { 200: cellsReply } } },
    async (request) => {
      const { user } = request.session;
      const orderId = request.params.id;
      const { test_id: test, ...mark } = request.body;
      const args = { orderId, ...mark, ...(test === undefined ? {} : { test }) };
      await command(bus, user.id, keyOf(request, undefined), 'cells.mark', args);
      return { items: cellsIn(await readableOrder(db, user, orderId)).map(wireCell) };
    },
  );

  routes.get(
    reports,
    { schema: { params: idParams, response: { 200: deskReportsReply } } },
    ({ params: { id }, session: { user } }) => desk(db, user, id),
  );

  routes.post(
    reports,
    { config: keyed, schema: { params: idParams, body: addReportBody, response: { 201: deskReportsReply } } },
    async ({ tx, held, params: { id }, body, session: { user }, afterCommit }, reply) => {
      const { id: orderId } = await ordersOfOthers(tx, user, id);
      const { upload_id: uploadId, test_id: test = null, title: name, note = '', cells: numbers = [] } = body;
      const file = await takeUpload(tx, user.id, uploadId.toLowerCase());
      if (file === undefined) throw new Refusal('NOT_FOUND');
      const args = { orderId, reportId: newId(), name, test, numbers, note, files: [{ id: newId(), ...file }] };
      const added = commandWithin({ tx, held, bus }, user.id, 'report.add', args, 'expert');
      afterCommit.push(await added.catch(refusedInFields(fieldsOfReport)));
      reply.code(201);
      return await desk(tx, user, id);
    },
  );

  routes.delete(
    `${reports}/:reportId`,
    { config: keyed, schema: { params: reportParams, response: { 204: Type.Null() } } },
    async ({ tx, held, params: { id, reportId }, session: { user } }, reply) => {
      const found = await ordersOfOthers(tx, user, id);
      // Nobody publishes it meanwhile.
      requireLocks(held, `order:${found.id}`);
      const isPublished = publishedReports(found).some((report) => report.id === reportId);
      if (isPublished) throw new Refusal('INVALID', [{ path: 'reportId', code: 'PUBLISHED' }]);
      if (!(await dropReport(tx, found.id, reportId))) throw new Refusal('NOT_FOUND');
      reply.code(204);
      return null;
    },
  );

  routes.post(
    `${reports}/publish`,
    { schema: { params: idParams, headers, body: publishReportsBody, response: { 200: deskReportsReply } } },
    async (request) => {
      const { user } = request.session;
      const orderId = request.params.id;
      const reportIds = request.body.report_ids.map((each) => each.toLowerCase());
      await command(bus, user.id, keyOf(request, undefined), 'report.publish', { orderId, reportIds });
      return desk(db, user, orderId);
    },
  );

  routes.post(
    `${reports}/:reportId/withdraw`,
    { schema: { params: reportParams, headers, body: withdrawReportBody, response: { 200: deskReportsReply } } },
    async (request) => {
      const { user } = request.session;
      const { id: orderId, reportId } = request.params;
      const { reason } = request.body;
      await command(bus, user.id, keyOf(request, undefined), 'report.withdraw', { orderId, reportId, reason });
      return desk(db, user, orderId);
    },
  );
}

/** Names of the body's fields, by those of the command. */
const fieldsOfReport = { name: 'title', test: 'test_id', numbers: 'cells', reports: '' };

/** @throws NOT_FOUND without the order; FORBIDDEN for one's own, of which staff are the customers */
async function ordersOfOthers(tx: Tx, user: User, id: string): Promise<Order> {
  const found = await readableOrder(tx, user, id);
  if (found.ownerId === user.id) throw new Refusal('FORBIDDEN');
  return found;
}

/** Returns the reports of an order as staff see them. Of their own orders, staff see what a customer sees. */
async function desk(db: Db | Tx, user: User, id: string): Promise<DeskReportsReply> {
  const order = await readableOrder(db, user, id);
  const stateOf = new Map((order.reports ?? []).map((report) => [report.id, report]));
  const published = new Set(publishedReports(order).map((report) => report.id));
  const added = await reportsOf(db, order.id);
  const seen = order.ownerId === user.id ? added.filter((report) => published.has(report.id)) : added;
  const items = seen.map((report) => {
    const state = stateOf.get(report.id);
    const isPublished = published.has(report.id);
    return {
      ...wireReportFile(order.id, report.id, report.file),
      title: report.name,
      test_id: report.test,
      cells: serialsOf(order.number, report.ranges),
      note: report.note,
      added_at: report.at,
      added_by: report.author,
      is_published: isPublished,
      withdrawn:
        state === undefined || isPublished ? null : { reason: state.reason ?? '', by: state.byName, at: state.at },
    };
  });
  return { items, missing_tests: missingReports(order).tests.map((test) => test.id) };
}

function wireCell({ n, serial, state, test, reason }: Cell) {
  return { number: n, serial, state, test_id: test ?? null, reason };
}
