import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { orderRevisionsReply } from '#domain/order/wire/order-revisions.ts';
import { idParams } from '#domain/spine/wire/rest.ts';
import { orderRevisions } from '../store/order-revisions.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { readableOrder } from './readable-order.ts';

/** An order as it was each time it was placed, for everybody who may read the order. */
export function orderRevisionRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .get(
      '/po_system/orders/:id/revisions',
      { schema: { params: idParams, response: { 200: orderRevisionsReply } } },
      async ({ session, params }) => {
        const { id } = await readableOrder(db, session.user, params.id);
        return { items: await orderRevisions(db, id) };
      },
    );
}
