import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { queueInvoiceEmail } from './store/invoice-emails.ts';
import { closeInvoice, invoiceById, invoiceForChange, type InvoiceRow } from './store/invoices.ts';
import { oneMonthFrom } from './store/months.ts';
import { lockOwner, subscriptionById, type SubscriptionRow } from './store/subscriptions.ts';
import { activate, end } from './activate-subscription.ts';
import type { Tx } from '../database/db.ts';

/** Closes invoices: each is paid or voided once, and the subscription changes in the same transaction. */

/** Records the payment of an open invoice and activates its subscription, or the transfer of a credit note. @throws NOT_FOUND, INVOICE_CLOSED, INVOICE_WAITS */
export async function markPaid(tx: Tx, id: string, by: string): Promise<InvoiceRow> {
  const { invoice, subscription } = await openInvoice(tx, id);
  const paid = await closeInvoice(tx, id, 'paid', by);
  if (subscription !== undefined) {
    const until = await paidUntil(tx, invoice);
    await activate(tx, subscription, {
      status: 'active',
      current_period_end: until,
      cancel_at_period_end: false,
    });
  }
  await queueInvoiceEmail(tx, paid.kind === 'credit_note' ? 'creditNotePaid' : 'invoicePaid', paid);
  return paid;
}

/**
 * Voids an open invoice; a subscription that waits for it ends. A credit note is not voided: its money is owed.
 * @throws NOT_FOUND, INVOICE_CLOSED, INVOICE_WAITS, INVALID
 */
export async function makeVoid(tx: Tx, id: string, by: string): Promise<InvoiceRow> {
  const { invoice, subscription } = await openInvoice(tx, id);
  if (invoice.kind === 'credit_note') throw new Refusal('INVALID', [{ path: 'id', code: 'CREDIT_NOTE' }]);
  const closed = await closeInvoice(tx, id, 'void', by);
  if (subscription?.status === 'pending') await end(tx, subscription, by);
  return closed;
}

/** Reads an open invoice and its subscription under the owner's lock, which is always taken first. */
async function openInvoice(
  tx: Tx,
  id: string,
): Promise<{ invoice: InvoiceRow; subscription: SubscriptionRow | undefined }> {
  const seen = requireFound(await invoiceById(tx, id));
  await lockOwner(tx, { userId: seen.user_id, companyId: seen.company_id });
  const invoice = await invoiceForChange(tx, id);
  if (invoice?.status === 'draft') throw new Refusal('INVOICE_WAITS');
  if (invoice?.status !== 'open') throw new Refusal('INVOICE_CLOSED', { status: invoice?.status });
  const subscription =
    invoice.subscription_id === null ? undefined : await subscriptionById(tx, invoice.subscription_id);
  return { invoice, subscription };
}

/**
 * Returns the end of the paid time. A first invoice counts from its payment, a later one from the previous period
 * unless that ended long ago.
 */
async function paidUntil(tx: Tx, { period_end: planned }: InvoiceRow): Promise<Date> {
  const { end: fromNow, now } = await oneMonthFrom(tx, null);
  return planned !== null && planned > now ? planned : fromNow;
}
