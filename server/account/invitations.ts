import { randomUUID } from 'node:crypto';
import { nameOfAddress, normalEmail, phoneFrom } from '#domain/account/contact.ts';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { isStaff, permissionsOf } from '#domain/account/permissions.ts';
import type { CreateUserBody } from '#domain/account/wire/company.ts';
import type { User, Role } from '#domain/account/users.ts';
import { cleanName } from '#domain/ground/text.ts';
import { admitCodeRequest, checkedEmail, problemsOfPhone, type ProvenPassword } from './accounts.ts';
import { askForInvitation } from './jobs/account-mails.ts';
import { type HashingGroups, hashPassword } from './passwords.ts';
import { companyOf, hasLicenseLeft, hasRoomFor, lockCompany, memberByEmail } from './store/companies.ts';
import {
  companyInvitedInto,
  isChallenged,
  isInvited,
  keepInvitation,
  makeInvitedAccount,
  renewInvitation,
  useInvitation,
  waitingInvitation,
  type Invitation,
} from './store/invitations.ts';
import type { Db, Tx } from '../database/db.ts';

/**
 * Invitations and their acceptance. As with sign-ups, no reply reveals whether an address has an account, except for the
 * users of the administrator's own company.
 */

/**
 * Invites a user by e-mail: administrators into their own company, staff into any or none.
 * @returns the id the account will have, and until when the e-mailed password is valid
 * @throws LICENSES_USED_UP when the company has no license left
 */
export async function invite(
  tx: Tx,
  by: User,
  body: CreateUserBody,
): Promise<{ id: string; email: string; expiresAt: string }> {
  const email = checkedEmail(body.email);
  const problems = problemsOfPhone(body.phone);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  const role = roleGiven(by, body.role);
  const companyId = isStaff(by) ? (body.company_id ?? null) : by.company_id;
  if (!isStaff(by) && companyId === null) throw new Refusal('FORBIDDEN');
  const id = randomUUID();
  const username = cleanName(body.username ?? '');
  const localPart = email.slice(0, email.indexOf('@'));
  await admitCodeRequest(tx, { end: 'invitation', email, from: by.id });
  if (companyId !== null) await takeLicense(tx, companyId, role);
  // Checked under the company's lock, so that the second of two concurrent invitations is refused.
  const isMember = companyId !== null && (await memberByEmail(tx, companyId, email)) !== undefined;
  if (isMember) throw new Refusal('INVALID', [{ path: 'email', code: 'member' }]);
  if (await isInvited(tx, companyId, email)) throw new Refusal('INVALID', [{ path: 'email', code: 'invited' }]);
  const expiresAt = await keepInvitation(tx, {
    id,
    email,
    display_name: cleanName(body.display_name ?? '') || username || nameOfAddress(email),
    username: username || localPart,
    phone: body.phone === undefined ? null : (phoneFrom(body.phone) ?? null),
    company_id: companyId,
    role,
    language: body.language ?? 'en',
    invited_by: by.id,
  });
  await askForInvitation(tx, id);
  return { id, email, expiresAt };
}

/** Sends the e-mail again with a new password. An expired invitation takes a license again. */
export async function inviteAgain(tx: Tx, by: User, companyId: number, id: string): Promise<void> {
  const found = requireFound(await waitingInvitation(tx, companyId, id));
  await admitCodeRequest(tx, { end: 'invitation', email: found.email, from: by.id });
  const hasLicense = await hasLicenseLeft(tx, companyId);
  // It may have been accepted while we waited for the company's lock.
  const now = requireFound(await waitingInvitation(tx, companyId, id));
  if (!now.isOpen && !hasLicense) throw new Refusal('LICENSES_USED_UP');
  await renewInvitation(tx, id);
  await askForInvitation(tx, id);
}

/**
 * Sets the invited user's own password (checked before), which creates the account.
 * @param shown.whose group of the caller in the queue for hashing
 * @param shown.session session of the challenge that followed the e-mailed password
 * @returns the account and its new password
 * @throws LICENSES_USED_UP when the company's plan has become too small; the invitation stays
 */
export async function acceptInvitation(
  db: Db,
  shown: { email: string; session: string; newPassword: string; whose: HashingGroups },
  questionLimit: number,
): Promise<ProvenPassword> {
  const email = normalEmail(shown.email);
  if (!(await isChallenged(db, email, shown.session))) throw new Refusal('TOKEN_INVALID');
  const hash = await hashPassword(shown.newPassword, shown.whose);
  return await db.transaction().execute(async (tx) => {
    const companyId = await companyInvitedInto(tx, email, shown.session);
    // Locks the company before the invitation, the same order as everywhere.
    if (companyId !== null) await lockCompany(tx, companyId);
    const invitation = await useInvitation(tx, email, shown.session);
    if (invitation !== undefined) await refuseWithoutLicense(tx, invitation);
    const isMade = invitation !== undefined && (await makeInvitedAccount(tx, invitation, hash, questionLimit));
    if (!isMade) throw new Refusal('TOKEN_INVALID');
    return { userId: invitation.id, passwordHash: hash };
  });
}

/** Returns the role of an invited user. An administrator's choice is limited. */
function roleGiven(by: User, wanted: Role = 'USER'): Role {
  if (!isStaff(by)) return 'USER';
  const isForStaff = wanted === 'EXPERT' || wanted === 'CHATBOT';
  const may = wanted === 'CHATBOT' ? by.role === 'CHATBOT' : permissionsOf(by).includes('experts.manage');
  if (isForStaff && !may) throw new Refusal('FORBIDDEN');
  return wanted;
}

async function refuseWithoutLicense(tx: Tx, { company_id: companyId, role }: Invitation): Promise<void> {
  if (companyId === null || !needsLicense(role) || (await hasRoomFor(tx, companyId))) return;
  throw new Refusal(
    'LICENSES_USED_UP',
    undefined,
    'All licenses of the company that invited you are used. Ask its administrator for one, then sign in again.',
  );
}

function needsLicense(role: Role): boolean {
  return role === 'USER' || role === 'COMPANY_ADMIN';
}

/** Reserves a license of the company for the invitation; staff need none. */
async function takeLicense(tx: Tx, companyId: number, role: Role): Promise<void> {
  const hasLicense = await hasLicenseLeft(tx, companyId);
  if ((await companyOf(tx, companyId)) === undefined) throw new Refusal('NOT_FOUND');
  if (needsLicense(role) && !hasLicense) throw new Refusal('LICENSES_USED_UP');
}
