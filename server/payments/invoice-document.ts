import { Refusal } from '#domain/errors.ts';
import type { Order, Quote } from '#domain/order/order.ts';
import { invoicePdf } from '../documents/invoice-pdf.ts';
import { quotePdf } from '../documents/quote-pdf.ts';
import { orderById } from '../store/orders/orders.ts';
import { invoiceById, isIssued, type InvoiceRow } from '../store/payments/invoices.ts';
import { buyerOfOrder, type Invoicing } from '../store/payments/order-invoices.ts';
import { languageOf } from '../store/users/users.ts';
import type { Db } from '../store/system/db.ts';

/**
 * Returns the PDF of an invoice or a credit note.
 * @param language of its reader; without one, its customer's
 * @throws INVOICE_WAITS for a draft
 */
export async function invoiceDocument(db: Db, invoice: InvoiceRow, language?: string): Promise<Buffer> {
  if (!isIssued(invoice)) throw new Refusal('INVOICE_WAITS');
  const order = invoice.order_id === null ? undefined : await orderById(db, invoice.order_id);
  const corrected = invoice.corrects === null ? undefined : await invoiceById(db, invoice.corrects);
  const about = { order: order?.number, corrected: corrected?.number ?? undefined };
  return await invoicePdf(invoice, language ?? (await languageOf(db, invoice.user_id)), about);
}

/** Returns the PDF of the price of an order, with its specification and drawings. */
export async function quoteDocument(
  db: Db,
  order: Order & { quote: Quote },
  { seller, taxBp }: Invoicing,
  language?: string,
): Promise<Buffer> {
  const buyer = await buyerOfOrder(db, order);
  return await quotePdf(order, language ?? (await languageOf(db, order.ownerId)), { seller, taxBp, buyer });
}
