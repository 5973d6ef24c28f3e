import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { routesOfOrders } from '#domain/order/wire/orders.ts';
import { invoiceDocument, quoteDocument } from '../../payment/invoice-document.ts';
import { recordOf } from '../store/order-record.ts';
import { invoiceOfOrder } from '../../payment/store/order-invoices.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import type { DrawnDocuments } from '../../documents/drawing/drawn-documents.ts';
import { sendMade } from '../../files/download.ts';
import { readableOrder } from './readable-order.ts';
import { serving } from '../../http/serve-routes.ts';

/**
 * Documents of an order for everybody who may read it: quote, invoice and credit note as PDF, in the language that the reader asks
 * for or else its customer's, and the record of the order. Only staff get the part with what staff wrote among themselves.
 */
export function orderDocumentRoutes(
  app: FastifyInstance,
  { db, config, documents }: Pick<Deps, 'db' | 'config'> & { documents: DrawnDocuments },
): void {
  const serve = serving(app, routesOfOrders);

  serve('GET /po_system/orders/:id/quote/pdf', async ({ session, params, query: { language } }, reply) => {
    const { quote, ...order } = await readableOrder(db, session.user, params.id);
    if (quote === null || order.status === 'draft') throw new Refusal('NOT_FOUND');
    const how = { language, draw: documents.for(session.user.id) };
    const bytes = await quoteDocument(db, { ...order, quote }, config.payments, how);
    return sendMade(reply, `${order.number}.pdf`, 'application/pdf', bytes);
  });

  for (const kind of ['invoice', 'credit_note'] as const) {
    serve(`GET /po_system/orders/:id/${kind}/pdf`, async ({ session, params, query: { language } }, reply) => {
      const invoice = requireFound(
        await invoiceOfOrder(db, (await readableOrder(db, session.user, params.id)).id, kind),
      );
      const bytes = await invoiceDocument(db, invoice, { language, draw: documents.for(session.user.id) });
      return sendMade(reply, `${invoice.number}.pdf`, 'application/pdf', bytes);
    });
  }

  serve('GET /po_system/orders/:id/record', async ({ session: { user }, params }, reply) => {
    const { id, number } = await readableOrder(db, user, params.id);
    const text = await recordOf(db, id, isStaff(user));
    return sendMade(reply, `${number}-record.jsonl`, 'application/x-ndjson; charset=utf-8', text);
  });
}
