import { invoicePdf } from '../documents/invoice-pdf.ts';
import { orderById } from '../store/orders/orders.ts';
import { invoiceById, type InvoiceRow } from '../store/payments/invoices.ts';
import { languageOf } from '../store/users/users.ts';
import type { Db } from '../store/system/db.ts';

/** Returns the PDF of an invoice or a credit note in its customer's language; that of an order's names or describes the order. */
export async function invoiceDocument(db: Db, invoice: InvoiceRow): Promise<Buffer> {
  const language = await languageOf(db, invoice.user_id);
  const order = invoice.order_id === null ? undefined : await orderById(db, invoice.order_id);
  const corrected = invoice.corrects === null ? undefined : await invoiceById(db, invoice.corrects);
  return await invoicePdf(invoice, language, { order, corrected: corrected?.number });
}
