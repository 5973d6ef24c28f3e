import { sql } from 'kysely';
import { spellingsOf } from '#domain/account/contact.ts';
import type { CompanyReply, CompanyRole, CompanyUsersReply } from '#domain/account/wire/company.ts';
import { searchWords } from '#domain/ground/text-search.ts';
import { asWire } from '../../database/moments.ts';
import { changeRights } from '../../session/rights.ts';
import { countWritten, type Db, firstRow, firstValue, type Tx } from '../../database/db.ts';
import { type Page, readPage } from '../../database/page.ts';
import { isActive } from '../../session/active-users.ts';
import { byLetters, hasAllWords } from '../../database/text-search.ts';

/** Companies, their users, and the licenses these take. */

/** Returns a company with its license usage, as its users see it. */
export async function companyOf(db: Db | Tx, id: number): Promise<CompanyReply | undefined> {
  return await firstRow<CompanyReply>(db)`
    select c.id, c.name as company_name, c.contact_email as company_contact_email, c.address as company_address,
           c.vat_id as company_vat_id,
           c.license_limit as company_license_limit, ${licensesUsed(id)} as licenses_used
      from companies c where c.id = ${id}`;
}

/** Updates a company's profile. @returns false when there is no such company */
export async function updateCompany(
  tx: Tx,
  id: number,
  about: {
    name: string;
    contactEmail: string | null;
    address: string | null;
    /** Undefined: stays as it is. */
    vatId: string | null | undefined;
    licenseLimit: number | null;
  },
): Promise<boolean> {
  return (
    (await countWritten(tx)`update companies
      set name = ${about.name}, contact_email = ${about.contactEmail}, address = ${about.address},
          vat_id = ${about.vatId === undefined ? sql`vat_id` : about.vatId},
          license_limit = coalesce(${about.licenseLimit}::integer, license_limit)
    where id = ${id}`) === 1
  );
}

/** Locks the membership of this company until the end of the transaction. */
export async function lockCompany(tx: Tx, id: number): Promise<void> {
  await sql`select from companies where id = ${id} for update`.execute(tx);
}

/**
 * Whether the company has a free license. Locks the company until the end of the transaction, so that no other
 * transaction can take it.
 */
export async function hasLicenseLeft(tx: Tx, companyId: number): Promise<boolean> {
  await lockCompany(tx, companyId);
  const company = await companyOf(tx, companyId);
  return company !== undefined && company.licenses_used < company.company_license_limit;
}

/** Whether there is a license for an invited user: others may have joined, or the plan may have become smaller. */
export async function hasRoomFor(tx: Tx, companyId: number): Promise<boolean> {
  const value = await firstValue<boolean>(tx)`
    select (select count(*) from users u where ${memberOf(companyId)}) < c.license_limit as has
      from companies c where c.id = ${companyId}`;
  return value === true;
}

/** Returns the users of a company by name, without staff, who take no license. */
export async function usersOfCompany(
  db: Db,
  companyId: number,
  { search = '', ...page }: Page & { search?: string | undefined },
): Promise<CompanyUsersReply> {
  const list = {
    columns: sql`u.id, u.email, u.display_name, u.role, u.status, ${asWire('u.created_at')} as created_at,
      case when u.plan_name is not null then json_build_object('name', u.plan_name) end as plan,
      (select max(${asWire('s.last_seen_at')}) from sessions s where s.user_id = u.id) as last_seen_at`,
    from: sql`users u where ${memberOf(companyId)}
      and ${hasAllWords(sql`concat_ws(' ', u.display_name, u.email)`, searchWords(search))}`,
    order: sql`${byLetters(sql`u.display_name`)}, u.id`,
  };
  return await readPage(db, list, page);
}

/** Returns the role of a user of the company, if the user is one of its customers. */
export async function memberWith(db: Db | Tx, companyId: number, id: string): Promise<{ role: string } | undefined> {
  return await firstRow<{ role: string }>(db)`select u.role from users u where u.id = ${id} and ${memberOf(companyId)}`;
}

/**
 * Removes a user from a company, with all rights of its plan. The account, its rooms and orders stay.
 * @returns false when the user was not in it
 */
export async function leaveCompany(tx: Tx, companyId: number, userId: string): Promise<boolean> {
  const changed = await changeRights(
    tx,
    sql`company_id = null, role = 'USER', plan_name = null, billing_type = null, sub_status = null,
        current_period_end = null, status = case when status = 'FREE_TRIAL' then 'ACTIVE' else status end`,
    sql`u.id = ${userId} and ${memberOf(companyId)}`,
  );
  return changed === 1;
}

/** Sets the role of a user in their company. */
export async function setCompanyRole(tx: Tx, companyId: number, userId: string, role: CompanyRole): Promise<void> {
  await changeRights(tx, sql`role = ${role}`, sql`u.id = ${userId} and ${memberOf(companyId)}`);
}

/** Returns the user of this company with this address. */
export async function memberByEmail(
  db: Db | Tx,
  companyId: number | undefined,
  email: string,
): Promise<{ id: string; display_name: string } | undefined> {
  const inside = companyId === undefined ? sql`true` : memberOf(companyId);
  return await firstRow<{ id: string; display_name: string }>(db)`
    select u.id, u.display_name from users u where u.email = any(${spellingsOf(email)}) and ${inside} limit 1`;
}

/** Returns the number of the company's other administrators, without those whose account is being deleted. */
export async function otherAdmins(tx: Tx, companyId: number, userId: string): Promise<number> {
  const value = await firstValue<number>(tx)`
    select count(*)::int as n from users u
     where ${memberOf(companyId)} and u.role = 'COMPANY_ADMIN' and u.id <> ${userId} and u.deletion_due_at is null`;
  return value ?? 0;
}

/** Returns the number of the company's other users, without those whose account is being deleted. */
export async function othersIn(tx: Tx, companyId: number, userId: string): Promise<number> {
  const value = await firstValue<number>(tx)`
    select count(*)::int as n from users u
     where ${memberOf(companyId)} and u.id <> ${userId} and u.deletion_due_at is null`;
  return value ?? 0;
}

function memberOf(companyId: number) {
  return sql`u.company_id = ${companyId} and u.role in ('USER', 'COMPANY_ADMIN')
    and ${isActive('u')}`;
}

/** Counts the users of the company and its open invitations. */
function licensesUsed(companyId: number) {
  return sql`((select count(*) from users u where ${memberOf(companyId)})
    + (select count(*) from invitations i where i.company_id = ${companyId} and i.role in ('USER', 'COMPANY_ADMIN')
         and i.accepted_at is null and i.cancelled_at is null and i.expires_at > now()))::int`;
}
