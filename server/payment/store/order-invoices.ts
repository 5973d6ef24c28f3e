import type { Seller } from '#domain/payment/seller.ts';
import { addressesOf, deliveryOnDocuments } from '#domain/order/fields/address-fields.ts';
import { withTax } from '#domain/payment/tax.ts';
import type { Order, Quote, QuoteLine, WorkBill } from '#domain/order/data/order.ts';
import { billedLines } from '#domain/order/price/work-done.ts';
import { queueInvoiceEmail } from './invoice-emails.ts';
import { currentBuyer } from './invoice-recipients.ts';
import {
  closeInvoice,
  deleteDrafts,
  type InvoiceKind,
  type InvoiceLine,
  type InvoiceRow,
  issueInvoice,
} from './invoices.ts';
import { type Buyer, buyerOf } from './subscriptions.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';

/** Invoices of orders: written and closed in the transaction that changes the order's status. */

/** Contents of invoices besides their lines. */
export interface Invoicing {
  /** Undefined while it is not set: invoices are kept as drafts. */
  seller: Seller | undefined;
  /** Tax in basis points. */
  taxBp: number;
  /** The seller's time zone, also while the seller is not set; absent: UTC. */
  timeZone?: string;
}

type InvoicedOrder = Pick<Order, 'id' | 'ownerId' | 'companyId' | 'doc'>;

/** An accepted price that is invoiced, an open invoice that is closed, or the work done that is billed instead. */
export type OrderInvoice =
  | { change: 'issued'; order: InvoicedOrder; quote: Quote }
  | { change: 'billed'; order: InvoicedOrder; quote: Quote; bill: WorkBill; by: string }
  | { change: 'paid' | 'void'; order: Pick<Order, 'id'>; by: string | null };

/** Writes what became of the invoices of orders. The streams of the orders are locked. */
export async function changeOrderInvoices(
  tx: Tx,
  changes: readonly OrderInvoice[],
  invoicing: Invoicing,
): Promise<void> {
  for (const each of changes) {
    if (each.change === 'issued') await issueFor(tx, each.order, invoicing, pricedLines(each.quote));
    else if (each.change === 'billed') await billWork(tx, each, invoicing);
    else await closeOf(tx, each);
  }
}

/** Returns the newest invoice or credit note of an order; undefined where there is none. */
export async function invoiceOfOrder(
  db: Db | Tx,
  orderId: string,
  kind: InvoiceKind = 'invoice',
): Promise<InvoiceRow | undefined> {
  return await firstRow<InvoiceRow>(db)`
    select * from invoices where order_id = ${orderId} and kind = ${kind}
     order by issued_at desc, number desc limit 1`;
}

/**
 * Bills the work done of an order that ends early: a paid invoice gets a credit note over the rest, an open one is
 * replaced. Once, because the order's stream is locked and the step ends the order.
 */
async function billWork(
  tx: Tx,
  { order, quote, bill, by }: Extract<OrderInvoice, { change: 'billed' }>,
  invoicing: Invoicing,
): Promise<void> {
  const invoice = await firstRow<InvoiceRow>(tx)`
    select * from invoices where order_id = ${order.id} and kind = 'invoice' and status <> 'void' for update`;
  if (invoice?.subtotal === bill.total) return;
  if (invoice?.status === 'paid') return await creditRest(tx, invoice, quote, bill);
  if (invoice?.status === 'draft') await deleteDrafts(tx, { orderId: order.id });
  else if (invoice !== undefined) await closeInvoice(tx, invoice.id, 'void', by);
  const lines = partialLines(quote, bill, ({ billed }) => billed);
  if (bill.total > 0) await issueFor(tx, order, invoicing, { currency: bill.currency, lines, subtotal: bill.total });
}

/** Writes a credit note over what a paid invoice has beyond the work done, so that both together are its price with tax. */
async function creditRest(tx: Tx, invoice: InvoiceRow, quote: Quote, bill: WorkBill): Promise<void> {
  const { seller, buyer, currency, tax_bp: taxBp, user_id, company_id, subscription_id, order_id } = invoice;
  const kept = withTax(bill.total, taxBp);
  const note = await issueInvoice(tx, {
    subtotal: invoice.subtotal - kept.subtotal,
    tax: invoice.tax - kept.tax,
    total: invoice.total - kept.total,
    subscription_id,
    user_id,
    company_id,
    seller,
    buyer,
    currency,
    tax_bp: taxBp,
    lines: partialLines(quote, bill, ({ line, billed }) => line.amount - billed),
    status: 'open',
    period_start: null,
    period_end: null,
    corrects: invoice.id,
    ...(order_id === null ? {} : { order_id }),
  });
  await queueInvoiceEmail(tx, 'creditNote', note);
}

type Lines = Pick<InvoiceRow, 'currency' | 'lines' | 'subtotal'>;

function pricedLines({ currency, lines, subtotal }: Quote): Lines {
  return {
    currency,
    subtotal,
    lines: lines.map(({ qty, unitPrice, amount, override, ...line }) => ({
      ...labelOf(line),
      qty,
      unit_price: unitPrice,
      amount,
      ...(override === undefined ? {} : { override: { computed: override.computed, reason: override.reason } }),
    })),
  };
}

/** Returns the lines of which a part is billed or given back, each with its amount in the accepted price. */
function partialLines(
  quote: Quote,
  bill: WorkBill,
  partOf: (line: ReturnType<typeof billedLines>[number]) => number,
): InvoiceLine[] {
  return billedLines(quote, bill).flatMap((each) => {
    const amount = partOf(each);
    const agreed = each.line.amount;
    return amount === 0 ? [] : [{ ...labelOf(each.line), qty: 1, unit_price: amount, amount, agreed }];
  });
}

function labelOf({ label, text }: Pick<QuoteLine, 'label' | 'text'>): Pick<InvoiceLine, 'label' | 'text'> {
  return text === undefined ? { label } : { label, text };
}

/** Returns to whom the invoice of an order is addressed. */
export async function buyerOfOrder(db: Db | Tx, { ownerId, companyId, doc }: InvoicedOrder): Promise<Buyer> {
  const { planName: _, ...ordered } = await buyerOf(db, ownerId);
  const buyer = companyId === null ? ordered : await currentBuyer(db, companyId, ownerId, ordered);
  const given = new Map(addressesOf(doc).map(({ key, value }) => [key, value]));
  return {
    ...buyer,
    address: given.get('billingAddress') ?? (buyer.address || (given.get('deliveryAddress') ?? '')),
    vat_id: given.get('billingTaxNumber') ?? buyer.vat_id ?? '',
    reference: given.get('poReference') ?? '',
    delivery: deliveryOnDocuments(doc),
  };
}

async function issueFor(tx: Tx, order: InvoicedOrder, invoicing: Invoicing, priced: Lines): Promise<void> {
  const { companyId } = order;
  const buyer = await buyerOfOrder(tx, order);
  const invoice = await issueInvoice(tx, {
    ...withTax(priced.subtotal, invoicing.taxBp),
    subscription_id: null,
    order_id: order.id,
    user_id: order.ownerId,
    company_id: companyId,
    seller: invoicing.seller,
    buyer,
    currency: priced.currency,
    tax_bp: invoicing.taxBp,
    lines: priced.lines,
    status: 'open',
    period_start: null,
    period_end: null,
  });
  await queueInvoiceEmail(tx, 'invoice', invoice);
}

async function closeOf(
  tx: Tx,
  { order, change, by }: Extract<OrderInvoice, { change: 'paid' | 'void' }>,
): Promise<void> {
  const rows = await rowsOf<{ id: string }>(tx)`
    select id from invoices
     where order_id = ${order.id} and status = 'open' and kind = 'invoice' for update`;
  await deleteDrafts(tx, { orderId: order.id });
  for (const { id } of rows) {
    const closed = await closeInvoice(tx, id, change, by);
    if (change === 'paid') await queueInvoiceEmail(tx, 'invoicePaid', closed);
  }
}
