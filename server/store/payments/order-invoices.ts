import { sql } from 'kysely';
import { withTax } from '#domain/money.ts';
import type { Order, Quote } from '#domain/order/order.ts';
import { queueInvoiceEmail } from './invoice-emails.ts';
import { currentBuyer } from './invoice-recipients.ts';
import { closeInvoice, issueInvoice, type InvoiceRow, type Seller } from './invoices.ts';
import { buyerOf } from './subscriptions.ts';
import type { Db, Tx } from '../system/db.ts';

/** Invoices of orders: written and closed in the transaction that changes the order's status. */

/** What invoices say besides their lines. */
export interface Invoicing {
  seller: Seller;
  /** Tax in basis points. */
  taxBp: number;
}

/** An accepted price that is invoiced, or an open invoice that is closed. */
export type OrderInvoice =
  | { change: 'issued'; order: Pick<Order, 'id' | 'ownerId' | 'companyId'>; quote: Quote; invoicing: Invoicing }
  | { change: 'paid' | 'void'; order: Pick<Order, 'id'>; by: string | null };

/** Writes what became of the invoices of orders. The streams of the orders are locked. */
export async function changeOrderInvoices(tx: Tx, changes: readonly OrderInvoice[]): Promise<void> {
  for (const each of changes) {
    if (each.change === 'issued') await issueFor(tx, each);
    else await closeOf(tx, each);
  }
}

/** Returns the newest invoice of an order; undefined where there is none. */
export async function invoiceOfOrder(db: Db | Tx, orderId: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where order_id = ${orderId} order by issued_at desc, number desc limit 1`.execute(db);
  return rows[0];
}

async function issueFor(
  tx: Tx,
  { order, quote, invoicing }: Extract<OrderInvoice, { change: 'issued' }>,
): Promise<void> {
  const { planName: _, ...ordered } = await buyerOf(tx, order.ownerId);
  const { companyId } = order;
  const buyer = companyId === null ? ordered : await currentBuyer(tx, companyId, order.ownerId, ordered);
  const invoice = await issueInvoice(tx, {
    ...withTax(quote.subtotal, invoicing.taxBp),
    subscription_id: null,
    order_id: order.id,
    user_id: order.ownerId,
    company_id: companyId,
    seller: invoicing.seller,
    buyer,
    currency: quote.currency,
    tax_bp: invoicing.taxBp,
    lines: quote.lines.map(({ label, text, qty, unitPrice, amount, override }) => ({
      label,
      qty,
      unit_price: unitPrice,
      amount,
      ...(text === undefined ? {} : { text }),
      ...(override === undefined ? {} : { override: { computed: override.computed, reason: override.reason } }),
    })),
    status: 'open',
    period_start: null,
    period_end: null,
  });
  await queueInvoiceEmail(tx, 'invoice', invoice);
}

async function closeOf(
  tx: Tx,
  { order, change, by }: Extract<OrderInvoice, { change: 'paid' | 'void' }>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices where order_id = ${order.id} and status = 'open' for update`.execute(tx);
  for (const { id } of rows) {
    const closed = await closeInvoice(tx, id, change, by);
    if (change === 'paid') await queueInvoiceEmail(tx, 'invoicePaid', closed);
  }
}
