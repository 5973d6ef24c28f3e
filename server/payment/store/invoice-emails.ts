import { sql } from 'kysely';
import { queueJob } from '../../jobs/queue-job.ts';
import { mailedTo } from './invoice-recipients.ts';
import { isIssued, type InvoiceRow } from './invoices.ts';
import { firstRow, type Tx } from '../../database/db.ts';

/** E-mails about invoices, queued in the transaction that wrote or closed the invoice. */

export type InvoiceEmail = 'invoice' | 'invoicePaid' | 'creditNote' | 'creditNotePaid';

/** Queues an e-mail to each reader of this invoice. A company without one still has the user who ordered. */
export async function queueInvoiceEmail(tx: Tx, emailName: InvoiceEmail, invoice: InvoiceRow): Promise<void> {
  // A draft has no document; the customer gets the e-mail together with the number.
  if (!isIssued(invoice)) return await queueSellerNotice(tx);
  const readers = await mailedTo(tx, invoice);
  const isOrphan = readers.length === 0 && invoice.order_id !== null;
  for (const to of isOrphan ? [invoice.buyer.email] : readers) {
    await queueJob(tx, 'send_invoice', { letter: emailName, invoiceId: invoice.id, to });
  }
}

/** Tells the administrators that invoices wait for the seller's details: once, until all of them are issued. */
async function queueSellerNotice(tx: Tx): Promise<void> {
  // One writer at a time sees how many drafts there are.
  await sql`select pg_advisory_xact_lock(hashtextextended('invoice drafts', 4))`.execute(tx);
  const row = await firstRow<{ drafts: number }>(tx)`
    select count(*)::int as drafts from invoices where status = 'draft'`;
  if (row?.drafts === 1) await queueJob(tx, 'send_seller_missing', {});
}
