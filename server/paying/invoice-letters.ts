import { sql } from 'kysely';
import type { Db, Tx } from '../store/system/database.ts';
import { mailedTo } from '../store/paying/invoice-readers.ts';
import type { InvoiceRow } from '../store/paying/invoices.ts';

/** Letters that carry an invoice, asked for in the transaction that wrote or closed it. */

export type InvoiceLetter = 'invoice' | 'invoicePaid';

const tries = 12;

/** One letter to each of those who read this invoice. */
export async function askForInvoiceLetter(tx: Tx, letter: InvoiceLetter, invoice: InvoiceRow): Promise<void> {
  for (const to of await mailedTo(tx, invoice)) {
    const payload = JSON.stringify({ letter, invoiceId: invoice.id, to });
    await sql`select graphile_worker.add_job('send_invoice', ${payload}::json, max_attempts := ${tries})`.execute(tx);
  }
}

/** A payment that is not what was ordered. */
export interface Mismatch {
  subscriptionId: string;
  /** The provider's id and kind of the event. */
  event: string;
  type: string;
  differs: string[];
}

/** Has us told by e-mail of a payment that is not what was ordered. */
export async function askForMismatchLetter(tx: Tx, mismatch: Mismatch): Promise<void> {
  const payload = JSON.stringify(mismatch);
  await sql`select graphile_worker.add_job('send_mismatch', ${payload}::json, max_attempts := ${tries})`.execute(tx);
}

/** Has a letter of the contact form sent to us. */
export async function askForContactLetter(db: Db | Tx, messageId: string): Promise<void> {
  const payload = JSON.stringify({ messageId });
  await sql`select graphile_worker.add_job('send_contact', ${payload}::json, max_attempts := ${tries})`.execute(db);
}
