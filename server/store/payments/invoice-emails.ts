import { queueJob } from '../system/queue-job.ts';
import { mailedTo } from './invoice-recipients.ts';
import type { InvoiceRow } from './invoices.ts';
import type { Tx } from '../system/db.ts';

/** E-mails about invoices, queued in the transaction that wrote or closed the invoice. */

export type InvoiceEmail = 'invoice' | 'invoicePaid' | 'creditNote' | 'creditNotePaid';

/** Queues an e-mail to each reader of this invoice. A company without one still has the user who ordered. */
export async function queueInvoiceEmail(tx: Tx, emailName: InvoiceEmail, invoice: InvoiceRow): Promise<void> {
  const readers = await mailedTo(tx, invoice);
  const isOrphan = readers.length === 0 && invoice.order_id !== null;
  for (const to of isOrphan ? [invoice.buyer.email] : readers) {
    await queueJob(tx, 'send_invoice', { letter: emailName, invoiceId: invoice.id, to });
  }
}
