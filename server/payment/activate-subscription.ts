import { askToEndAtProvider } from './provider-calls.ts';
import { giveInvoicesToCompany, voidOpenInvoices } from './store/invoices.ts';
import {
  changeSubscription,
  currentOf,
  foundCompany,
  setLicenses,
  type SubscriptionChange,
  type SubscriptionRow,
} from './store/subscriptions.ts';
import { actorOf } from '../session/users.ts';
import { giveRights } from './subscription-rights.ts';
import type { Tx } from '../database/db.ts';

/** Effects of a payment: ends the previous subscription, creates a named company, and grants the rights. */

/**
 * Activates or extends a subscription. The caller holds the owner's lock.
 * @param change its new status, and the end of the paid time
 */
export async function activate(
  tx: Tx,
  subscription: SubscriptionRow,
  change: SubscriptionChange & { status: 'active' | 'trailing' | 'past_due'; current_period_end: Date | null },
): Promise<SubscriptionRow> {
  const { user_id: userId, company_id: companyId } = subscription;
  const { running } = await currentOf(tx, { userId, companyId });
  if (running !== undefined && running.id !== subscription.id) await end(tx, running);
  const founded = await companyFor(tx, subscription);
  if (founded !== null) await giveInvoicesToCompany(tx, subscription.id, founded);
  const row = await changeSubscription(tx, subscription.id, {
    ...change,
    // A paid plan is the owner's own, not given.
    given: false,
    ...(founded === null ? {} : { company_id: founded }),
  });
  // An extension keeps the license limit, which may have been raised for this company.
  const starts = subscription.status === 'pending';
  if (starts && row.company_id !== null) await setLicenses(tx, row.company_id, row.licenses);
  await giveRights(tx, row);
  return row;
}

/** Ends a subscription and its unpaid invoices. The rights stay, for the subscription that replaces it. */
export async function end(tx: Tx, subscription: SubscriptionRow, by: string | null = null): Promise<SubscriptionRow> {
  await voidOpenInvoices(tx, subscription.id, by);
  if (subscription.provider_ref !== null) await askToEndAtProvider(tx, subscription.provider_ref);
  return await changeSubscription(tx, subscription.id, { status: 'cancelled' });
}

/** Creates the company named in an order for several users, if the buyer has none. */
async function companyFor(tx: Tx, subscription: SubscriptionRow): Promise<number | null> {
  const { company_id: companyId, user_id: userId, buyer, licenses, status } = subscription;
  if (companyId !== null || licenses < 2 || buyer.company === '' || status !== 'pending') return null;
  const user = await actorOf(tx, userId);
  if (user === undefined || user.company_id !== null || user.role !== 'USER') return null;
  return await foundCompany(tx, userId, buyer);
}
