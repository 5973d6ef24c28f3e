import { planNamed } from '#domain/account/plans-and-prices.ts';
import { withTax } from '#domain/payment/tax.ts';
import type { PaymentSettings } from '../ground/config.ts';
import { queueInvoiceEmail } from './store/invoice-emails.ts';
import { currentBuyer } from './store/invoice-recipients.ts';
import { issueInvoice, type InvoiceRow, type NewInvoice } from './store/invoices.ts';
import type { SubscriptionRow } from './store/subscriptions.ts';
import type { Provider } from './payments.ts';
import type { Tx } from '../database/db.ts';

/** Payment by bank transfer: an invoice is written and e-mailed, and staff record the payment. */
export function byInvoice(settings: PaymentSettings): Provider {
  return {
    begin: (tx, subscription) => writeInvoice(tx, settings, subscription, null),
    checkout: async () => null,
    // Nothing is charged automatically, so there is no provider to notify.
    renew: async () => undefined,
    endNow: async () => undefined,
  };
}

/**
 * Writes the invoice for one interval of a subscription and queues its e-mail.
 * @param period its time; null: from its payment on
 */
export async function writeInvoice(
  tx: Tx,
  settings: PaymentSettings,
  subscription: SubscriptionRow,
  period: { start: Date; end: Date } | null,
): Promise<InvoiceRow> {
  const invoice = await issueInvoice(tx, {
    ...invoiceFor(settings, subscription),
    status: 'open',
    period_start: period?.start ?? null,
    period_end: period?.end ?? null,
  });
  await queueInvoiceEmail(tx, 'invoice', invoice);
  return invoice;
}

/** Returns the subscription with its current payer: in a company that may no longer be who ordered it. */
export async function writtenToday(tx: Tx, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { company_id: companyId, user_id: userId, buyer } = row;
  return companyId === null ? row : { ...row, buyer: await currentBuyer(tx, companyId, userId, buyer) };
}

/** Returns the common content of a subscription's invoices. */
export function invoiceFor(
  settings: PaymentSettings,
  subscription: SubscriptionRow,
): Omit<NewInvoice, 'status' | 'period_start' | 'period_end'> {
  const { id, user_id, company_id, buyer, currency, subtotal, tax_bp, plan_name } = subscription;
  const name = planNamed(plan_name)?.name ?? plan_name;
  return {
    ...withTax(subtotal, tax_bp),
    subscription_id: id,
    user_id,
    company_id,
    seller: settings.seller,
    buyer,
    currency,
    tax_bp,
    lines: [{ label: `${name}, one month`, plan: name, qty: 1, unit_price: subtotal, amount: subtotal }],
  };
}
