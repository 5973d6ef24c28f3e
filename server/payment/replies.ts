import type { InvoiceReply, SubscriptionReply } from '#domain/payment/wire/payments.ts';
import { day } from '#domain/ground/calendar-day.ts';
import { withTax } from '#domain/payment/tax.ts';
import type { InvoiceRow } from './store/invoices.ts';
import type { SubscriptionRow } from './store/subscriptions.ts';

/** Converts rows to the replies of the API. */

/** Returns a subscription as the API replies with it. */
export function subscriptionReplyOf(row: SubscriptionRow): SubscriptionReply {
  return {
    id: row.id,
    plan: { name: row.plan_name },
    billing_type: row.billing_type,
    payment: row.provider === 'stripe' ? 'card' : 'invoice',
    status: row.status,
    currency: row.currency,
    price: row.subtotal,
    total: withTax(row.subtotal, row.tax_bp).total,
    licenses: row.licenses,
    current_period_end: momentOf(row.current_period_end),
    cancel_at_period_end: row.cancel_at_period_end,
    created_at: row.created_at.toISOString(),
  };
}

/** Returns an invoice as the API replies with it. */
export function invoiceReplyOf(row: InvoiceRow): InvoiceReply {
  return {
    id: row.id,
    kind: row.kind,
    number: row.number ?? '',
    company: row.buyer.company || row.buyer.name,
    email: row.buyer.email,
    amount: row.total,
    subtotal: row.subtotal,
    tax: row.tax,
    currency: row.currency,
    status: row.status,
    issued_at: row.issued_at.toISOString(),
    due_at: row.due_at.toISOString(),
    issued_on: day(row.issued_at, row.seller.timeZone),
    due_on: day(row.due_at, row.seller.timeZone),
    paid_at: momentOf(row.paid_at),
    pdf_url: `/api/v1/subscriptions/invoices/${row.id}/pdf`,
    subscription_id: row.subscription_id,
    ...(row.order_id === null ? {} : { order_id: row.order_id }),
  };
}

function momentOf(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
