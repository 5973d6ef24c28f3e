import { isEmail, normalEmail } from '#domain/contact.ts';
import { Refusal } from '#domain/errors.ts';
import { isStaff } from '#domain/permissions.ts';
import type { CompanyBody } from '#domain/protocol/company.ts';
import type { Person } from '#domain/users.ts';
import { cleanLines, cleanName } from '#domain/text.ts';
import { askForLetter } from '../mail/mails.ts';
import { end } from '../paying/activate.ts';
import { giveRights } from '../paying/rights.ts';
import { leaveCompany, lockCompany, memberWith, otherAdmins, updateCompany } from '../store/people/companies.ts';
import { currentOf, isPaidFor, lockOwner } from '../store/paying/subscriptions.ts';
import type { Tx } from '../store/system/database.ts';

/** What a company's administrators do with it and its people. */

/**
 * Which company a call is about: the one staff name, for everybody else their own.
 * @throws NOT_FOUND for a foreign one as for one that does not exist
 */
export function companyMeant(person: Person, named: number | undefined): number {
  const id = named ?? person.company_id;
  if (id === null || (!isStaff(person) && id !== person.company_id)) throw new Refusal('NOT_FOUND');
  return id;
}

/** Writes the company's data; the license limit is changed by staff alone. */
export async function writeCompany(tx: Tx, by: Person, id: number, body: CompanyBody): Promise<void> {
  const name = cleanName(body.company_name);
  if (name === '') throw new Refusal('INVALID', [{ path: 'company_name', code: 'required' }]);
  const contactEmail = normalEmail(body.company_contact_email ?? '');
  if (contactEmail !== '' && !isEmail(contactEmail)) {
    throw new Refusal('INVALID', [{ path: 'company_contact_email', code: 'email' }]);
  }
  const written = await updateCompany(tx, id, {
    name,
    contactEmail: contactEmail || null,
    address: cleanLines(body.company_address ?? '') || null,
    licenseLimit: isStaff(by) ? (body.company_license_limit ?? null) : null,
  });
  if (!written) throw new Refusal('NOT_FOUND');
}

/**
 * Removes somebody from the company. What its plan opened to them closes at once; what they did stays, and so do the
 * account and a plan they pay for themselves. Nobody removes themselves or the last administrator.
 */
export async function removeFromCompany(tx: Tx, by: Person, companyId: number, userId: string): Promise<void> {
  if (userId === by.id) throw new Refusal('INVALID', [{ path: 'id', code: 'self' }]);
  // What they have of their own stays as it is read here.
  await lockOwner(tx, { userId, companyId: null });
  // Or two administrators could remove each other at the same moment.
  await lockCompany(tx, companyId);
  const member = await memberWith(tx, companyId, userId);
  if (member === undefined) throw new Refusal('NOT_FOUND');
  const isLastAdmin = member.role === 'COMPANY_ADMIN' && (await otherAdmins(tx, companyId, userId)) === 0;
  if (isLastAdmin) throw new Refusal('INVALID', [{ path: 'id', code: 'lastAdmin' }]);
  if (!(await leaveCompany(tx, companyId, userId))) throw new Refusal('NOT_FOUND');
  await keepWhatIsPaidFor(tx, userId, by);
  await askForLetter(tx, 'leftCompany', userId);
}

/** Of their own plans who leaves keeps what they paid for. One that was given to a member, by hand or to try, ends with that. */
async function keepWhatIsPaidFor(tx: Tx, userId: string, by: Person): Promise<void> {
  const { running: own } = await currentOf(tx, { userId, companyId: null });
  if (own === undefined) return;
  if (await isPaidFor(tx, own)) await giveRights(tx, own);
  else await end(tx, own, by.id);
}
