import { forgetOldKeys } from '../spine/log/write-keys.ts';
import { forgetOldEvents } from './store/provider-events.ts';
import { eachApart } from '../jobs/set-aside.ts';
import { oneMonthFrom } from './store/months.ts';
import {
  changeSubscription,
  dueForRenewal,
  isRenewed,
  lockOwner,
  overdue,
  subscriptionById,
  type SubscriptionRow,
} from './store/subscriptions.ts';
import { writeInvoice, writtenToday } from './by-invoice.ts';
import type { Payments } from './payments.ts';
import { takeRights } from './subscription-rights.ts';
import type { Db, Tx } from '../database/db.ts';
import { idempotencyDays } from '../session/forget-old.ts';

/** The next invoice is issued this long before the paid period ends. */
export const renewalLeadDays = 14;

/**
 * Time-based changes of subscriptions. Rights end by time when they are read; these jobs update the rows accordingly.
 */

/** Closes expired subscriptions: trials and canceled ones end, others become past due. @returns their number */
export async function endSubscriptions({ db }: Pick<Payments, 'db'>): Promise<number> {
  const over = await overdue(db);
  return await eachApart(db, 'end_subscriptions', over, idOf, (seen) =>
    changedAlone(db, seen, async (tx, row) => {
      const ends = row.cancel_at_period_end || row.status === 'trailing';
      const closed = await changeSubscription(tx, row.id, { status: ends ? 'cancelled' : 'past_due' });
      if (ends) await takeRights(tx, closed);
    }),
  );
}

/** Writes the next invoices of subscriptions paid by invoice, once per month. @returns their number */
export async function issueRenewals({ db, settings }: Pick<Payments, 'db' | 'settings'>): Promise<number> {
  const due = await dueForRenewal(db, renewalLeadDays);
  return await eachApart(db, 'issue_renewals', due, idOf, (seen) =>
    changedAlone(db, seen, async (tx, row) => {
      // Another process has done it meanwhile.
      if (await isRenewed(tx, row.id)) return;
      const { start, end } = await oneMonthFrom(tx, row.current_period_end);
      await writeInvoice(tx, settings, await writtenToday(tx, row), { start, end });
    }),
  );
}

const idOf = ({ id }: SubscriptionRow): string => id;

/** Deletes old idempotency keys and events, which are no longer repeated. */
export async function deleteOldPayments(db: Db): Promise<number> {
  return (await forgetOldKeys(db, idempotencyDays)) + (await forgetOldEvents(db, idempotencyDays));
}

/** Changes a subscription in a transaction of its own, if it has not changed meanwhile. */
async function changedAlone(
  db: Db,
  seen: SubscriptionRow,
  change: (tx: Tx, row: SubscriptionRow) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, { userId: seen.user_id, companyId: seen.company_id });
    const row = await subscriptionById(tx, seen.id);
    const isSame =
      row?.status === seen.status && row.current_period_end?.getTime() === seen.current_period_end?.getTime();
    if (row !== undefined && isSame) await change(tx, row);
  });
}
