import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { isBilled, proposedWork } from '#domain/order/price/work-done.ts';
import { type orderExpertBody, routesOfAdminOrders } from '#domain/order/wire/admin-orders.ts';
import type { orderCommandBody } from '#domain/order/wire/orders.ts';
import { isBlank } from '#domain/ground/text.ts';
import { withoutUndefined } from '#domain/ground/undefined.ts';
import type { User } from '#domain/account/users.ts';
import { requireLocks } from '../../spine/work/lock-missing.ts';
import { command, commandWithin, deviceIn, keyOf, refusedInFields } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { deskOf, staffMembers } from '../store/order-desk.ts';
import { openCreditOf } from '../../account/store/open-credit.ts';
import { currentRateCard } from '../store/rate-cards.ts';
import type { Tx } from '../../database/db.ts';
import { eventsFor, orderReplyOf } from './order-shapes.ts';
import { readableOrder } from './readable-order.ts';
import { serving } from '../../http/serve-routes.ts';

/** The staff's door to single orders. The command is the one that devices push, so there is one set of rules. */
export function adminOrderRoutes(app: FastifyInstance, { db, bus }: Deps): void {
  const serve = serving(app, routesOfAdminOrders);

  serve('GET /admin-api/po_orders/orders/:id', async ({ params: { id }, session: { user } }) => {
    const order = await readableOrder(db, user, id);
    const desk = await deskOf(db, order.id);
    const company = order.companyId === null ? undefined : await openCreditOf(db, order.companyId);
    return {
      order,
      allowed_commands: eventsFor(user, order),
      experts: await staffMembers(db),
      company: company ?? null,
      ...(isBilled(order.status, 'CANCEL') ? { work_done: [...proposedWork(order)] } : {}),
      ...desk,
    };
  });

  serve('POST /admin-api/po_system/order_command', async (request) => {
    const { user } = request.session;
    const args = transitionOf(request.body);
    const key = keyOf(request, undefined);
    const done = await command(bus, user.id, key, 'order.transition', args, deviceIn(request));
    request.isRepeat = done.s === 'duplicate';
    const order = await readableOrder(db, user, args.orderId);
    const { card } = await currentRateCard(db);
    return { ...orderReplyOf(order, card), allowed_commands: eventsFor(user, order) };
  });

  serve(
    'POST /admin-api/po_orders/orders/:id/notes',
    async ({ tx, held, params: { id }, body: { text }, session: { user }, afterCommit }) => {
      const args = { orderId: id.toLowerCase(), text };
      afterCommit.push(await commandWithin({ tx, held, bus }, user.id, 'order.note', args, 'expert'));
      return await deskOf(tx, args.orderId);
    },
  );

  serve(
    'POST /admin-api/po_orders/orders/:id/expert',
    async ({ tx, held, params: { id }, body, session: { user }, afterCommit }) => {
      const orderId = id.toLowerCase();
      const { expert_id: expertId, reason = '' } = body;
      requireLocks(held, `order:${orderId}`);
      const args = { orderId, expertId, expectId: await expectedExpert(tx, user, { orderId, ...body }), reason };
      const assigned = commandWithin({ tx, held, bus }, user.id, 'order.assign', args, 'expert');
      afterCommit.push(await assigned.catch(refusedInFields({ expertId: 'expert_id' })));
      return await deskOf(tx, orderId);
    },
  );
}

/** Returns the arguments of the command that a body asks for. */
function transitionOf(body: Static<typeof orderCommandBody>) {
  const { event, reason, overrides, note, shipment } = body;
  const { expect_version: expectVersion, valid_until: validUntil, work_done: workDone } = body;
  const stated = { expectVersion, reason, overrides, validUntil, note, shipment, workDone };
  return {
    orderId: body.order_id.toLowerCase(),
    event,
    expectStatus: body.expect_status,
    ...withoutUndefined(stated),
  };
}

/**
 * Returns who is in charge as the caller knows it. A call that does not say so replaces a colleague only with a reason,
 * which is written into the entries; else it may be about an order that a colleague has taken meanwhile.
 */
async function expectedExpert(
  tx: Tx,
  user: User,
  { orderId, expect_id: expected, reason = '' }: Static<typeof orderExpertBody> & { orderId: string },
): Promise<string | null> {
  if (expected !== undefined) return expected;
  const now = (await deskOf(tx, orderId)).expert?.id ?? null;
  return now === user.id || !isBlank(reason) ? now : null;
}
