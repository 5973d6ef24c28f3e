import { sql } from 'kysely';
import type { OpenCredit } from '#domain/order/wire/admin-orders.ts';
import { type Db, firstRow, type Tx } from '../../database/db.ts';
import { asWire } from '../../database/moments.ts';
import { lockCompany } from './companies.ts';

/** Companies that may pay after the work, and the users who decided that. */

/** Returns whether a company has open credit, with the last change; undefined when there is no such company. */
export async function openCreditOf(db: Db | Tx, companyId: number): Promise<OpenCredit | undefined> {
  return await firstRow<OpenCredit>(db)`
    select c.id, c.name, c.open_credit, (
      select json_build_object('at', ${asWire('o.at')}, 'by', a.display_name, 'reason', o.reason)
        from open_credit_changes o join users a on a.id = o.author
       where o.company_id = c.id order by o.at desc, o.id desc limit 1) as last_change
      from companies c where c.id = ${companyId}`;
}

interface CreditChange {
  id: string;
  companyId: number;
  author: string;
  isOpen: boolean;
  reason: string;
}

/** Gives a company open credit, or ends it. Orders that were accepted before are not affected. */
export async function changeOpenCredit(tx: Tx, { id, companyId, author, isOpen, reason }: CreditChange): Promise<void> {
  await lockCompany(tx, companyId);
  await sql`
    with changed as (update companies set open_credit = ${isOpen} where id = ${companyId} returning id)
    insert into open_credit_changes (id, company_id, author, is_open, reason)
    select ${id}, changed.id, ${author}, ${isOpen}, ${reason} from changed`.execute(tx);
}
