import { isStaff } from '#domain/account/permissions.ts';
import type { CurrentReply } from '#domain/payment/wire/payments.ts';
import type { User } from '#domain/account/users.ts';
import { hasHadOne, type SubscriptionRow } from './store/subscriptions.ts';
import { ownerOf } from './owner.ts';
import type { Db, Tx } from '../database/db.ts';

/** Returns why this user cannot start a trial, or null if they can. */
export async function whyNoTrial(
  db: Db | Tx,
  user: User,
  running: SubscriptionRow | undefined,
): Promise<NonNullable<CurrentReply['trial_refused']> | null> {
  // Staff have all rights; a trial would only take the assistant from them.
  if (isStaff(user)) return 'staff';
  if (running !== undefined) return 'has_plan';
  return (await hasHadOne(db, ownerOf(user))) ? 'used' : null;
}
