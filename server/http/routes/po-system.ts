import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { checksOf, problemWithChange } from '#domain/order/checks.ts';
import { docHashOf } from '#domain/order/doc-hash.ts';
import type { Order, OrderDoc } from '#domain/order/order.ts';
import { quoteOf } from '#domain/order/price.ts';
import { docSizeOf, problemWithSize } from '#domain/order/size.ts';
import {
  calculateBody,
  type CalculateReply,
  calculateReply,
  loadedOrderReply,
  placeOrderBody,
  placedOrderReply,
  saveOrderBody,
  savedOrderReply,
} from '#domain/protocol/orders.ts';
import { idempotencyHeaders, idParams } from '#domain/protocol/rest.ts';
import type { User } from '#domain/users.ts';
import { command, keyOf, statusOf } from '../commanding.ts';
import type { Deps } from '../deps.ts';
import { filesOfOrder } from '../../store/files/attachment-reads.ts';
import { fileClaimsOf } from '../../store/files/order-files.ts';
import { currentRateCard } from '../../store/orders/rate-cards.ts';
import { orderAt, orderOf } from '../../store/orders/orders.ts';
import { wireFile } from '../wire.ts';
import { changesOf, eventsFor, orderReplyOf, priceReplyOf } from './order-shapes.ts';

/** Routes of the Navigator's orders, which are saved, priced, placed and loaded as whole documents. */
export function poSystemRoutes(app: FastifyInstance, { db, bus }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  /** Returns an order. @throws NOT_FOUND for a missing one, and for one the caller may not read */
  async function ownOrder(user: User, id: string | undefined): Promise<Order> {
    if (id === undefined) throw new Refusal('VALIDATION', [{ path: 'id', code: 'required' }]);
    const order = await orderOf(db, user, id.toLowerCase());
    if (order === undefined) throw new Refusal('NOT_FOUND');
    return order;
  }

  const replyOf = async (order: Order) => orderReplyOf(order, (await currentRateCard(db)).card);

  const savedReplyOf = async (user: User, order: Order) => ({
    order: await replyOf(order),
    warnings: checksOf(order.doc, await fileClaimsOf(db, user, order.id)),
  });

  /** Prices a document with the current rate card. */
  async function priced(doc: OrderDoc): Promise<CalculateReply> {
    return priceReplyOf(doc, quoteOf(doc, (await currentRateCard(db)).card));
  }

  routes.post(
    '/po_system/orders/save',
    {
      schema: {
        body: saveOrderBody,
        headers: idempotencyHeaders,
        response: { 200: savedOrderReply, 201: savedOrderReply },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const { user } = request.session;
      const key = keyOf(request, body.client_order_id);
      const orderId = body.id?.toLowerCase() ?? key;
      const version = body.version ?? 0;
      if (version > 0) await ownOrder(user, orderId);
      const changes = changesOf(await orderAt(db, orderId, version), body.data);
      if (changes.length === 0 && version === 0) throw new Refusal('INVALID', [{ path: 'data', code: 'REQUIRED' }]);
      if (changes.length === 0) {
        return reply.code(200).send(await savedReplyOf(user, await ownOrder(user, orderId)));
      }
      const done = await command(bus, user.id, key, 'order.patch', { orderId, changes });
      return reply.code(statusOf(done)).send(await savedReplyOf(user, await ownOrder(user, orderId)));
    },
  );

  routes.get(
    '/po_system/orders/:id/load',
    { schema: { params: idParams, response: { 200: loadedOrderReply } } },
    async (request) => {
      const { user } = request.session;
      const order = await ownOrder(user, request.params.id);
      return {
        order: await replyOf(order),
        attachments: (await filesOfOrder(db, user, order.id)).map(wireFile),
        test_reports: [],
        history: order.history.map(({ from, to, event, byName, at, reason }) => ({
          from,
          to,
          event,
          by: byName,
          at,
          reason,
        })),
        allowed_commands: eventsFor(user, order),
      };
    },
  );

  routes.post(
    '/po_system/orders/place',
    { schema: { body: placeOrderBody, headers: idempotencyHeaders, response: { 202: placedOrderReply } } },
    async (request, reply) => {
      const { body } = request;
      const { user } = request.session;
      const key = keyOf(request, body.client_id);
      const order = await ownOrder(user, body.id ?? body.order_id);
      await command(bus, user.id, key, 'order.place', {
        orderId: order.id,
        docHash: body.doc_hash ?? docHashOf(order.doc),
        quoteHash: body.quote_hash,
      });
      return reply.code(202).send({ order: await replyOf(await ownOrder(user, order.id)) });
    },
  );

  routes.post(
    '/po_system/calculate',
    { schema: { body: calculateBody, response: { 200: calculateReply } } },
    async (request) => {
      const { data } = request.body;
      if (data === undefined) {
        return priced((await ownOrder(request.session.user, request.body.id ?? request.body.order_id)).doc);
      }
      const doc = Object.fromEntries(changesOf(undefined, data).map(({ path, value }) => [path, value]));
      const problems = Object.entries(doc).flatMap(([path, value]) => problemWithChange(path, value) ?? []);
      const problem = problemWithSize(docSizeOf(doc));
      if (problem !== undefined) problems.push(problem);
      if (problems.length > 0) throw new Refusal('INVALID', problems);
      return priced(doc);
    },
  );
}
