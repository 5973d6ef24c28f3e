import {
  companyOfUser,
  currentOf,
  endRights,
  lockOwner,
  ownOnesIn,
  writeRights,
  type SubscriptionRow,
} from './store/subscriptions.ts';
import type { Tx } from '../database/db.ts';
import { DAY } from '#domain/ground/units.ts';

/** Time for which rights last beyond the paid period while the payment provider renews it. */
const renewalGraceMs = 1 * DAY;

/** Grants and revokes the rights of a subscription. */

/** Grants the rights of an active subscription. @param only to this user only */
export async function giveRights(tx: Tx, row: SubscriptionRow, only?: string): Promise<void> {
  await writeRights(tx, row, withGrace(row), only);
}

/**
 * Revokes the rights of an ended subscription, unless another active one of the user or the company grants them.
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
  // With the lock, a concurrent end of the company's subscription either waits or is visible here.
  if (company !== null) await lockOwner(tx, owner);
  await endRights(tx, ended);
  const { running } = company === null ? { running: undefined } : await currentOf(tx, owner);
  if (running !== undefined) await giveRights(tx, running, userId);
}

/** Adds a grace period: the provider renews automatically and reports that some hours later. */
function withGrace({ provider_ref: ref, current_period_end: until, ...row }: SubscriptionRow): Date | null {
  if (ref === null || until === null || row.status !== 'active' || row.cancel_at_period_end) return until;
  return new Date(until.getTime() + renewalGraceMs);
}
