import { sql } from 'kysely';
import type { Order } from '#domain/order/data/order.ts';
import { changeOrderInvoices, type Invoicing, type OrderInvoice } from '../store/order-invoices.ts';
import type { Part } from '../../spine/work/part.ts';

type Status = 'draft' | 'open' | 'paid';

interface InvoicesView {
  /** Whether the company of this order pays after the work. */
  hasOpenCredit(order: Pick<Order, 'companyId'>): boolean;
  /** Returns the status of the invoice over the price of an order; undefined where it has none, or a void one. */
  statusOf(orderId: string): Status | undefined;
  /** Writes or closes the invoice of an order. */
  change(invoice: OrderInvoice): void;
}

interface InvoiceRows {
  /** Companies of these orders that pay after the work. */
  openCredit: number[] | null;
  /** Invoices over the prices of these orders that are not void. */
  invoices: { orderId: string; status: Status }[] | null;
}

/** Invoices of orders, by the orders' ids. */
export type Invoices = Part<string, InvoicesView, InvoiceRows, OrderInvoice>;

/** Creates the part of invoices of orders. @param invoicing contents of invoices besides their lines */
export function invoicesPart(invoicing: Invoicing): Invoices {
  return {
    name: 'payment.invoices',
    load: (orderIds) => sql`(select json_build_object(
      'openCredit', (select json_agg(id) from companies where open_credit
        and id in (select company_id from orders where id = any(${orderIds}::uuid[]))),
      'invoices', (select json_agg(json_build_object('orderId', order_id, 'status', status)) from invoices
        where order_id = any(${orderIds}::uuid[]) and kind = 'invoice' and status <> 'void')))`,
    open(rows, { write }) {
      const openCredit = new Set(rows.openCredit);
      const statuses = new Map(rows.invoices?.map(({ orderId, status }) => [orderId, status]));
      const changes: OrderInvoice[] = [];
      return {
        view: {
          hasOpenCredit: ({ companyId }) => companyId !== null && openCredit.has(companyId),
          statusOf: (orderId) => statuses.get(orderId),
          change: write,
        },
        apply: (change) => void changes.push(change),
        save(batch) {
          if (changes.length > 0) batch.after((tx) => changeOrderInvoices(tx, changes, invoicing));
        },
      };
    },
  };
}
