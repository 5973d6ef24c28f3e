import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { orderCommandBody, orderCommandReply } from '#domain/protocol/orders.ts';
import { idempotencyHeaders } from '#domain/protocol/rest.ts';
import { command, keyOf } from '../commanding.ts';
import type { Deps } from '../deps.ts';
import { orderOf } from '../../store/orders/orders.ts';
import { currentRateCard } from '../../store/orders/rate-cards.ts';
import { eventsFor, orderReplyOf } from './order-shapes.ts';

/** The staff's door to the status of orders. The command is the one that devices push, so there is one set of rules. */
export function adminOrderRoutes(app: FastifyInstance, { db, bus }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/admin-api/po_system/order_command',
    { schema: { body: orderCommandBody, headers: idempotencyHeaders, response: { 200: orderCommandReply } } },
    async (request) => {
      const {
        order_id: id,
        expect_status: expectStatus,
        valid_until: validUntil,
        event,
        reason,
        overrides,
      } = request.body;
      const { user } = request.session;
      const orderId = id.toLowerCase();
      await command(bus, user.id, keyOf(request, undefined), 'order.transition', {
        orderId,
        event,
        expectStatus,
        ...(reason === undefined ? {} : { reason }),
        ...(overrides === undefined ? {} : { overrides }),
        ...(validUntil === undefined ? {} : { validUntil }),
      });
      const order = await orderOf(db, user, orderId);
      if (order === undefined) throw new Refusal('NOT_FOUND');
      const { card } = await currentRateCard(db);
      return { ...orderReplyOf(order, card), allowed_commands: eventsFor(user, order) };
    },
  );
}
