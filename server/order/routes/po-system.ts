import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { placingChecks } from '#domain/order/checks/checks.ts';
import { problemWithChange } from '#domain/order/fields/change.ts';
import type { Order, OrderDoc } from '#domain/order/data/order.ts';
import { priceOf } from '#domain/order/price/price-refusal.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import { docSizeOf, problemWithSize } from '#domain/order/data/size.ts';
import { type CalculateReply, type LoadedOrderReply, routesOfOrders } from '#domain/order/wire/orders.ts';
import type { User } from '#domain/account/users.ts';
import { refuseOthers } from '../work/order-role.ts';
import { command, deviceIn, keyOf, statusOf } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { filesOfOrder } from '../../chat/store/attachment-reads.ts';
import { fileClaimsOf } from '../store/order-files.ts';
import type { Db } from '../../database/db.ts';
import { currentRateCard } from '../store/rate-cards.ts';
import { orderAt } from '../store/orders.ts';
import { wireFile } from '../../chat/wire.ts';
import { wireReport } from './order-reports.ts';
import { changesOf, eventsFor, orderReplyOf, priceReplyOf, problemOf, refuseEmptying } from './order-shapes.ts';
import { readableOrder } from './readable-order.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes of the Navigator's orders, which are saved, priced, placed and loaded as whole documents. */
export function poSystemRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, bus } = deps;
  const serve = serving(app, routesOfOrders);

  serve('POST /po_system/orders/save', async (request, reply) => {
    const { body } = request;
    const { user } = request.session;
    const key = keyOf(request, body.client_order_id);
    const orderId = body.id?.toLowerCase() ?? key;
    const version = body.version ?? 0;
    if (version > 0) await ownOrder(db, user, orderId);
    const base = await orderAt(db, orderId, version);
    refuseEmptying(base, body.data);
    const changes = changesOf(base, body.data);
    if (changes.length === 0 && version === 0) throw new Refusal('INVALID', [{ path: 'data', code: 'REQUIRED' }]);
    if (changes.length === 0) {
      return reply.code(200).send(await savedReplyOf(db, user, await ownOrder(db, user, orderId)));
    }
    const done = await command(bus, user.id, key, 'order.patch', { orderId, changes }, deviceIn(request));
    return reply.code(statusOf(done)).send(await savedReplyOf(db, user, await ownOrder(db, user, orderId)));
  });

  serve('GET /po_system/orders/:id/load', async ({ params, session }) => loadedReplyOf(db, session.user, params.id));

  serve('GET /po_system/view_single_order', async ({ query, session }) =>
    loadedReplyOf(db, session.user, query.order_id),
  );

  serve('POST /po_system/orders/delete', async (request) => {
    const { body } = request;
    await discard(deps, request, keyOf(request, body.client_id), body.id ?? body.order_id);
  });

  serve('DELETE /po_system/orders/:id', async (request) => {
    await discard(deps, request, keyOf(request, undefined), request.params.id);
  });

  serve('POST /po_system/orders/place', async (request) => {
    const { body } = request;
    const { user } = request.session;
    const key = keyOf(request, body.client_id);
    const order = await ownOrder(db, user, body.id ?? body.order_id);
    const args = {
      orderId: order.id,
      ...(body.doc_hash === undefined ? {} : { docHash: body.doc_hash }),
      quoteHash: body.quote_hash,
    };
    await command(bus, user.id, key, 'order.place', args, deviceIn(request));
    return { order: await replyOf(db, await ownOrder(db, user, order.id)) };
  });

  serve('POST /po_system/calculate', async (request) => {
    const { data } = request.body;
    if (data === undefined) {
      return priced(db, await ownOrder(db, request.session.user, request.body.id ?? request.body.order_id));
    }
    return priced(db, { status: 'draft', doc: checkedDocOf(data), quote: null });
  });
}

/** Returns an order. @throws VALIDATION without an id; NOT_FOUND as `readableOrder` */
async function ownOrder(db: Db, user: User, id: string | undefined): Promise<Order> {
  if (id === undefined) throw new Refusal('VALIDATION', [{ path: 'id', code: 'required' }]);
  return readableOrder(db, user, id);
}

async function replyOf(db: Db, order: Order) {
  return orderReplyOf(order, (await currentRateCard(db)).card);
}

async function savedReplyOf(db: Db, user: User, order: Order) {
  return {
    order: await replyOf(db, order),
    warnings: placingChecks(order.doc, await fileClaimsOf(db, user, order.id)),
  };
}

async function loadedReplyOf(db: Db, user: User, id: string): Promise<LoadedOrderReply> {
  const order = await readableOrder(db, user, id);
  return {
    order: await replyOf(db, order),
    attachments: (await filesOfOrder(db, user, order.id)).map(wireFile),
    test_reports: publishedReports(order).map((report) => wireReport(order, report)),
    history: order.history.map(({ from, to, event, byName, at, reason, shipment }) => ({
      from,
      to,
      event,
      by: byName,
      at,
      reason,
      ...(shipment === undefined ? {} : { shipment }),
    })),
    allowed_commands: eventsFor(user, order),
  };
}

/** Prices an order or a document with the current rate card. @throws INVALID with the rule that refuses the order */
async function priced(db: Db, order: Pick<Order, 'status' | 'doc' | 'quote'>): Promise<CalculateReply> {
  const { quote, refusal } = priceOf(order, (await currentRateCard(db)).card);
  if (quote === undefined) throw new Refusal('INVALID', [problemOf(refusal)]);
  return priceReplyOf(order.doc, quote);
}

/** Returns the document of an order that is not saved. @throws INVALID with each value that cannot be saved */
function checkedDocOf(data: OrderDoc): OrderDoc {
  const doc = Object.fromEntries(changesOf(undefined, data).map(({ path, value }) => [path, value]));
  const problems = Object.entries(doc).flatMap(([path, value]) => problemWithChange(path, value) ?? []);
  const problem = problemWithSize(docSizeOf(doc));
  if (problem !== undefined) problems.push(problem);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  return doc;
}

/** Discards a draft of the caller. For one that is discarded already, nothing changes. */
async function discard({ db, bus }: Deps, request: FastifyRequest, key: string, id: string | undefined): Promise<void> {
  const { user } = request.session;
  const order = await ownOrder(db, user, id);
  refuseOthers(order, user);
  const orderId = order.id;
  const event = 'DISCARD';
  try {
    const args = { orderId, event, expectStatus: 'draft' };
    await command(bus, user.id, key, 'order.transition', args, deviceIn(request));
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'STALE')) throw error;
    const { history } = await readableOrder(db, user, orderId);
    if (history.at(-1)?.event !== event) throw error;
  }
}
