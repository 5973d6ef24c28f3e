import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { invoiceById, type InvoiceRow } from '../store/invoices.ts';
import { orderById } from '../../order/store/orders.ts';
import { requireLocks } from '../../spine/work/lock-missing.ts';
import { type CommandingTx, commandWithin } from '../../spine/routes/commanding.ts';

/** Events of an order by what becomes of its invoice. */
const events = { paid: 'INVOICE_PAID', void: 'INVOICE_VOID' } as const;

/**
 * Closes the invoice of an order that waits for its payment, together with the order's status, in the caller's
 * transaction. With open credit an order does not wait: its invoice is closed alone, like that of no order.
 * @returns the closed invoice and what to call after the commit; undefined when the invoice is to be closed alone
 * @throws INVOICE_CLOSED, INVOICE_WAITS, LockMissing
 */
export async function closeOrderInvoice(
  within: CommandingTx,
  { id, status, by }: { id: string; status: keyof typeof events; by: string },
): Promise<{ invoice: InvoiceRow; announce: () => void } | undefined> {
  const { tx, held } = within;
  const orderId = (await invoiceById(tx, id))?.order_id ?? null;
  if (orderId === null) return undefined;
  requireLocks(held, `order:${orderId}`);
  const open = await invoiceById(tx, id);
  if (open?.status === 'draft') throw new Refusal('INVOICE_WAITS');
  if (open?.status !== 'open') throw new Refusal('INVOICE_CLOSED', { status: open?.status });
  if ((await orderById(tx, orderId))?.status !== 'awaiting_payment') return undefined;
  const args = { orderId, event: events[status], expectStatus: 'awaiting_payment' };
  // Users who may write invoices may do this, whatever else they may do with orders.
  const announce = await commandWithin(within, by, 'order.transition', args, 'admin');
  const invoice = requireFound(await invoiceById(tx, id));
  return { invoice, announce };
}
