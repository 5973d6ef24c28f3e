import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { trackingAddress } from '#domain/order/life/carriers.ts';
import type { Order } from '#domain/order/data/order.ts';
import { parcelsOf } from '#domain/order/life/parcels.ts';
import { type parcelsReply, routesOfParcels } from '#domain/order/wire/goods.ts';
import { command, keyOf, statusOf } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { readableOrder } from './readable-order.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes of the parcels of an order. The command is the one that devices push, so there is one set of rules. */
export function orderParcelRoutes(app: FastifyInstance, { db, bus }: Deps): void {
  const serve = serving(app, routesOfParcels);

  serve('GET /po_system/orders/:id/parcels', async ({ params: { id }, session: { user } }) =>
    replyOf(await readableOrder(db, user, id)),
  );

  for (const path of ['po_system', 'admin-api/po_orders'] as const) {
    serve(`POST /${path}/orders/:id/parcels`, async (request, reply) => {
      const { user } = request.session;
      const { parcel_id: parcel, ...step } = request.body;
      const key = keyOf(request, undefined);
      const order = await readableOrder(db, user, request.params.id);
      const args = { orderId: order.id, parcelId: parcel ?? key, ...step };
      const done = await command(bus, user.id, key, 'parcel.change', args);
      request.isRepeat = done.s === 'duplicate';
      return reply.code(statusOf(done)).send(replyOf(await readableOrder(db, user, order.id)));
    });
  }
}

function replyOf(order: Order): Static<typeof parcelsReply> {
  return {
    parcels: parcelsOf(order).map(({ id, state, content, counts, entries }) => ({
      id,
      state,
      content,
      counts: counts ?? null,
      tracking_url: trackingAddress(content) ?? null,
      sender: entries.find(({ sender }) => sender !== undefined)?.sender ?? null,
      history: entries.map(({ step, byName: by, at, reason = null, photo = null }) => ({
        step,
        by,
        at,
        reason,
        photo,
      })),
    })),
  };
}
