import { isStaff } from '#domain/account/permissions.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { normalEmail } from '#domain/account/contact.ts';
import type { DeletionReply } from '#domain/account/wire/accounts.ts';
import type { Me, User } from '#domain/account/users.ts';
import { queueEmail } from './jobs/account-mails.ts';
import { endWithTime } from '../payment/cancel.ts';
import { end } from '../payment/activate-subscription.ts';
import { knownAs, passwordMatches } from './passwords.ts';
import { accountOf } from './store/accounts.ts';
import { lockCompany, otherAdmins, othersIn } from './store/companies.ts';
import { deletionDue, dropDeletion, lockDeletion, setDeletion } from './store/deletion.ts';
import { isLiveSession } from '../session/sessions.ts';
import { currentOf, lockOwner, type Owner } from '../payment/store/subscriptions.ts';
import type { Db, Tx } from '../database/db.ts';

/** Requests and cancels the deletion of an account. `jobs/deletions.ts` carries it out. */

/**
 * Verifies the owner of an account by its password, or by its e-mail address if it has no password.
 * @throws INVALID with the wrong field
 */
export async function proveOwner(
  db: Db,
  { email, sessionId }: { email: string; sessionId: string },
  shown: { password?: string | undefined; email?: string | undefined },
): Promise<void> {
  const stored = (await accountOf(db, email))?.password_hash ?? undefined;
  if (stored === undefined) {
    if (normalEmail(shown.email ?? '') === normalEmail(email)) return;
    throw new Refusal('INVALID', [{ path: 'email', code: 'wrong' }]);
  }
  const right = await passwordMatches(stored, shown.password ?? '', knownAs(`session ${sessionId}`));
  if (!right) throw new Refusal('INVALID', [{ path: 'password', code: 'wrong' }]);
}

/** Returns whether and when an account will be deleted, and what its owner must enter to request it. */
export async function deletionOf(db: Db | Tx, { id, email }: Pick<Me, 'id' | 'email'>): Promise<DeletionReply> {
  const hasPassword = ((await accountOf(db, email))?.password_hash ?? null) !== null;
  return { deletion_due_at: await deletionDue(db, id), proof: hasPassword ? 'password' : 'email' };
}

/**
 * Schedules the deletion after the grace period, and ends the plan with its paid time. A repeat keeps the day.
 * @throws UNAUTHORIZED when the session has ended, FORBIDDEN for staff, LAST_ADMIN for the only administrator of a company with other users
 */
export async function askForDeletion(tx: Tx, user: User, sessionId: string): Promise<void> {
  if (isStaff(user)) throw new Refusal('FORBIDDEN');
  const { id: userId, company_id: companyId } = user;
  await lockOwner(tx, { userId, companyId: null });
  const isAlone = companyId !== null && user.role === 'COMPANY_ADMIN' && (await isAloneIn(tx, companyId, userId));
  const due = await lockDeletion(tx, userId);
  // The owner may have ended the session while the password was checked.
  if (!(await isLiveSession(tx, sessionId))) throw new Refusal('UNAUTHORIZED');
  if (due !== null) return;
  await endPlan(tx, { userId, companyId: null }, userId);
  if (isAlone) await endPlan(tx, { userId, companyId }, userId);
  await setDeletion(tx, userId);
  await queueEmail(tx, 'deletionAsked', userId);
}

/** Cancels the deletion. The plan still ends with its paid time; its owner may order it again. */
export async function keepAccount(tx: Tx, { id }: Pick<Me, 'id'>): Promise<void> {
  if (await dropDeletion(tx, id)) await queueEmail(tx, 'deletionTakenBack', id);
}

/**
 * Whether the user is alone in the company.
 * @throws LAST_ADMIN when other users would be left without an administrator
 */
async function isAloneIn(tx: Tx, companyId: number, userId: string): Promise<boolean> {
  await lockOwner(tx, { userId, companyId });
  // Locked, because two administrators may leave at the same time.
  await lockCompany(tx, companyId);
  if ((await othersIn(tx, companyId, userId)) === 0) return true;
  if ((await otherAdmins(tx, companyId, userId)) === 0) throw new Refusal('LAST_ADMIN');
  return false;
}

async function endPlan(tx: Tx, owner: Owner, by: string): Promise<void> {
  const { running, pending } = await currentOf(tx, owner);
  if (pending !== undefined) await end(tx, pending, by);
  if (running !== undefined) await endWithTime(tx, running, by);
}
