import { sql } from 'kysely';
import { spellingsOf } from '#domain/account/contact.ts';
import { deletedName } from '#domain/account/users.ts';
import { eraseRecordsOf } from '../../assistant/store/question-records.ts';
import { dropReportsOf } from '../../order/store/order-reports.ts';
import { formerEmails } from './email-changes.ts';
import { changeRights, dropSessions } from '../../session/rights.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';
import { isActive } from '../../session/active-users.ts';

export const deletionStep = 200;

/**
 * Removes a user's identity from all tables except the log (`user-in-log.ts`) and invoices. The user's row stays
 * without content, because orders and invoices refer to it.
 */
export async function forgetUser(tx: Tx, id: string): Promise<void> {
  const who = await namesOf(tx, id);
  if (who === undefined) return;
  const { emails } = who;
  await freeFiles(tx, id);
  await dropReportsOf(tx, id);
  await eraseRecordsOf(tx, id);
  await dropSessions(tx, id);
  for (const forget of [
    sql`delete from codes where subject = ${id} or email = any(${emails})`,
    sql`delete from sign_ups where id = ${id} or email = any(${emails})`,
    sql`delete from invitations where id = ${id} or email = any(${emails})`,
    sql`delete from email_changes where user_id = ${id}`,
    sql`delete from contact_messages where user_id = ${id} or lowered(email) = any(${emails})`,
    sql`delete from expert_reminders where user_id = ${id}`,
    sql`delete from quota_days where person = ${id}`,
    // Notes of staff for each other about the user's orders.
    sql`delete from order_desk_entries where order_id in (select o.id from orders o where o.owner_id = ${id})`,
    sql`delete from order_commands where actor = ${id}`,
    // E-mails stored instead of sent, where no mail server is configured.
    sql`delete from kept_mails where strpos(body, ${who.name}) > 0 or exists (
      select from unnest(${emails}::text[]) as e (email)
       where strpos(lowered(recipient), e.email) > 0 or strpos(lowered(body), e.email) > 0)`,
    // E-mails that were given up or are queued.
    sql`delete from graphile_worker._private_jobs where locked_at is null
      and (payload ->> 'email' = any(${emails}) or payload ->> 'to' = any(${emails}) or payload ->> 'userId' = ${id})`,
    // A continuing plan passes to another administrator, who gets its invoices.
    sql`update subscriptions s set user_id = a.id, buyer = s.buyer || jsonb_build_object('name', a.display_name, 'email', a.email)
      from users a where s.user_id = ${id} and s.status <> 'cancelled' and a.id = (
        select o.id from users o where o.company_id = s.company_id and o.role = 'COMPANY_ADMIN' and o.id <> ${id}
           and ${isActive('o')} order by o.created_at, o.id limit 1)`,
    sql`update subscriptions set buyer = buyer || jsonb_build_object('name', ${deletedName}::text, 'email', '', 'address', '')
      where user_id = ${id} or buyer ->> 'email' = any(${emails})`,
    sql`update companies set contact_email = null where lowered(contact_email) = any(${emails})`,
    // Companies without other users.
    sql`update companies c set contact_email = null, address = null
      where c.id = (select company_id from users where id = ${id})
        and not exists (select from users o where o.company_id = c.id and o.id <> ${id})`,
  ]) {
    await forget.execute(tx);
  }
  await changeRights(
    tx,
    sql`role = 'USER', company_id = null, plan_name = null, billing_type = null, sub_status = null,
        current_period_end = null, email = 'deleted-' || id || '@invalid', display_name = ${deletedName},
        username = null, phone = null, password_hash = null, language = 'en', notify_expert = false, deletion_due_at = null`,
    sql`u.id = ${id}`,
  );
}

/**
 * Deletes the stored receipts and replies of this user, and those of others that contain the user's address. They are
 * selected first: these tables are large, and a writing transaction that scans them would delay all feeds.
 */
export async function forgetAnswers(db: Db, id: string): Promise<void> {
  const who = await namesOf(db, id);
  if (who === undefined) return;
  const namesThem = sql`exists (
    select from unnest(${who.emails}::text[]) as e (email) where strpos(lowered(reply::text), e.email) > 0)`;
  const tables = { idempotency: sql`actor = ${id}`, paying_keys: sql`(actor = ${id} or ${namesThem})` };
  for (const [table, which] of Object.entries(tables)) {
    const rows = await rowsOf<{ key: string }>(db)`select key from ${sql.table(table)} where ${which}`;
    for (let from = 0; from < rows.length; from += deletionStep) {
      const keys = rows.slice(from, from + deletionStep).map(({ key }) => key);
      await sql`delete from ${sql.table(table)} where key = any(${keys}::uuid[])`.execute(db);
    }
  }
}

/** Returns the name of a user, and all spellings of their address and of earlier ones. */
async function namesOf(db: Db | Tx, id: string): Promise<{ name: string; emails: string[] } | undefined> {
  const who = await firstRow<{ email: string; name: string }>(db)`
    select email, display_name as name from users where id = ${id}`;
  if (who === undefined) return undefined;
  const emails = [who.email, ...(await formerEmails(db, id))];
  return { name: who.name, emails: [...new Set([...emails, ...emails.flatMap(spellingsOf)])] };
}

/** Frees the user's own files and files that nothing refers to. Unfinished uploads end with the next run of the job. */
async function freeFiles(tx: Tx, id: string): Promise<void> {
  await sql`delete from finished_uploads where uploader = ${id}`.execute(tx);
  await sql`update pending_uploads set at = '-infinity' where uploader = ${id}`.execute(tx);
  await sql`delete from own_files where owner = ${id}`.execute(tx);
  await sql`insert into freed_files (file_id) select f.id from files f
     where f.uploader = ${id} and not exists (select from attachments a where a.file_id = f.id)
    on conflict do nothing`.execute(tx);
}
