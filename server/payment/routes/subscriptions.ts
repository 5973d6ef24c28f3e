import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { isStaff, permissionsOf } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';
import { routesOfPayments } from '#domain/payment/wire/payments.ts';
import { keyOf } from '../../spine/routes/commanding.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import type { DrawnDocuments } from '../../documents/drawing/drawn-documents.ts';
import { cancel } from '../cancel.ts';
import { currentReplyOf } from '../current.ts';
import { intend } from '../intents.ts';
import { invoiceDocument } from '../invoice-document.ts';
import { openPayments } from '../open-payments.ts';
import { planList, productList } from '../plan-replies.ts';
import { ownerOf } from '../owner.ts';
import { subscribe } from '../subscribe.ts';
import { invoiceById, type InvoiceRow } from '../store/invoices.ts';
import { actorOf } from '../../session/users.ts';
import { sendMade } from '../../files/download.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes of plans, purchases, cancellations and the user's invoices. */
export function subscriptionRoutes(app: FastifyInstance, deps: Deps & { documents: DrawnDocuments }): void {
  const serve = serving(app, routesOfPayments);
  const payments = openPayments(deps);

  serve('GET /subscriptions/plans', async () => planList(payments));
  serve('GET /subscriptions/premium_plans', async () => planList(payments, 'premium'));
  serve('GET /subscriptions/products', async () => productList(payments));

  serve('GET /subscriptions/current', async ({ session }) => currentReplyOf(payments, session.user));

  // Version 1 supports invoices only.
  serve('POST /subscriptions/subscribe', async (request) =>
    subscribe(payments, request.session.user, { ...request.body, payment: 'invoice' }, keyOf(request, undefined)),
  );
  serve('POST /subscriptions/subscribe_v2', async (request) =>
    subscribe(payments, request.session.user, request.body, keyOf(request, undefined)),
  );

  serve('POST /subscriptions/intents', async (request) =>
    intend(payments, request.session.user, request.body, keyOf(request, undefined)),
  );
  serve('POST /subscriptions/intents_v2', async (request) =>
    intend(payments, request.session.user, request.body, keyOf(request, undefined)),
  );

  serve('POST /subscriptions/cancel_subscription', async (request) => {
    const { user_id: userId, what } = request.body;
    const { user } = request.session;
    return cancel(payments, await whose(request, userId), what, user.id, keyOf(request, undefined));
  });

  serve('GET /subscriptions/invoices/:id/pdf', async (request, reply) => {
    const { language } = request.query;
    const draw = deps.documents.for(request.session.user.id);
    const invoice = await invoiceById(deps.db, request.params.id);
    if (invoice === undefined || !maySee(request.session.user, invoice)) throw new Refusal('NOT_FOUND');
    const bytes = await invoiceDocument(deps.db, invoice, { language, draw });
    return sendMade(reply, `${invoice.number}.pdf`, 'application/pdf', bytes);
  });

  /** Returns the user whose subscription is meant: the caller, or for staff with the permission any user. */
  async function whose({ session: { user } }: FastifyRequest, userId: string | undefined): Promise<User> {
    if (userId === undefined || userId === user.id) return user;
    if (!isStaff(user)) throw new Refusal('NOT_FOUND');
    if (!permissionsOf(user).includes('subscriptions.cancel')) throw new Refusal('FORBIDDEN');
    return requireFound(await actorOf(deps.db, userId));
  }
}

/**
 * Whether the user may see an invoice: their own, also of an order placed for their present company, the company's for
 * its current administrators, all for staff with the permission.
 */
function maySee(user: User, { user_id, company_id, order_id }: InvoiceRow): boolean {
  const isOwn = user_id === user.id && (company_id === null || (order_id !== null && company_id === user.company_id));
  if (isOwn || (company_id !== null && company_id === ownerOf(user).companyId)) return true;
  return isStaff(user) && permissionsOf(user).includes('invoices.write');
}
