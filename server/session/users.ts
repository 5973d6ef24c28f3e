import { sql } from 'kysely';
import type { User } from '#domain/account/users.ts';
import type { Reader } from '../mail/send-email.ts';
import { statusNow, subStatusNow } from './status-now.ts';
import { countWritten, type Db, firstValue, rowsOf, type Tx } from '../database/db.ts';
import { isActive } from './active-users.ts';

/** Users as the permission rules and their own devices see them. */

/** The user who acts: what permission rules need, and the name that others see. */
export interface Actor extends User {
  name: string;
  companyName: string | null;
}

/** A user as JSON in the shape of `Actor`; an SQL expression. */
export const actorJson = sql`json_build_object(
  'id', u.id, 'role', u.role, 'status', ${statusNow}, 'company_id', u.company_id,
  'question_usage', u.question_usage, 'question_limit', u.question_limit,
  'plan', case when u.plan_name is not null then json_build_object('name', u.plan_name) end,
  'subscription', case when u.sub_status is not null then json_build_object(
    'billing_type', coalesce(u.billing_type, 'fixed'), 'status', ${subStatusNow},
    'current_period_end', to_char(u.current_period_end at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end,
  'name', u.display_name,
  'companyName', (select c.name from companies c where c.id = u.company_id))`;

/** Returns the user with this id; undefined if there is none or the account is inactive. */
export async function actorOf(db: Db | Tx, userId: string): Promise<Actor | undefined> {
  return await firstValue<Actor>(db)`
    select ${actorJson} as actor from users u
    where u.id = ${userId} and ${isActive('u')}`;
}

/** Returns the language of e-mails to this user. */
export async function languageOf(db: Db, userId: string): Promise<string> {
  return (await firstValue<string>(db)`select language from users where id = ${userId}`) ?? 'en';
}

/** Returns the administrators of the platform, with where and how to write to them. */
export async function administrators(db: Db): Promise<Reader[]> {
  return await rowsOf<Reader>(db)`
    select email, display_name as name, language from users
     where role = 'CHATBOT' and ${isActive()} order by created_at, id`;
}

/** Turns off e-mails about unanswered messages. @returns whether there is such a user */
export async function stopNotifying(db: Db, userId: string): Promise<boolean> {
  return (await countWritten(db)`update users set notify_expert = false where id = ${userId}`) === 1;
}
