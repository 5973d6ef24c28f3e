import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { isBilled, proposedWork } from '#domain/order/price/work-done.ts';
import { adminOrderReply, orderDeskReply, orderExpertBody, orderNoteBody } from '#domain/order/wire/admin-orders.ts';
import { orderCommandBody, orderCommandReply } from '#domain/order/wire/orders.ts';
import { idempotencyHeaders, idParams } from '#domain/spine/wire/rest.ts';
import { isBlank } from '#domain/ground/text.ts';
import type { User } from '#domain/account/users.ts';
import { requireLocks } from '../../spine/work/lock-missing.ts';
import { command, commandWithin, deviceIn, keyOf, refusedInFields } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { deskOf, staffMembers } from '../store/order-desk.ts';
import { openCreditOf } from '../../account/store/open-credit.ts';
import { currentRateCard } from '../store/rate-cards.ts';
import type { Tx } from '../../database/db.ts';
import { eventsFor, orderReplyOf } from './order-shapes.ts';
import { readableOrder } from './readable-order.ts';

/** The staff's door to single orders. The command is the one that devices push, so there is one set of rules. */
export function adminOrderRoutes(app: FastifyInstance, { db, bus }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/admin-api/po_orders/orders/:id',
    { schema: { params: idParams, response: { 200: adminOrderReply } } },
    async ({ params: { id }, session: { user } }) => {
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
    },
  );

  routes.post(
    '/admin-api/po_system/order_command',
    { schema: { body: orderCommandBody, headers: idempotencyHeaders, response: { 200: orderCommandReply } } },
    async (request) => {
      const {
        order_id: id,
        expect_status: expectStatus,
        expect_version: expectVersion,
        valid_until: validUntil,
        event,
        reason,
        overrides,
        note,
        shipment,
        work_done: workDone,
      } = request.body;
      const { user } = request.session;
      const orderId = id.toLowerCase();
      const key = keyOf(request, undefined);
      const args = {
        orderId,
        event,
        expectStatus,
        ...(expectVersion === undefined ? {} : { expectVersion }),
        ...(reason === undefined ? {} : { reason }),
        ...(overrides === undefined ? {} : { overrides }),
        ...(validUntil === undefined ? {} : { validUntil }),
        ...(note === undefined ? {} : { note }),
        ...(shipment === undefined ? {} : { shipment }),
        ...(workDone === undefined ? {} : { workDone }),
      };
      const done = await command(bus, user.id, key, 'order.transition', args, deviceIn(request));
      request.isRepeat = done.s === 'duplicate';
      const order = await readableOrder(db, user, orderId);
      const { card } = await currentRateCard(db);
      return { ...orderReplyOf(order, card), allowed_commands: eventsFor(user, order) };
    },
  );

  routes.post(
    '/admin-api/po_orders/orders/:id/notes',
    { config: keyed, schema: { params: idParams, body: orderNoteBody, response: { 201: orderDeskReply } } },
    async ({ tx, held, params: { id }, body: { text }, session: { user }, afterCommit }, reply) => {
      const args = { orderId: id.toLowerCase(), text };
      afterCommit.push(await commandWithin({ tx, held, bus }, user.id, 'order.note', args, 'expert'));
      reply.code(201);
      return await deskOf(tx, args.orderId);
    },
  );

  routes.post(
    '/admin-api/po_orders/orders/:id/expert',
    { config: keyed, schema: { params: idParams, body: orderExpertBody, response: { 201: orderDeskReply } } },
    async ({ tx, held, params: { id }, body, session: { user }, afterCommit }, reply) => {
      const orderId = id.toLowerCase();
      const { expert_id: expertId, reason = '' } = body;
      requireLocks(held, `order:${orderId}`);
      const args = { orderId, expertId, expectId: await expectedExpert(tx, user, { orderId, ...body }), reason };
      const assigned = commandWithin({ tx, held, bus }, user.id, 'order.assign', args, 'expert');
      afterCommit.push(await assigned.catch(refusedInFields({ expertId: 'expert_id' })));
      reply.code(201);
      return await deskOf(tx, orderId);
    },
  );
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
