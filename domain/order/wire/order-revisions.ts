import { Type, type Static } from 'typebox';
import type { OrderDoc, Quote } from '../data/order.ts';
import { idParams, text, when } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Reply of the endpoint that returns an order as it was each time it was placed. */

const orderRevision = Type.Object({
  version: Type.Integer({ description: 'The version of the order that the placing made' }),
  placed_at: when,
  placed_by: text,
  data: Type.Unsafe<OrderDoc>(Type.Record(Type.String(), Type.Unknown())),
  price: Type.Unsafe<Quote | null>(Type.Unknown({ description: 'The price agreed at this placing' })),
});
export type OrderRevision = Static<typeof orderRevision>;

const orderRevisionsReply = Type.Object({ items: Type.Array(orderRevision) });
export type OrderRevisionsReply = Static<typeof orderRevisionsReply>;

export const routesOfRevisions = {
  'GET /po_system/orders/:id/revisions': { params: idParams, response: { 200: orderRevisionsReply } },
} satisfies RouteTable;
