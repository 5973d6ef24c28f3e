import { queueJob } from '../store/system/queue-job.ts';
import { mailedTo } from '../store/payments/invoice-recipients.ts';
import type { InvoiceRow } from '../store/payments/invoices.ts';
import type { Db, Tx } from '../store/system/db.ts';

/** E-mails about invoices, queued in the transaction that wrote or closed the invoice. */

export type InvoiceEmail = 'invoice' | 'invoicePaid';

/** Queues an e-mail to each reader of this invoice. */
export async function queueInvoiceEmail(tx: Tx, emailName: InvoiceEmail, invoice: InvoiceRow): Promise<void> {
  for (const to of await mailedTo(tx, invoice)) {
    await queueJob(tx, 'send_invoice', { letter: emailName, invoiceId: invoice.id, to });
  }
}

/** A payment that does not match its order. */
export interface Mismatch {
  subscriptionId: string;
  /** The provider's id and type of the event. */
  event: string;
  type: string;
  differs: string[];
}

/** Queues an e-mail to staff about a payment that does not match its order. */
export async function queueMismatchEmail(tx: Tx, mismatch: Mismatch): Promise<void> {
  await queueJob(tx, 'send_mismatch', mismatch);
}

/** Queues the e-mail with a message of the contact form. */
export async function queueContactEmail(db: Db | Tx, messageId: string): Promise<void> {
  await queueJob(db, 'send_contact', { messageId });
}
