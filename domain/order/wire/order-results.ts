import { Type, type Static } from 'typebox';
import { orderLimits } from '../data/limits.ts';
import { cellNumbers, cellState, testId } from './order-parts.ts';
import { id, int4, nullable, text, when, uuid } from '../../ground/wire/parts.ts';

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

export const testReportsReply = Type.Object({ items: Type.Array(testReport) });
export const reportParams = Type.Object({ id, reportId: id });

/** `first`: number of the first cell; a file has `labelsPerFile` labels at most. */
export const labelsQuery = Type.Object({ first: Type.Optional(int4(1)) });

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

export const deskReportsReply = Type.Object({
  items: Type.Array(deskReport),
  /** Ids of tests that no published report is about. */
  missing_tests: Type.Array(text),
});
export type DeskReportsReply = Static<typeof deskReportsReply>;

export const addReportBody = Type.Object({
  upload_id: uuid,
  title: Type.String({ minLength: 1, maxLength: orderLimits.reportNameChars }),
  test_id: Type.Optional(nullable(testId)),
  cells: Type.Optional(cellNumbers),
  note: Type.Optional(Type.String({ maxLength: orderLimits.reasonChars })),
});

export const publishReportsBody = Type.Object({
  report_ids: Type.Array(uuid, { minItems: 1, maxItems: orderLimits.reportsPerOrder }),
});
export const withdrawReportBody = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: orderLimits.reasonChars }),
});

export const markCellsBody = Type.Object({
  numbers: cellNumbers,
  state: cellState,
  test_id: Type.Optional(testId),
  reason: Type.Optional(Type.String({ maxLength: orderLimits.reasonChars })),
});
export const cellsReply = Type.Object({
  items: Type.Array(
    Type.Object({ number: Type.Integer(), serial: text, state: text, test_id: nullable(text), reason: nullable(text) }),
  ),
});
