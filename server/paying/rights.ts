import { serverLimits } from '#domain/server-limits.ts';
import type { Tx } from '../store/system/database.ts';
import {
  companyOfUser,
  currentOf,
  endRights,
  lockOwner,
  ownOnesIn,
  writeRights,
  type SubscriptionRow,
} from '../store/paying/subscriptions.ts';

/** The rights of a subscription, given to its people and taken from them again. */

/** Writes the rights of a subscription that runs. @param only to this one of its people */
export async function giveRights(tx: Tx, row: SubscriptionRow, only?: string): Promise<void> {
  await writeRights(tx, row, withGrace(row), only);
}

/**
 * Ends the rights of a subscription that is over, and written as such. Who has another one besides goes on with that: the
 * company's after their own, their own after the company's.
 */
export async function takeRights(tx: Tx, ended: SubscriptionRow): Promise<void> {
  const { user_id: userId, company_id: companyId } = ended;
  if (companyId !== null) {
    await endRights(tx, ended);
    for (const own of await ownOnesIn(tx, companyId)) await giveRights(tx, own);
    return;
  }
  const company = await companyOfUser(tx, userId);
  const owner = { userId, companyId: company };
  // The company's own end waits, or is seen here.
  if (company !== null) await lockOwner(tx, owner);
  await endRights(tx, ended);
  const { running } = company === null ? { running: undefined } : await currentOf(tx, owner);
  if (running !== undefined) await giveRights(tx, running, userId);
}

/** A provider renews by itself and tells of it some hours later: until then nobody is shut out. */
function withGrace({ provider_ref: ref, current_period_end: until, ...row }: SubscriptionRow): Date | null {
  if (ref === null || until === null || row.status !== 'active' || row.cancel_at_period_end) return until;
  return new Date(until.getTime() + serverLimits.renewalGraceMs);
}
