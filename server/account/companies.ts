import { isEmail, normalEmail } from '#domain/account/contact.ts';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import type { CompanyBody, CompanyRole } from '#domain/account/wire/company.ts';
import { cleanTaxNumber, problemWithTaxNumber } from '#domain/account/tax-number.ts';
import type { User } from '#domain/account/users.ts';
import { cleanLines, cleanName } from '#domain/ground/text.ts';
import { queueEmail } from './jobs/account-mails.ts';
import { end } from '../payment/activate-subscription.ts';
import { giveRights } from '../payment/subscription-rights.ts';
import {
  leaveCompany,
  lockCompany,
  memberWith,
  otherAdmins,
  setCompanyRole,
  updateCompany,
} from './store/companies.ts';
import { currentOf, isPaidFor, lockOwner } from '../payment/store/subscriptions.ts';
import type { Tx } from '../database/db.ts';

/** Actions of a company's administrators. */

/**
 * Returns the company of a call: the named one for staff, for others their own.
 * @throws NOT_FOUND for another company, the same as for a missing one
 */
export function companyMeant(user: User, named: number | undefined): number {
  const id = named ?? user.company_id;
  if (id === null || (!isStaff(user) && id !== user.company_id)) throw new Refusal('NOT_FOUND');
  return id;
}

/** Changes the company's data. Only staff may change the license limit. */
export async function writeCompany(tx: Tx, by: User, id: number, body: CompanyBody): Promise<void> {
  const name = cleanName(body.company_name);
  if (name === '') throw new Refusal('INVALID', [{ path: 'company_name', code: 'required' }]);
  const contactEmail = normalEmail(body.company_contact_email ?? '');
  if (contactEmail !== '' && !isEmail(contactEmail)) {
    throw new Refusal('INVALID', [{ path: 'company_contact_email', code: 'email' }]);
  }
  const problem = problemWithTaxNumber(body.company_vat_id ?? '');
  if (problem !== undefined) throw new Refusal('INVALID', [{ path: 'company_vat_id', code: problem }]);
  const written = await updateCompany(tx, id, {
    name,
    contactEmail: contactEmail || null,
    address: cleanLines(body.company_address ?? '') || null,
    // A client that does not know the number leaves it as it is.
    vatId: body.company_vat_id === undefined ? undefined : cleanTaxNumber(body.company_vat_id ?? '') || null,
    licenseLimit: isStaff(by) ? (body.company_license_limit ?? null) : null,
  });
  if (!written) throw new Refusal('NOT_FOUND');
}

/**
 * Removes a user from the company. They lose the rights of its plan at once; their content, their account and a plan of
 * their own stay. Users cannot remove themselves or the last administrator.
 */
export async function removeFromCompany(tx: Tx, by: User, companyId: number, userId: string): Promise<void> {
  if (userId === by.id) throw new Refusal('INVALID', [{ path: 'id', code: 'self' }]);
  // Locked, so that their own subscription does not change meanwhile.
  await lockOwner(tx, { userId, companyId: null });
  // Without the lock, two administrators could remove each other at the same time.
  await lockCompany(tx, companyId);
  const member = requireFound(await memberWith(tx, companyId, userId));
  if (member.role === 'COMPANY_ADMIN') await refuseLastAdmin(tx, companyId, userId);
  if (!(await leaveCompany(tx, companyId, userId))) throw new Refusal('NOT_FOUND');
  await keepWhatIsPaidFor(tx, userId, by);
  await queueEmail(tx, 'leftCompany', userId);
}

/**
 * Makes a user of the company an administrator of it, or an administrator a user, oneself too. One administrator always
 * stays.
 */
export async function changeRole(tx: Tx, companyId: number, userId: string, role: CompanyRole): Promise<void> {
  // Locked in the same order as for a removal.
  await lockOwner(tx, { userId, companyId: null });
  await lockCompany(tx, companyId);
  const member = requireFound(await memberWith(tx, companyId, userId));
  if (member.role === role) return;
  if (role === 'USER') await refuseLastAdmin(tx, companyId, userId);
  else await refuseOwnPlan(tx, userId);
  await setCompanyRole(tx, companyId, userId, role);
}

async function refuseLastAdmin(tx: Tx, companyId: number, userId: string): Promise<void> {
  if ((await otherAdmins(tx, companyId, userId)) > 0) return;
  throw new Refusal('INVALID', [{ path: 'id', code: 'lastAdmin' }]);
}

/** An administrator manages the company's plan only: a plan of their own could not be cancelled any more. */
async function refuseOwnPlan(tx: Tx, userId: string): Promise<void> {
  const { running, pending } = await currentOf(tx, { userId, companyId: null });
  if (running !== undefined || pending !== undefined) throw new Refusal('INVALID', [{ path: 'id', code: 'ownPlan' }]);
}

/** Keeps a plan the user has paid for. A plan they were given as a member, or a trial, ends. */
async function keepWhatIsPaidFor(tx: Tx, userId: string, by: User): Promise<void> {
  const { running: own } = await currentOf(tx, { userId, companyId: null });
  if (own === undefined) return;
  if (await isPaidFor(tx, own)) await giveRights(tx, own);
  else await end(tx, own, by.id);
}
