import { isStaff } from '#domain/permissions.ts';
import { Refusal } from '#domain/errors.ts';
import { normalEmail } from '#domain/contact.ts';
import type { DeletionReply } from '#domain/protocol/rest.ts';
import type { Me, Person } from '#domain/users.ts';
import { askForLetter } from '../mail/mails.ts';
import { endWithTime } from '../paying/cancel.ts';
import { end } from '../paying/activate.ts';
import { knownAs, passwordMatches } from './passwords.ts';
import { accountOf } from '../store/people/accounts.ts';
import { lockCompany, otherAdmins, othersIn } from '../store/people/companies.ts';
import type { Db, Tx } from '../store/system/database.ts';
import { deletionDue, dropDeletion, lockDeletion, setDeletion } from '../store/people/deletion.ts';
import { currentOf, lockOwner, type Owner } from '../store/paying/subscriptions.ts';

/** The wish to have one's account deleted, and taking it back. What happens then: `jobs/deletions.ts`. */

/**
 * Refuses whoever does not show that the account is theirs: by its password, or by its address where it has none.
 * @throws INVALID with the field that does not fit
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

/** Whether and when an account is deleted, and what its owner shows to ask for it. */
export async function deletionOf(db: Db | Tx, { id, email }: Pick<Me, 'id' | 'email'>): Promise<DeletionReply> {
  const hasPassword = ((await accountOf(db, email))?.password_hash ?? null) !== null;
  return { deletion_due_at: await deletionDue(db, id), proof: hasPassword ? 'password' : 'email' };
}

/**
 * Has this account deleted after the days of grace, and their plan end with its time. Asked for again, the day stays.
 * @throws FORBIDDEN for staff, LAST_ADMIN for the only administrator of a company with other people
 */
export async function askForDeletion(tx: Tx, person: Person): Promise<void> {
  if (isStaff(person)) throw new Refusal('FORBIDDEN');
  const { id: userId, company_id: companyId } = person;
  await lockOwner(tx, { userId, companyId: null });
  const isAlone = companyId !== null && person.role === 'COMPANY_ADMIN' && (await isAloneIn(tx, companyId, userId));
  if ((await lockDeletion(tx, userId)) !== null) return;
  await endPlan(tx, { userId, companyId: null }, userId);
  if (isAlone) await endPlan(tx, { userId, companyId }, userId);
  await setDeletion(tx, userId);
  await askForLetter(tx, 'deletionAsked', userId);
}

/** The account stays as it is. Its plan still ends with its time: its owner may order one again. */
export async function keepAccount(tx: Tx, { id }: Pick<Me, 'id'>): Promise<void> {
  if (await dropDeletion(tx, id)) await askForLetter(tx, 'deletionTakenBack', id);
}

/** Whether an administrator is the only one in the company. @throws LAST_ADMIN where others would be left without one */
async function isAloneIn(tx: Tx, companyId: number, userId: string): Promise<boolean> {
  await lockOwner(tx, { userId, companyId });
  // Of two administrators at the same moment one is the last.
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
