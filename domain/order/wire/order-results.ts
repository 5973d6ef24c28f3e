import { Type, type Static } from 'typebox';
import { orderLimits } from '../data/limits.ts';
import { cellNumbers, cellState, testId } from './order-parts.ts';
import {
  bytesOf,
  id,
  idempotencyHeaders as headers,
  idParams,
  int4,
  nothing,
  nullable,
  text,
  uuid,
  when,
} from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Schemas of the calls about cells and test reports of an order. */

const fileFields = { id, name: text, size: Type.Integer(), mime: text, url: text };

export const testReport = Type.Object({
  ...fileFields,
  title: text,
  test_id: nullable(Type.String({ description: 'Null: all tests of the order' })),
  cells: Type.Array(text, { description: 'Serials; empty where the report does not say' }),
  note: text,
  published_at: when,
  published_by: text,
});
export type TestReport = Static<typeof testReport>;

const testReportsReply = Type.Object({ items: Type.Array(testReport) });
const reportParams = Type.Object({ id, reportId: id });

/** `first`: number of the first cell; a file has `labelsPerFile` labels at most. */
const labelsQuery = Type.Object({ first: Type.Optional(int4(1)) });

/** A report as staff see it, published or not. */
const deskReport = Type.Object({
  ...fileFields,
  title: text,
  test_id: nullable(text),
  cells: Type.Array(text),
  note: text,
  added_at: when,
  added_by: text,
  is_published: Type.Boolean(),
  withdrawn: nullable(Type.Object({ reason: text, by: text, at: when })),
});
export type DeskReport = Static<typeof deskReport>;

const deskReportsReply = Type.Object({
  items: Type.Array(deskReport),
  /** Ids of tests that no published report is about. */
  missing_tests: Type.Array(text),
});
export type DeskReportsReply = Static<typeof deskReportsReply>;

const addReportBody = Type.Object({
  upload_id: uuid,
  title: Type.String({ minLength: 1, maxLength: orderLimits.reportNameChars }),
  test_id: Type.Optional(nullable(testId)),
  cells: Type.Optional(cellNumbers),
  note: Type.Optional(Type.String({ maxLength: orderLimits.reasonChars })),
});

const publishReportsBody = Type.Object({
  report_ids: Type.Array(uuid, { minItems: 1, maxItems: orderLimits.reportsPerOrder }),
});
const withdrawReportBody = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: orderLimits.reasonChars }),
});

const markCellsBody = Type.Object({
  numbers: cellNumbers,
  state: cellState,
  test_id: Type.Optional(testId),
  reason: Type.Optional(Type.String({ maxLength: orderLimits.reasonChars })),
});
const cellsReply = Type.Object({
  items: Type.Array(
    Type.Object({ number: Type.Integer(), serial: text, state: text, test_id: nullable(text), reason: nullable(text) }),
  ),
});

const published = { params: idParams, response: { 200: testReportsReply } };

export const routesOfReports = {
  'POST /admin-api/po_orders/orders/:id/cells': {
    params: idParams,
    headers,
    body: markCellsBody,
    response: { 200: cellsReply },
  },
  'GET /admin-api/po_orders/orders/:id/test_reports': { params: idParams, response: { 200: deskReportsReply } },
  'POST /admin-api/po_orders/orders/:id/test_reports': {
    keyed: true,
    params: idParams,
    body: addReportBody,
    response: { 201: deskReportsReply },
  },
  'DELETE /admin-api/po_orders/orders/:id/test_reports/:reportId': {
    keyed: true,
    params: reportParams,
    response: { 204: nothing },
  },
  'POST /admin-api/po_orders/orders/:id/test_reports/publish': {
    params: idParams,
    headers,
    body: publishReportsBody,
    response: { 200: deskReportsReply },
  },
  'POST /admin-api/po_orders/orders/:id/test_reports/:reportId/withdraw': {
    params: reportParams,
    headers,
    body: withdrawReportBody,
    response: { 200: deskReportsReply },
  },
  'GET /po_system/orders/:id/test_reports': published,
  'GET /orders/:id/test_reports': published,
  'GET /po_system/orders/:id/test_reports/:reportId/download': {
    params: reportParams,
    response: { 200: bytesOf('*/*') },
  },
  'GET /po_system/orders/:id/labels/pdf': {
    params: idParams,
    querystring: labelsQuery,
    response: { 200: bytesOf('application/pdf') },
  },
} satisfies RouteTable;
