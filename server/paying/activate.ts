import { askToEndAtProvider } from './provider-calls.ts';
import type { Tx } from '../store/system/database.ts';
import { giveInvoicesToCompany, voidOpenInvoices } from '../store/paying/invoices.ts';
import {
  changeSubscription,
  currentOf,
  foundCompany,
  setLicenses,
  type Change,
  type SubscriptionRow,
} from '../store/paying/subscriptions.ts';
import { actorOf } from '../store/people/people.ts';
import { giveRights } from './rights.ts';

/** What follows from a payment: what ran before ends, a company is founded where one was named, and the rights are written. */

/**
 * Makes a subscription run, or run on. The caller holds the owner's lock.
 * @param change its new status, and until when it is paid for
 */
export async function activate(
  tx: Tx,
  subscription: SubscriptionRow,
  change: Change & { status: 'active' | 'trailing' | 'past_due'; current_period_end: Date | null },
): Promise<SubscriptionRow> {
  const { user_id: userId, company_id: companyId } = subscription;
  const { running } = await currentOf(tx, { userId, companyId });
  if (running !== undefined && running.id !== subscription.id) await end(tx, running);
  const founded = await companyFor(tx, subscription);
  if (founded !== null) await giveInvoicesToCompany(tx, subscription.id, founded);
  const row = await changeSubscription(tx, subscription.id, {
    ...change,
    // What is paid for is one's own.
    given: false,
    ...(founded === null ? {} : { company_id: founded }),
  });
  // A plan that runs on leaves the limit as it is: it may have been raised for this company.
  const starts = subscription.status === 'pending';
  if (starts && row.company_id !== null) await setLicenses(tx, row.company_id, row.licenses);
  await giveRights(tx, row);
  return row;
}

/** Ends a subscription and what waits for it; the rights stay as they are, for the one that takes its place. */
export async function end(tx: Tx, subscription: SubscriptionRow, by: string | null = null): Promise<SubscriptionRow> {
  await voidOpenInvoices(tx, subscription.id, by);
  if (subscription.provider_ref !== null) await askToEndAtProvider(tx, subscription.provider_ref);
  return await changeSubscription(tx, subscription.id, { status: 'cancelled' });
}

/** A plan for several people, bought for a named company by somebody without one, founds it. */
async function companyFor(tx: Tx, subscription: SubscriptionRow): Promise<number | null> {
  const { company_id: companyId, user_id: userId, buyer, licenses, status } = subscription;
  if (companyId !== null || licenses < 2 || buyer.company === '' || status !== 'pending') return null;
  const person = await actorOf(tx, userId);
  if (person === undefined || person.company_id !== null || person.role !== 'USER') return null;
  return await foundCompany(tx, userId, buyer);
}
