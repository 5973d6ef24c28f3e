import { sql } from 'kysely';
import type { Db, Tx } from '../store/database.ts';

/** Letters that carry an invoice, asked for in the transaction that wrote or closed it. */

export type InvoiceLetter = 'invoice' | 'invoicePaid';

const tries = 12;

export async function askForInvoiceLetter(db: Db | Tx, letter: InvoiceLetter, invoiceId: string): Promise<void> {
  const payload = JSON.stringify({ letter, invoiceId });
  await sql`select graphile_worker.add_job('send_invoice', ${payload}::json, max_attempts := ${tries})`.execute(db);
}

/** Has a letter of the contact form sent to us. */
export async function askForContactLetter(db: Db | Tx, messageId: string): Promise<void> {
  const payload = JSON.stringify({ messageId });
  await sql`select graphile_worker.add_job('send_contact', ${payload}::json, max_attempts := ${tries})`.execute(db);
}

/** Ends a subscription at the provider at once, as another one has taken its place. */
export async function askToEndAtProvider(db: Db | Tx, ref: string): Promise<void> {
  const payload = JSON.stringify({ ref });
  await sql`select graphile_worker.add_job('end_at_provider', ${payload}::json, max_attempts := ${tries})`.execute(db);
}
