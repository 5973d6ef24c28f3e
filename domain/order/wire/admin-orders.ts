import { Type, type Static } from 'typebox';
import { uuidPattern } from '../../ground/ids.ts';
import { orderLimits } from '../data/limits.ts';
import type { Order } from '../data/order.ts';
import { orderStatuses } from '../life/status.ts';
import { workDone } from './order-parts.ts';
import {
  cents,
  id,
  idempotencyHeaders as headers,
  idParams,
  nullable,
  oneOf,
  page,
  several,
  text,
  when,
} from '../../ground/wire/parts.ts';
import { orderCommandBody, orderCommandReply } from './orders.ts';
import type { RouteTable } from '../../ground/wire/route.ts';
import { searchChars } from '../../ground/search-input.ts';

/** Schemas of the staff's list of orders, and of what they write about an order among themselves. */

const uuid = uuidPattern.slice(1, -1);

/** Columns that the list can be sorted by; with `-` before it, from the last value to the first. */
const sorted = [
  'number',
  'title',
  'company',
  'customer',
  'status',
  'expert',
  'total',
  'placed_at',
  'due',
  'updated_at',
];

const chosen = {
  q: Type.Optional(Type.String({ maxLength: searchChars, description: 'Words of number, title and customer' })),
  sort: Type.Optional(oneOf(...sorted, ...sorted.map((name) => `-${name}`))),
  status: Type.Optional(several(orderStatuses.join('|'))),
  company: Type.Optional(several('[0-9]{1,9}')),
  expert: Type.Optional(several(`none|${uuid}`)),
  overdue: Type.Optional(oneOf('true')),
};
const orderListQuery = Type.Object({ ...page, ...chosen });
const orderExportQuery = Type.Object(chosen);
export type OrderListQuery = Static<typeof orderListQuery>;

const staffMember = Type.Object({ id, name: text });
export type StaffMember = Static<typeof staffMember>;

const orderListRow = Type.Object({
  id,
  number: text,
  title: nullable(text),
  company: nullable(text),
  customer: text,
  status: oneOf(...orderStatuses),
  expert: nullable(text),
  expert_id: nullable(id),
  total: nullable(cents),
  currency: nullable(text),
  placed_at: nullable(when),
  due: nullable(Type.String({ description: 'Date that the customer was told at placing' })),
  updated_at: when,
});
export type OrderListRow = Static<typeof orderListRow>;

const orderListReply = Type.Object({
  items: Type.Array(orderListRow),
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  /** Values to filter by. */
  experts: Type.Array(staffMember),
  companies: Type.Array(Type.Object({ id: Type.Integer(), name: text })),
});
export type OrderListReply = Static<typeof orderListReply>;

const orderExportReply = Type.Object({
  items: Type.Array(orderListRow),
  total: Type.Integer({ description: 'How many fit; the items may be fewer' }),
});

const deskFields = {
  /** Expert in charge of the order. */
  expert: nullable(staffMember),
  /** Newest first. `expert` is the new expert in charge; null when there is none, and in a note. */
  entries: Type.Array(
    Type.Object({ id, kind: oneOf('note', 'expert'), at: when, author: text, expert: nullable(text), text }),
  ),
};
const orderDeskReply = Type.Object(deskFields);
export type OrderDesk = Static<typeof orderDeskReply>;

const openCreditReply = Type.Object({
  id: Type.Integer(),
  name: text,
  open_credit: Type.Boolean({ description: 'Whether the company pays after the work' }),
  last_change: nullable(Type.Object({ at: when, by: text, reason: text })),
});
export type OpenCredit = Static<typeof openCreditReply>;

const adminOrderReply = Type.Object({
  order: Type.Unsafe<Order>({ type: 'object', additionalProperties: true }),
  allowed_commands: Type.Array(text, { description: 'Events that the caller may cause next' }),
  experts: Type.Array(staffMember),
  /** The company of the order; null for a customer without one. */
  company: nullable(openCreditReply),
  /** Amount that would be billed of each line if the order were cancelled now, as its cells, tests and reports say. */
  work_done: Type.Optional(workDone),
  ...deskFields,
});
export type AdminOrderReply = Static<typeof adminOrderReply>;

const words = (minLength: number) => Type.String({ minLength, maxLength: orderLimits.reasonChars });

const orderNoteBody = Type.Object({ text: words(1) });
export const orderExpertBody = Type.Object({
  expert_id: nullable(id),
  expect_id: Type.Optional(
    Type.Union([id, Type.Null()], {
      description:
        'Who is in charge as far as the caller knows. Without it, a colleague is only replaced with a reason.',
    }),
  ),
  reason: Type.Optional(words(0)),
});
const companyParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,9}$' }) });
const openCreditBody = Type.Object({ open_credit: Type.Boolean(), reason: words(1) });

export const routesOfAdminOrders = {
  'GET /admin-api/po_orders/orders': { querystring: orderListQuery, response: { 200: orderListReply } },
  'GET /admin-api/po_orders/orders/export': { querystring: orderExportQuery, response: { 200: orderExportReply } },
  'GET /admin-api/po_orders/orders/:id': { params: idParams, response: { 200: adminOrderReply } },
  'POST /admin-api/po_system/order_command': { body: orderCommandBody, headers, response: { 200: orderCommandReply } },
  'POST /admin-api/po_orders/orders/:id/notes': {
    keyed: true,
    params: idParams,
    body: orderNoteBody,
    response: { 201: orderDeskReply },
  },
  'POST /admin-api/po_orders/orders/:id/expert': {
    keyed: true,
    params: idParams,
    body: orderExpertBody,
    response: { 201: orderDeskReply },
  },
  'POST /admin-api/companies/:id/open_credit': {
    keyed: true,
    params: companyParams,
    body: openCreditBody,
    response: { 200: openCreditReply },
  },
} satisfies RouteTable;
