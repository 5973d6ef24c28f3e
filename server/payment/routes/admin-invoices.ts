import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { routesOfPayments } from '#domain/payment/wire/payments.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { closeOrderInvoice } from './close-order-invoice.ts';
import { makeVoid, markPaid } from '../close-invoice.ts';
import { invoiceReplyOf } from '../replies.ts';
import { invoiceById, invoicePage } from '../store/invoices.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** All invoices, for staff who may write them. */
export function adminInvoiceRoutes(
  app: FastifyInstance,
  { db, bus, config }: Pick<Deps, 'db' | 'bus' | 'config'>,
): void {
  const serve = serving(app, routesOfPayments);

  serve('GET /admin-api/invoices', async ({ query: { page = 1, limit = pageRows, status } }) => {
    const found = await invoicePage(db, { page, limit }, status);
    return { ...found, items: found.items.map(invoiceReplyOf), missing: config.payments.missing };
  });
  for (const [status, close] of [
    ['paid', markPaid],
    ['void', makeVoid],
  ] as const) {
    serve(`POST /admin-api/invoices/:id/${status}`, async ({ tx, held, params: { id }, session, afterCommit }) => {
      const by = session.user.id;
      // Of their own invoices, staff are the customers.
      if ((await invoiceById(tx, id))?.user_id === by)
        throw new Refusal('FORBIDDEN', { rule: 'OWN' }, 'This invoice is your own. Ask a colleague to close it.');
      const ofOrder = await closeOrderInvoice({ tx, held, bus }, { id, status, by });
      if (ofOrder === undefined) return invoiceReplyOf(await close(tx, id, by));
      afterCommit.push(ofOrder.announce);
      return invoiceReplyOf(ofOrder.invoice);
    });
  }
}
