import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { cellsIn, numbersIn } from '#domain/order/data/cells.ts';
import type { CellChange, Order } from '#domain/order/data/order.ts';
import { type PublishedReport, publishedReports } from '#domain/order/life/reports.ts';
import { serialOf } from '#domain/order/data/cell-serial.ts';
import { type TestReport, routesOfReports } from '#domain/order/wire/order-results.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { drawDocument } from '../../documents/drawing/draw-document.ts';
import { sendDownload, sendMade } from '../../files/download.ts';
import { reportFileSeenBy } from '../store/order-reports.ts';
import { languageOf } from '../../session/users.ts';
import type { DrawnDocuments } from '../../documents/drawing/drawn-documents.ts';
import { wireFile } from '../../chat/wire.ts';
import { readableOrder } from './readable-order.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes of published test reports and of the labels of cells, for everybody who may read the order. */
export function orderReportRoutes(
  app: FastifyInstance,
  { db, config, documents }: Pick<Deps, 'db' | 'config'> & { documents: DrawnDocuments },
): void {
  const serve = serving(app, routesOfReports);

  for (const route of ['GET /po_system/orders/:id/test_reports', 'GET /orders/:id/test_reports'] as const) {
    serve(route, async ({ params: { id }, session: { user } }) => {
      const order = await readableOrder(db, user, id);
      return { items: publishedReports(order).map((report) => wireReport(order, report)) };
    });
  }

  serve(
    'GET /po_system/orders/:id/test_reports/:reportId/download',
    async ({ params: { id, reportId }, session: { user } }, reply) => {
      const order = await readableOrder(db, user, id);
      return sendDownload(reply, config.filesDir, await reportFileSeenBy(db, user, reportId, order.id));
    },
  );

  serve(
    'GET /po_system/orders/:id/labels/pdf',
    async ({ params: { id }, query: { first = 1 }, session: { user } }, reply) => {
      const order = await readableOrder(db, user, id);
      if (cellsIn(order).length < first) throw new Refusal('NOT_FOUND');
      const language = await languageOf(db, order.ownerId);
      const about = { language, publicUrl: config.publicUrl, first };
      const bytes = await documents.for(user.id)({ labels: order, about }, () => drawDocument('labels', order, about));
      return sendMade(reply, `${order.number}-labels.pdf`, 'application/pdf', bytes);
    },
  );
}

/** Returns a published report for the API. */
export function wireReport(order: Pick<Order, 'id' | 'number'>, report: PublishedReport): TestReport {
  const { id, name, test, ranges, note, file, at, byName } = report;
  return {
    ...wireReportFile(order.id, id, file),
    title: name,
    test_id: test,
    cells: serialsOf(order.number, ranges),
    note,
    published_at: at,
    published_by: byName,
  };
}

/** Returns the file of a report, with the URL of its bytes. */
export function wireReportFile(
  orderId: string,
  id: string,
  file: PublishedReport['file'],
): ReturnType<typeof wireFile> {
  const url = `/api/v1/po_system/orders/${orderId}/test_reports/${id}/download`;
  return { ...wireFile({ ...file, id }), url };
}

/** Returns the serials of cells, from their numbers as ranges. */
export function serialsOf(orderNumber: string, ranges: CellChange['ranges']): string[] {
  return numbersIn(ranges).map((n) => serialOf(orderNumber, n));
}
