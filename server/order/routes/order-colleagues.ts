import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { editorsOf } from '#domain/order/life/colleagues.ts';
import { shareOrderBody, sharedOrderReply } from '#domain/order/wire/orders.ts';
import { idempotencyHeaders, idParams } from '#domain/spine/wire/rest.ts';
import { command, deviceIn, keyOf } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { readableOrder } from './readable-order.ts';

/** Route by which the owner of a draft chooses who edits it. The command is the one that devices push. */
export function orderColleagueRoutes(app: FastifyInstance, { db, bus }: Deps): void {
  app.withTypeProvider<TypeBoxTypeProvider>().put(
    '/po_system/orders/:id/colleagues',
    {
      schema: {
        params: idParams,
        headers: idempotencyHeaders,
        body: shareOrderBody,
        response: { 200: sharedOrderReply },
      },
    },
    async (request) => {
      const { user } = request.session;
      const { id: orderId } = await readableOrder(db, user, request.params.id);
      const args = { orderId, userIds: request.body.user_ids.map((id) => id.toLowerCase()) };
      const done = await command(bus, user.id, keyOf(request, undefined), 'order.share', args, deviceIn(request));
      request.isRepeat = done.s === 'duplicate';
      const colleagues = editorsOf(await readableOrder(db, user, orderId));
      return { colleagues: colleagues.map(({ userId, userName }) => ({ id: userId, name: userName })) };
    },
  );
}
