import { Type, type Static } from 'typebox';
import type { Json } from '../../ground/json.ts';
import { orderLimits } from '../data/limits.ts';
import { overrides, workDone } from './order-parts.ts';
import { shipment } from './goods.ts';
import { cents, id, int4, nullable, text, when, file, uuid } from '../../ground/wire/parts.ts';
import { testReport } from './order-results.ts';

/** Request and reply schemas of the endpoints of orders. */

const orderData = Type.Record(Type.String(), Type.Unsafe<Json>(Type.Unknown()), {
  // A cheap upper bound for oversized requests. The exact limit is checked where the order is changed.
  maxProperties: 2 * orderLimits.fieldsPerOrder,
});

export const saveOrderBody = Type.Object({
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
export const placeOrderBody = Type.Object({
  id: Type.Optional(uuid),
  order_id: Type.Optional(uuid),
  quote_hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  doc_hash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  client_id: Type.Optional(uuid),
});
export const deleteOrderBody = Type.Object({
  id: Type.Optional(uuid),
  order_id: Type.Optional(uuid),
  client_id: Type.Optional(uuid),
});
export const shareOrderBody = Type.Object({
  user_ids: Type.Array(uuid, {
    maxItems: orderLimits.colleagues,
    description: 'All colleagues who may edit the draft from now on',
  }),
});
const colleagues = Type.Array(Type.Object({ id, name: text }));
export const sharedOrderReply = Type.Object({ colleagues });
export const viewOrderQuery = Type.Object({ order_id: id });
export const attachmentParams = Type.Object({ id, attachmentId: id });
export const calculateBody = Type.Object({
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

export const calculateReply = Type.Object({
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
  /** Who may edit the draft beside its owner. */
  colleagues,
  conflicts: Type.Array(Type.Object({ path: text, mine: Type.Unknown(), theirs: Type.Unknown(), by: text })),
  created_at: when,
  updated_at: when,
};
const orderReply = Type.Object(orderFields);
export type OrderReply = Static<typeof orderReply>;

export const savedOrderReply = Type.Object({
  order: orderReply,
  warnings: Type.Array(Type.Object({ level: text, path: text, code: text, message: text })),
});
export const placedOrderReply = Type.Object({ order: orderReply });
export const loadedOrderReply = Type.Object({
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
export const orderFilesReply = Type.Object({ items: Type.Array(file) });

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
