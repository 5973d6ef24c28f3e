import type { Buyer } from './subscriptions.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';
import { isActive } from '../../session/active-users.ts';

/** Recipients of a company's invoices after the buyer has left the company. */

type InvoiceRecipient = Pick<Buyer, 'name' | 'email'>;

/**
 * Returns the addressee of a company's next invoice: its contact address; without one the buyer, or else the
 * longest-standing administrator.
 */
export async function currentBuyer(tx: Db | Tx, companyId: number, userId: string, ordered: Buyer): Promise<Buyer> {
  const { contact, admins } = await recipientsIn(tx, companyId);
  const isStillAdmin = admins.some(({ id }) => id === userId);
  const other = isStillAdmin ? undefined : admins[0];
  const written: Buyer = { ...ordered, name: other?.name ?? ordered.name, email: other?.email ?? ordered.email };
  return contact === null ? written : { ...written, email: contact };
}

/** Returns the e-mail addresses for a company's invoice: the addressee, unless the buyer has left the company since. */
export async function mailedTo(
  db: Db | Tx,
  { company_id: companyId, user_id: userId, buyer }: { company_id: number | null; user_id: string; buyer: Buyer },
): Promise<string[]> {
  if (companyId === null) return [buyer.email];
  const { contact, admins } = await recipientsIn(db, companyId);
  if (buyer.email === contact || admins.some(({ id }) => id === userId)) return [buyer.email];
  if (contact !== null) return [contact];
  return admins.map(({ email }) => email);
}

/** The contact address is ignored if it is the account of a user who has left the company. */
async function recipientsIn(
  db: Db | Tx,
  companyId: number,
): Promise<{ contact: string | null; admins: (InvoiceRecipient & { id: string })[] }> {
  const row = await firstRow<{ contact: string | null }>(db)`
    select contact_email as contact from companies c where id = ${companyId} and not exists (
      select from users u where u.email = c.contact_email and u.company_id is distinct from c.id)`;
  const admins = await rowsOf<InvoiceRecipient & { id: string }>(db)`
    select id, display_name as name, email from users
     where company_id = ${companyId} and role = 'COMPANY_ADMIN' and ${isActive()}
     order by created_at, id`;
  return { contact: row?.contact ?? null, admins };
}
