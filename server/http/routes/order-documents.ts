import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { bytesOf } from '#domain/protocol/parts.ts';
import { idParams } from '#domain/protocol/rest.ts';
import { quotePdf } from '../../documents/quote-pdf.ts';
import { invoiceDocument } from '../../payments/invoice-document.ts';
import { invoiceOfOrder } from '../../store/payments/order-invoices.ts';
import { languageOf } from '../../store/users/users.ts';
import type { Deps } from '../deps.ts';
import { readableOrder } from './readable-order.ts';

/** Documents of an order as PDF, in the language of its customer, for everybody who may read the order. */
export function orderDocumentRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const schema = { params: idParams, response: { 200: bytesOf('application/pdf') } };

  routes.get('/po_system/orders/:id/quote/pdf', { schema }, async ({ session, params }, reply) => {
    const { quote, ...order } = await readableOrder(db, session.user, params.id);
    if (quote === null || order.status === 'draft') throw new Refusal('NOT_FOUND');
    const bytes = await quotePdf({ ...order, quote }, await languageOf(db, order.ownerId));
    return send(reply, `${order.number}.pdf`, bytes);
  });

  routes.get('/po_system/orders/:id/invoice/pdf', { schema }, async ({ session, params }, reply) => {
    const invoice = await invoiceOfOrder(db, (await readableOrder(db, session.user, params.id)).id);
    if (invoice === undefined) throw new Refusal('NOT_FOUND');
    return send(reply, `${invoice.number}.pdf`, await invoiceDocument(db, invoice));
  });
}

function send(reply: FastifyReply, name: string, bytes: Buffer): FastifyReply {
  return reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(bytes);
}
