import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { invoiceReply, invoicesQuery, invoicesReply } from '#domain/payment/wire/payments.ts';
import { idParams } from '#domain/spine/wire/rest.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { closeOrderInvoice } from './close-order-invoice.ts';
import { makeVoid, markPaid } from '../close-invoice.ts';
import { invoiceReplyOf } from '../replies.ts';
import { invoiceById, invoicePage } from '../store/invoices.ts';

/** All invoices, for staff who may write them. */
export function adminInvoiceRoutes(
  app: FastifyInstance,
  { db, bus, config }: Pick<Deps, 'db' | 'bus' | 'config'>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/admin-api/invoices',
    { schema: { querystring: invoicesQuery, response: { 200: invoicesReply } } },
    async ({ query: { page = 1, limit = 50, status } }) => {
      const { items, total } = await invoicePage(db, { page, limit, status });
      return { items: items.map(invoiceReplyOf), total, page, limit, missing: config.payments.missing };
    },
  );
  const closing = { config: keyed, schema: { params: idParams, response: { 200: invoiceReply } } };
  for (const [status, close] of [
    ['paid', markPaid],
    ['void', makeVoid],
  ] as const) {
    routes.post(
      `/admin-api/invoices/:id/${status}`,
      closing,
      async ({ tx, held, params: { id }, session, afterCommit }) => {
        const by = session.user.id;
        // Of their own invoices, staff are the customers.
        if ((await invoiceById(tx, id))?.user_id === by)
          throw new Refusal('FORBIDDEN', { rule: 'OWN' }, 'This invoice is your own. Ask a colleague to close it.');
        const ofOrder = await closeOrderInvoice({ tx, held, bus }, { id, status, by });
        if (ofOrder === undefined) return invoiceReplyOf(await close(tx, id, by));
        afterCommit.push(ofOrder.announce);
        return invoiceReplyOf(ofOrder.invoice);
      },
    );
  }
}
