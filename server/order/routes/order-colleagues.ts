import type { FastifyInstance } from 'fastify';
import { editorsOf } from '#domain/order/life/colleagues.ts';
import { routesOfOrders } from '#domain/order/wire/orders.ts';
import { command, deviceIn, keyOf } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { readableOrder } from './readable-order.ts';
import { serving } from '../../http/serve-routes.ts';

/** Route by which the owner of a draft chooses who edits it. The command is the one that devices push. */
export function orderColleagueRoutes(app: FastifyInstance, { db, bus }: Deps): void {
  serving(app, routesOfOrders)('PUT /po_system/orders/:id/colleagues', async (request) => {
    const { user } = request.session;
    const { id: orderId } = await readableOrder(db, user, request.params.id);
    const args = { orderId, userIds: request.body.user_ids.map((id) => id.toLowerCase()) };
    const done = await command(bus, user.id, keyOf(request, undefined), 'order.share', args, deviceIn(request));
    request.isRepeat = done.s === 'duplicate';
    const colleagues = editorsOf(await readableOrder(db, user, orderId));
    return { colleagues: colleagues.map(({ userId, userName }) => ({ id: userId, name: userName })) };
  });
}
