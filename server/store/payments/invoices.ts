import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Amounts } from '#domain/money.ts';
import type { PriceOverride, QuoteLine } from '#domain/order/order.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { Buyer, Owner } from './subscriptions.ts';
import type { Db, Tx } from '../system/db.ts';

/** Invoices: numbered without gaps, and changed only by being paid or voided. */

/** A credit note gives back a part of a paid invoice; `paid` then means that the money was transferred back. */
export type InvoiceKind = 'invoice' | 'credit_note';
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void';

export interface InvoiceLine {
  /** Description in English. */
  label: string;
  /** Of a month of a subscription: the name of its plan. */
  plan?: string;
  /** Of a line of an order's price: its label for translation, see `domain/order/line-texts.ts`. */
  text?: NonNullable<QuoteLine['text']>;
  /** Of a line whose amount staff changed in the review. */
  override?: Pick<PriceOverride, 'computed' | 'reason'>;
  /** Of a line that is billed or given back in part: its amount in the accepted price. */
  agreed?: number;
  qty: number;
  unit_price: number;
  amount: number;
}

export interface Seller {
  lines: string[];
  bank: string[];
}

export interface InvoiceRow extends Amounts {
  id: string;
  kind: InvoiceKind;
  number: string;
  /** The invoice that a credit note corrects. */
  corrects: string | null;
  subscription_id: string | null;
  user_id: string;
  company_id: number | null;
  order_id: string | null;
  status: InvoiceStatus;
  seller: Seller;
  buyer: Buyer;
  lines: InvoiceLine[];
  currency: string;
  tax_bp: number;
  period_start: Date | null;
  period_end: Date | null;
  issued_at: Date;
  due_at: Date;
  paid_at: Date | null;
  void_at: Date | null;
}

export type NewInvoice = Amounts &
  Pick<InvoiceRow, 'user_id' | 'company_id' | 'seller' | 'buyer' | 'lines' | 'currency' | 'tax_bp'> &
  Pick<InvoiceRow, 'subscription_id' | 'period_start' | 'period_end'> & {
    status: 'open' | 'paid';
    order_id?: string;
    /** The invoice that it corrects, as a credit note. */
    corrects?: string;
    providerRef?: string;
  };

/** How documents of each kind are numbered, by year. */
const numbering: Record<InvoiceKind, { table: string; prefix: string }> = {
  invoice: { table: 'invoice_numbers', prefix: 'INV' },
  credit_note: { table: 'credit_note_numbers', prefix: 'CN' },
};

/**
 * Writes an invoice or a credit note with the next number of its kind and year (UTC). The number is assigned in the transaction, so a rollback
 * leaves no gap.
 */
export async function issueInvoice(tx: Tx, made: NewInvoice): Promise<InvoiceRow> {
  const kind: InvoiceKind = made.corrects === undefined ? 'invoice' : 'credit_note';
  const { table, prefix } = numbering[kind];
  const { rows } = await sql<InvoiceRow>`
    with given as (
      insert into ${sql.table(table)} as n (year, last) values (extract(year from now() at time zone 'utc'), 1)
      on conflict (year) do update set last = n.last + 1
      returning ${prefix}::text || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as number
    )
    insert into invoices (id, kind, corrects, number, subscription_id, order_id, user_id, company_id, status, seller, buyer, lines, currency, subtotal,
                          tax_bp, tax, total, period_start, period_end, due_at, paid_at, provider_ref)
    select ${randomUUID()}, ${kind}, ${made.corrects ?? null}, given.number, ${made.subscription_id}, ${made.order_id ?? null}, ${made.user_id}, ${made.company_id}, ${made.status},
           ${JSON.stringify(made.seller)}::jsonb, ${JSON.stringify(made.buyer)}::jsonb, ${JSON.stringify(made.lines)}::jsonb,
           ${made.currency}, ${made.subtotal}, ${made.tax_bp}, ${made.tax}, ${made.total}, ${made.period_start},
           ${made.period_end}, now() + ${serverLimits.invoiceDueDays} * interval '1 day',
           ${made.status === 'paid' ? sql`now()` : null}, ${made.providerRef ?? null}
      from given
    returning *`.execute(tx);
  return rows[0] as InvoiceRow;
}

/** Returns one invoice and locks it, so that it cannot be paid or voided twice. */
export async function invoiceForChange(tx: Tx, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`select * from invoices where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Returns one invoice without locking it. */
export async function invoiceById(db: Db | Tx, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`select * from invoices where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Closes an open invoice.
 * @param by the user who did it; null: the payment provider, or a job
 */
export async function closeInvoice(
  tx: Tx,
  id: string,
  status: 'paid' | 'void',
  by: string | null,
): Promise<InvoiceRow> {
  const moment = status === 'paid' ? sql`paid_at = now()` : sql`void_at = now()`;
  const { rows } = await sql<InvoiceRow>`
    update invoices set status = ${status}, ${moment}, closed_by = ${by} where id = ${id} returning *`.execute(tx);
  return rows[0] as InvoiceRow;
}

/** Voids the open invoices of a subscription that was given up. */
export async function voidOpenInvoices(tx: Tx, subscriptionId: string, by: string | null): Promise<void> {
  await sql`update invoices set status = 'void', void_at = now(), closed_by = ${by}
    where subscription_id = ${subscriptionId} and status = 'open'`.execute(tx);
}

/** Returns a subscription's oldest open invoice. */
export async function openInvoiceOf(tx: Tx, subscriptionId: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where subscription_id = ${subscriptionId} and status = 'open' order by issued_at limit 1`.execute(
    tx,
  );
  return rows[0];
}

/** Assigns the invoices of a subscription to a company. */
export async function giveInvoicesToCompany(tx: Tx, subscriptionId: string, companyId: number): Promise<void> {
  await sql`update invoices set company_id = ${companyId} where subscription_id = ${subscriptionId}`.execute(tx);
}

/** Whether a subscription has any invoice, paid or open. */
export async function hasInvoices(tx: Tx, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql`select from invoices where subscription_id = ${subscriptionId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether a payment of the provider already has its invoice. */
export async function hasInvoiceFor(tx: Tx, providerRef: string): Promise<boolean> {
  const { rows } = await sql`select from invoices where provider_ref = ${providerRef}`.execute(tx);
  return rows.length > 0;
}

/** Returns the newest invoices of an owner: those addressed to the user, and for an administrator the company's. */
export async function invoicesOf(db: Db, { userId, companyId }: Owner, most: number): Promise<InvoiceRow[]> {
  const own = sql`(user_id = ${userId} and company_id is null)`;
  const whose = companyId === null ? own : sql`(company_id = ${companyId} or ${own})`;
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where ${whose} order by issued_at desc, number desc limit ${most}`.execute(db);
  return rows;
}

/** Returns one page of all invoices, newest first, and their total number. */
export async function invoicePage(
  db: Db,
  { page, limit, status }: { page: number; limit: number; status?: InvoiceStatus | undefined },
): Promise<{ items: InvoiceRow[]; total: number }> {
  const which = status === undefined ? sql`true` : sql`status = ${status}`;
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where ${which} order by issued_at desc, number desc
     limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from invoices where ${which}`.execute(db);
  return { items: rows, total: counted[0]?.total ?? 0 };
}
