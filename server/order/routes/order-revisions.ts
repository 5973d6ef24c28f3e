import type { FastifyInstance } from 'fastify';
import { orderRevisions } from '../store/order-revisions.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { readableOrder } from './readable-order.ts';
import { serving } from '../../http/serve-routes.ts';
import { routesOfRevisions } from '#domain/order/wire/order-revisions.ts';

/** An order as it was each time it was placed, for everybody who may read the order. */
export function orderRevisionRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  serving(app, routesOfRevisions)('GET /po_system/orders/:id/revisions', async ({ session, params }) => {
    const { id } = await readableOrder(db, session.user, params.id);
    return { items: await orderRevisions(db, id) };
  });
}
