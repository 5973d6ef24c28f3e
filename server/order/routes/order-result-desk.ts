import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { type Cell, cellsIn } from '#domain/order/data/cells.ts';
import type { Order } from '#domain/order/data/order.ts';
import { missingReports } from '#domain/order/life/missing-reports.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import { type DeskReportsReply, routesOfReports } from '#domain/order/wire/order-results.ts';
import type { User } from '#domain/account/users.ts';
import { requireLocks } from '../../spine/work/lock-missing.ts';
import { command, commandWithin, keyOf, refusedInFields } from '../../spine/routes/commanding.ts';
import { newId } from '../../ground/new-id.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { takeUpload } from '../../files/store/own-files.ts';
import { dropReport, reportsOf } from '../store/order-reports.ts';
import type { Db, Tx } from '../../database/db.ts';
import { serialsOf, wireReportFile } from './order-reports.ts';
import { readableOrder } from './readable-order.ts';
import { serving } from '../../http/serve-routes.ts';

/** The staff's door to the results of an order: its cells, and its reports before and after they are published. */
export function orderResultDeskRoutes(app: FastifyInstance, { db, bus }: Deps): void {
  const serve = serving(app, routesOfReports);

  serve('POST /admin-api/po_orders/orders/:id/cells', async (request) => {
    const { user } = request.session;
    const orderId = request.params.id;
    const { test_id: test, ...mark } = request.body;
    const args = { orderId, ...mark, ...(test === undefined ? {} : { test }) };
    await command(bus, user.id, keyOf(request, undefined), 'cells.mark', args);
    return { items: cellsIn(await readableOrder(db, user, orderId)).map(wireCell) };
  });

  serve('GET /admin-api/po_orders/orders/:id/test_reports', ({ params: { id }, session: { user } }) =>
    desk(db, user, id),
  );

  serve(
    'POST /admin-api/po_orders/orders/:id/test_reports',
    async ({ tx, held, params: { id }, body, session: { user }, afterCommit }) => {
      const { id: orderId } = await ordersOfOthers(tx, user, id);
      const { upload_id: uploadId, test_id: test = null, title: name, note = '', cells: numbers = [] } = body;
      const file = requireFound(await takeUpload(tx, user.id, uploadId.toLowerCase()));
      const args = { orderId, reportId: newId(), name, test, numbers, note, files: [{ id: newId(), ...file }] };
      const added = commandWithin({ tx, held, bus }, user.id, 'report.add', args, 'expert');
      afterCommit.push(await added.catch(refusedInFields(fieldsOfReport)));
      return await desk(tx, user, id);
    },
  );

  serve(
    'DELETE /admin-api/po_orders/orders/:id/test_reports/:reportId',
    async ({ tx, held, params: { id, reportId }, session: { user } }) => {
      const found = await ordersOfOthers(tx, user, id);
      // With this lock, no user publishes it meanwhile.
      requireLocks(held, `order:${found.id}`);
      const isPublished = publishedReports(found).some((report) => report.id === reportId);
      if (isPublished) throw new Refusal('INVALID', [{ path: 'reportId', code: 'PUBLISHED' }]);
      if (!(await dropReport(tx, found.id, reportId))) throw new Refusal('NOT_FOUND');
    },
  );

  serve('POST /admin-api/po_orders/orders/:id/test_reports/publish', async (request) => {
    const { user } = request.session;
    const orderId = request.params.id;
    const reportIds = request.body.report_ids.map((each) => each.toLowerCase());
    await command(bus, user.id, keyOf(request, undefined), 'report.publish', { orderId, reportIds });
    return desk(db, user, orderId);
  });

  serve('POST /admin-api/po_orders/orders/:id/test_reports/:reportId/withdraw', async (request) => {
    const { user } = request.session;
    const { id: orderId, reportId } = request.params;
    const { reason } = request.body;
    await command(bus, user.id, keyOf(request, undefined), 'report.withdraw', { orderId, reportId, reason });
    return desk(db, user, orderId);
  });
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
