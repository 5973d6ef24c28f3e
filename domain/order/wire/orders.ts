import { Type, type Static } from 'typebox';
import type { Json } from '../../ground/json.ts';
import { orderLimits } from '../data/limits.ts';
import { overrides, workDone } from './order-parts.ts';
import { shipment } from './goods.ts';
import {
  bytesOf,
  cents,
  file,
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
import { testReport } from './order-results.ts';
import type { RouteTable } from '../../ground/wire/route.ts';
import { documentQuery } from '../../payment/wire/payments.ts';
import { filesBody } from '../../chat/wire/rooms.ts';

/** Request and reply schemas of the endpoints of orders. */

const orderData = Type.Record(Type.String(), Type.Unsafe<Json>(Type.Unknown()), {
  // A cheap upper bound for oversized requests. The exact limit is checked where the order is changed.
  maxProperties: 2 * orderLimits.fieldsPerOrder,
});

const saveOrderBody = Type.Object({
  id: Type.Optional(uuid),
  client_order_id: Type.Optional(uuid),
  version: Type.Optional(
    Type.Unsafe<number>({
      ...int4(0),
      description: 'The version this document was changed from; 0 or absent: a new one',
    }),
  ),
  data: orderData,
});
const placeOrderBody = Type.Object({
  id: Type.Optional(uuid),
  order_id: Type.Optional(uuid),
  quote_hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  doc_hash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  client_id: Type.Optional(uuid),
});
const deleteOrderBody = Type.Object({
  id: Type.Optional(uuid),
  order_id: Type.Optional(uuid),
  client_id: Type.Optional(uuid),
});
const shareOrderBody = Type.Object({
  user_ids: Type.Array(uuid, {
    maxItems: orderLimits.colleagues,
    description: 'All colleagues who may edit the draft from now on',
  }),
});
const colleagues = Type.Array(Type.Object({ id, name: text }));
const sharedOrderReply = Type.Object({ colleagues });
const viewOrderQuery = Type.Object({ order_id: id });
const attachmentParams = Type.Object({ id, attachmentId: id });
const calculateBody = Type.Object({
  id: Type.Optional(uuid),
  order_id: Type.Optional(uuid),
  data: Type.Optional(orderData),
});

const priceLine = Type.Object({
  code: text,
  label: text,
  qty: Type.Number(),
  unit_price: cents,
  amount: cents,
  override: Type.Optional(
    Type.Object(
      { computed: cents, reason: text, by: text },
      { description: 'Where staff set another amount than the computed one in the review' },
    ),
  ),
});

const calculateReply = Type.Object({
  currency: text,
  items: Type.Array(priceLine),
  /** Version of the rate card. */
  rate_card: text,
  subtotal: cents,
  tax: cents,
  total: cents,
  quote_hash: text,
  doc_hash: text,
  valid_until: when,
});
export type CalculateReply = Static<typeof calculateReply>;

const orderFields = {
  id,
  number: text,
  client_order_id: id,
  status: text,
  version: Type.Integer(),
  data: orderData,
  doc_hash: text,
  price: Type.Optional(calculateReply),
  no_price: Type.Optional(
    Type.Object(
      { path: text, code: text, message: text },
      { description: 'Instead of `price`: the rule because of which the order cannot be placed as it is' },
    ),
  ),
  owner: Type.Object({ id, name: text }),
  /** Users who may edit the draft beside its owner. */
  colleagues,
  conflicts: Type.Array(Type.Object({ path: text, mine: Type.Unknown(), theirs: Type.Unknown(), by: text })),
  created_at: when,
  updated_at: when,
};
const orderReply = Type.Object(orderFields);
export type OrderReply = Static<typeof orderReply>;

const savedOrderReply = Type.Object({
  order: orderReply,
  warnings: Type.Array(Type.Object({ level: text, path: text, code: text, message: text })),
});
const placedOrderReply = Type.Object({ order: orderReply });
const loadedOrderReply = Type.Object({
  order: orderReply,
  attachments: Type.Array(file),
  test_reports: Type.Array(testReport),
  history: Type.Array(
    Type.Object({
      from: nullable(text),
      to: text,
      event: text,
      by: text,
      at: when,
      reason: nullable(text),
      shipment: Type.Optional(shipment),
    }),
  ),
  allowed_commands: Type.Array(text),
});
export type LoadedOrderReply = Static<typeof loadedOrderReply>;
const orderFilesReply = Type.Object({ items: Type.Array(file) });

export const orderCommandBody = Type.Object({
  order_id: uuid,
  event: Type.String({ minLength: 1, maxLength: 40 }),
  expect_status: Type.String({ minLength: 1, maxLength: 40, description: 'The status that the caller has seen' }),
  expect_version: Type.Optional(
    Type.Unsafe<number>({ ...int4(1), description: 'The version that the caller has seen; any later one is refused' }),
  ),
  reason: Type.Optional(Type.String({ maxLength: orderLimits.reasonChars })),
  note: Type.Optional(
    Type.String({
      maxLength: orderLimits.reasonChars,
      description: 'Kept with the order for staff; customers never get it',
    }),
  ),
  overrides: Type.Optional(overrides),
  valid_until: Type.Optional(
    Type.String({ maxLength: 40, description: 'Of APPROVE: until when the price is binding. Default: 30 days' }),
  ),
  shipment: Type.Optional(shipment),
  work_done: Type.Optional(
    Type.Unsafe<Static<typeof workDone>>({
      ...workDone,
      description:
        'Of CANCEL after the price was accepted: what is billed of each line, in cents. The order itself comes with a proposal',
    }),
  ),
});
export const orderCommandReply = Type.Object({
  ...orderFields,
  allowed_commands: Type.Array(text, { description: 'Events that the caller may cause next' }),
});

const drawn = { params: idParams, querystring: documentQuery, response: { 200: bytesOf('application/pdf') } };

export const routesOfOrders = {
  'POST /po_system/orders/save': {
    body: saveOrderBody,
    headers,
    response: { 200: savedOrderReply, 201: savedOrderReply },
  },
  'GET /po_system/orders/:id/load': { params: idParams, response: { 200: loadedOrderReply } },
  'GET /po_system/view_single_order': { querystring: viewOrderQuery, response: { 200: loadedOrderReply } },
  'POST /po_system/orders/delete': { body: deleteOrderBody, headers, response: { 204: nothing } },
  'DELETE /po_system/orders/:id': { params: idParams, headers, response: { 204: nothing } },
  'POST /po_system/orders/place': { body: placeOrderBody, headers, response: { 202: placedOrderReply } },
  'POST /po_system/calculate': { body: calculateBody, response: { 200: calculateReply } },
  'PUT /po_system/orders/:id/colleagues': {
    params: idParams,
    headers,
    body: shareOrderBody,
    response: { 200: sharedOrderReply },
  },
  'GET /po_system/orders/:id/quote/pdf': drawn,
  'GET /po_system/orders/:id/invoice/pdf': drawn,
  'GET /po_system/orders/:id/credit_note/pdf': drawn,
  'GET /po_system/orders/:id/record': { params: idParams, response: { 200: bytesOf('application/x-ndjson') } },
} satisfies RouteTable;

const listedFiles = { params: idParams, response: { 200: orderFilesReply } };
const addedFiles = {
  params: idParams,
  headers,
  body: filesBody,
  response: { 200: orderFilesReply, 201: orderFilesReply },
};
const removedFile = { keyed: true, params: attachmentParams, response: { 204: nothing } } as const;

/** Files of an order. The specification spells staff's path both ways. */
export const routesOfAttachments = {
  'GET /po_system/orders/:id/attachments': listedFiles,
  'GET /users/orders/:id/attachments': listedFiles,
  'GET /admin-api/po_orders/orders/:id/attachments': listedFiles,
  'GET /users/orders/:id/attachments/:attachmentId/download': {
    params: attachmentParams,
    response: { 200: bytesOf('*/*') },
  },
  'POST /po_system/orders/:id/attachments': addedFiles,
  'POST /admin-api/po_orders/orders/:id/attachments': addedFiles,
  'DELETE /admin-api/po_orders/orders/:id/attachments/:attachmentId': removedFile,
  'DELETE /admin-api/po-orders/orders/:id/attachments/:attachmentId': removedFile,
} satisfies RouteTable;
