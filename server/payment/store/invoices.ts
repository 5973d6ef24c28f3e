import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Amounts } from '#domain/payment/tax.ts';
import type { PriceOverride, QuoteLine } from '#domain/order/data/order.ts';
import type { Seller } from '#domain/payment/seller.ts';
import type { Buyer, Owner } from './subscriptions.ts';
import { type Db, firstRow, hasRow, rowsOf, type Tx } from '../../database/db.ts';
import { type Page, type Paged, readPage } from '../../database/page.ts';
import { invoiceDueDays } from '#domain/payment/due-days.ts';

/** Invoices: numbered without gaps, and changed only by being paid or voided. */

/** A credit note gives back a part of a paid invoice; `paid` then means that the money was transferred back. */
export type InvoiceKind = 'invoice' | 'credit_note';
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void';

export interface InvoiceLine {
  /** Description in English. */
  label: string;
  /** Name of the plan, for a month of a subscription. */
  plan?: string;
  /** Label of a line of an order's price, for translation, see `domain/order/data/line-texts.ts`. */
  text?: NonNullable<QuoteLine['text']>;
  /** Change by staff of a line's amount in the review. */
  override?: Pick<PriceOverride, 'computed' | 'reason'>;
  /** Amount in the accepted price of a line that is billed or given back in part. */
  agreed?: number;
  qty: number;
  unit_price: number;
  amount: number;
}

export interface InvoiceRow extends Amounts {
  id: string;
  kind: InvoiceKind;
  /** Null for a draft: an invoice that waits for the seller's details, see decision 0128. */
  number: string | null;
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

/** An invoice that has a number, and a document. */
export type IssuedInvoice = InvoiceRow & { number: string };

export function isIssued(invoice: InvoiceRow): invoice is IssuedInvoice {
  return invoice.number !== null;
}

export type NewInvoice = Amounts &
  Pick<InvoiceRow, 'user_id' | 'company_id' | 'buyer' | 'lines' | 'currency' | 'tax_bp'> &
  Pick<InvoiceRow, 'subscription_id' | 'period_start' | 'period_end'> & {
    /** Undefined while the seller's details are not set: the invoice is kept as a draft. */
    seller: Seller | undefined;
    status: 'open' | 'paid';
    order_id?: string;
    /** The invoice that it corrects, as a credit note. */
    corrects?: string;
    providerRef?: string;
  };

/** Numbers of documents of each kind, by year. */
const numbering: Record<InvoiceKind, { table: string; prefix: string }> = {
  invoice: { table: 'invoice_numbers', prefix: 'INV' },
  credit_note: { table: 'credit_note_numbers', prefix: 'CN' },
};

const noSeller: Seller = { lines: [], bank: [] };

/**
 * Writes an invoice or a credit note with the next number of its kind and year; without a seller as a draft, which gets
 * its number once the seller is set.
 */
export async function issueInvoice(tx: Tx, made: NewInvoice): Promise<InvoiceRow> {
  const kind: InvoiceKind = made.corrects === undefined ? 'invoice' : 'credit_note';
  const { seller } = made;
  const number = seller === undefined ? null : await nextNumber(tx, kind, seller);
  const row = await firstRow<InvoiceRow>(tx)`
    insert into invoices (id, kind, corrects, number, subscription_id, order_id, user_id, company_id, status, seller, buyer, lines, currency, subtotal,
                          tax_bp, tax, total, period_start, period_end, due_at, paid_at, provider_ref)
    values (${randomUUID()}, ${kind}, ${made.corrects ?? null}, ${number}, ${made.subscription_id}, ${made.order_id ?? null}, ${made.user_id}, ${made.company_id},
           ${seller === undefined ? 'draft' : made.status},
           ${JSON.stringify(seller ?? noSeller)}::jsonb, ${JSON.stringify(made.buyer)}::jsonb, ${JSON.stringify(made.lines)}::jsonb,
           ${made.currency}, ${made.subtotal}, ${made.tax_bp}, ${made.tax}, ${made.total}, ${made.period_start},
           ${made.period_end}, ${dueAt(seller)}, ${made.status === 'paid' ? sql`now()` : null}, ${made.providerRef ?? null})
    returning *`;
  return row as InvoiceRow;
}

/** Gives a draft its number, its seller and its dates. The caller holds the lock of its order or its owner. @returns undefined for one that is no draft any more */
export async function issueDraft(tx: Tx, id: string, seller: Seller): Promise<IssuedInvoice | undefined> {
  const draft = await invoiceForChange(tx, id);
  if (draft?.status !== 'draft') return undefined;
  const number = await nextNumber(tx, draft.kind, seller);
  return await firstRow<IssuedInvoice>(tx)`
    update invoices set number = ${number}, seller = ${JSON.stringify(seller)}::jsonb, issued_at = now(), due_at = ${dueAt(seller)},
           status = case when paid_at is null then 'open' else 'paid' end
     where id = ${id} returning *`;
}

/** Returns the drafts, oldest first. */
export async function draftInvoices(db: Db): Promise<InvoiceRow[]> {
  return await rowsOf<InvoiceRow>(db)`
    select * from invoices where status = 'draft' order by issued_at, id limit 1000`;
}

/**
 * Deletes the drafts of an order or a subscription that is given up. Drafts that are paid already stay, and are still
 * invoiced.
 */
export async function deleteDrafts(tx: Tx, of: { orderId: string } | { subscriptionId: string }): Promise<void> {
  const which = 'orderId' in of ? sql`order_id = ${of.orderId}` : sql`subscription_id = ${of.subscriptionId}`;
  await sql`delete from invoices where status = 'draft' and paid_at is null and ${which}`.execute(tx);
}

/** Draws the next number of a year, by the seller's calendar. It belongs to the transaction, so a rollback leaves no gap. */
async function nextNumber(tx: Tx, kind: InvoiceKind, { timeZone = 'UTC' }: Seller): Promise<string> {
  const { table, prefix } = numbering[kind];
  const row = await firstRow<{ number: string }>(tx)`
    insert into ${sql.table(table)} as n (year, last) values (extract(year from now() at time zone ${timeZone}), 1)
    on conflict (year) do update set last = n.last + 1
    returning ${prefix}::text || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as number`;
  return row?.number as string;
}

function dueAt(seller: Seller | undefined) {
  return sql`now() + ${seller?.dueDays ?? invoiceDueDays} * interval '1 day'`;
}

/** Returns one invoice and locks it, so that it cannot be paid or voided twice. */
export async function invoiceForChange(tx: Tx, id: string): Promise<InvoiceRow | undefined> {
  return await firstRow<InvoiceRow>(tx)`select * from invoices where id = ${id} for update`;
}

/** Returns one invoice without locking it. */
export async function invoiceById(db: Db | Tx, id: string): Promise<InvoiceRow | undefined> {
  return await firstRow<InvoiceRow>(db)`select * from invoices where id = ${id}`;
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
  const row = await firstRow<InvoiceRow>(tx)`
    update invoices set status = ${status}, ${moment}, closed_by = ${by} where id = ${id} returning *`;
  return row as InvoiceRow;
}

/** Voids the open invoices of a subscription that was given up. */
export async function voidOpenInvoices(tx: Tx, subscriptionId: string, by: string | null): Promise<void> {
  await sql`update invoices set status = 'void', void_at = now(), closed_by = ${by}
    where subscription_id = ${subscriptionId} and status = 'open'`.execute(tx);
  await deleteDrafts(tx, { subscriptionId });
}

/** Returns a subscription's oldest invoice that is open, or still a draft. */
export async function openInvoiceOf(tx: Tx, subscriptionId: string): Promise<InvoiceRow | undefined> {
  return await firstRow<InvoiceRow>(tx)`
    select * from invoices where subscription_id = ${subscriptionId} and status in ('open', 'draft') order by issued_at limit 1`;
}

/** Assigns the invoices of a subscription to a company. */
export async function giveInvoicesToCompany(tx: Tx, subscriptionId: string, companyId: number): Promise<void> {
  await sql`update invoices set company_id = ${companyId} where subscription_id = ${subscriptionId}`.execute(tx);
}

/** Whether a subscription has any invoice, paid or open. */
export async function hasInvoices(tx: Tx, subscriptionId: string): Promise<boolean> {
  return await hasRow(tx)`select from invoices where subscription_id = ${subscriptionId} limit 1`;
}

/** Whether a payment of the provider already has its invoice. */
export async function hasInvoiceFor(tx: Tx, providerRef: string): Promise<boolean> {
  return await hasRow(tx)`select from invoices where provider_ref = ${providerRef}`;
}

/**
 * Returns the newest invoices of an owner: those addressed to the user, those of the orders that the user placed for the
 * present company, and for an administrator all of the company's.
 */
export async function invoicesOf(db: Db, { userId, companyId }: Owner, most: number): Promise<InvoiceRow[]> {
  const own = sql`(user_id = ${userId} and (company_id is null
    or order_id is not null and company_id = (select company_id from users where id = ${userId})))`;
  const whose = companyId === null ? own : sql`(company_id = ${companyId} or ${own})`;
  return await rowsOf<InvoiceRow>(db)`
    select * from invoices where ${whose} order by issued_at desc, number desc limit ${most}`;
}

/** Returns one page of all invoices, newest first, and their total number. */
export async function invoicePage(db: Db, page: Page, status: InvoiceStatus | undefined): Promise<Paged<InvoiceRow>> {
  const which = status === undefined ? sql`true` : sql`status = ${status}`;
  const list = { columns: sql`*`, from: sql`invoices where ${which}`, order: sql`issued_at desc, number desc` };
  return await readPage(db, list, page);
}
