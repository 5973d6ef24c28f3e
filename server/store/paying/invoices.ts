import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Amounts } from '#domain/money.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db, Tx } from '../system/database.ts';
import type { Buyer, Owner } from './subscriptions.ts';

/** Invoices: numbered without gaps, never changed but by being paid or made void. */

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void';

interface InvoiceLine {
  /** What it is, in English; the invoice is one document for everybody. */
  label: string;
  qty: number;
  unit_price: number;
  amount: number;
}

interface Seller {
  lines: string[];
  bank: string[];
}

export interface InvoiceRow extends Amounts {
  id: string;
  number: string;
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
    providerRef?: string;
  };

/** Writes an invoice with the next number of its year (UTC). The number waits for nobody: it is gone with the transaction. */
export async function issueInvoice(tx: Tx, made: NewInvoice): Promise<InvoiceRow> {
  const { rows } = await sql<InvoiceRow>`
    with given as (
      insert into invoice_numbers as n (year, last) values (extract(year from now() at time zone 'utc'), 1)
      on conflict (year) do update set last = n.last + 1
      returning 'INV-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as number
    )
    insert into invoices (id, number, subscription_id, user_id, company_id, status, seller, buyer, lines, currency, subtotal,
                          tax_bp, tax, total, period_start, period_end, due_at, paid_at, provider_ref)
    select ${randomUUID()}, given.number, ${made.subscription_id}, ${made.user_id}, ${made.company_id}, ${made.status},
           ${JSON.stringify(made.seller)}::jsonb, ${JSON.stringify(made.buyer)}::jsonb, ${JSON.stringify(made.lines)}::jsonb,
           ${made.currency}, ${made.subtotal}, ${made.tax_bp}, ${made.tax}, ${made.total}, ${made.period_start},
           ${made.period_end}, now() + ${serverLimits.invoiceDueDays} * interval '1 day',
           ${made.status === 'paid' ? sql`now()` : null}, ${made.providerRef ?? null}
      from given
    returning *`.execute(tx);
  return rows[0] as InvoiceRow;
}

/** One invoice, locked against a second hand that would pay or void it. */
export async function invoiceForChange(tx: Tx, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`select * from invoices where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function invoiceById(db: Db | Tx, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`select * from invoices where id = ${id}`.execute(db);
  return rows[0];
}

/** Closes an open invoice. @param by who did it; null: the payment provider, or nobody in particular */
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

/** The open invoices of a subscription become void: nobody should pay for what was given up. */
export async function voidOpenInvoices(tx: Tx, subscriptionId: string, by: string | null): Promise<void> {
  await sql`update invoices set status = 'void', void_at = now(), closed_by = ${by}
    where subscription_id = ${subscriptionId} and status = 'open'`.execute(tx);
}

export async function openInvoiceOf(tx: Tx, subscriptionId: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where subscription_id = ${subscriptionId} and status = 'open' order by issued_at limit 1`.execute(
    tx,
  );
  return rows[0];
}

/** The invoices of a subscription are a company's from now on. */
export async function giveInvoicesToCompany(tx: Tx, subscriptionId: string, companyId: number): Promise<void> {
  await sql`update invoices set company_id = ${companyId} where subscription_id = ${subscriptionId}`.execute(tx);
}

/** Whether a subscription was paid for, or to be paid for, before. */
export async function hasInvoices(tx: Tx, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql`select from invoices where subscription_id = ${subscriptionId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether a payment of the provider has its invoice already. */
export async function hasInvoiceFor(tx: Tx, providerRef: string): Promise<boolean> {
  const { rows } = await sql`select from invoices where provider_ref = ${providerRef}`.execute(tx);
  return rows.length > 0;
}

/** The newest invoices of an owner: those written to the person, and for an administrator the company's. */
export async function invoicesOf(db: Db, { userId, companyId }: Owner, most: number): Promise<InvoiceRow[]> {
  const own = sql`(user_id = ${userId} and company_id is null)`;
  const whose = companyId === null ? own : sql`(company_id = ${companyId} or ${own})`;
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where ${whose} order by issued_at desc, number desc limit ${most}`.execute(db);
  return rows;
}

/** One page of everybody's invoices, newest first, and how many there are. */
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
