import { sql } from 'kysely';
import type { Db, Tx } from '../store/system/database.ts';
import { mailedTo } from '../store/paying/invoice-readers.ts';
import type { InvoiceRow } from '../store/paying/invoices.ts';

/** E-mails about invoices, queued in the transaction that wrote or closed the invoice. */

export type InvoiceLetter = 'invoice' | 'invoicePaid';

const tries = 12;

/** Queues an e-mail to each reader of this invoice. */
export async function askForInvoiceLetter(tx: Tx, letter: InvoiceLetter, invoice: InvoiceRow): Promise<void> {
  for (const to of await mailedTo(tx, invoice)) {
    const payload = JSON.stringify({ letter, invoiceId: invoice.id, to });
    await sql`select graphile_worker.add_job('send_invoice', ${payload}::json, max_attempts := ${tries})`.execute(tx);
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
export async function askForMismatchLetter(tx: Tx, mismatch: Mismatch): Promise<void> {
  const payload = JSON.stringify(mismatch);
  await sql`select graphile_worker.add_job('send_mismatch', ${payload}::json, max_attempts := ${tries})`.execute(tx);
}

/** Queues the e-mail with a message of the contact form. */
export async function askForContactLetter(db: Db | Tx, messageId: string): Promise<void> {
  const payload = JSON.stringify({ messageId });
  await sql`select graphile_worker.add_job('send_contact', ${payload}::json, max_attempts := ${tries})`.execute(db);
}
