import { sql } from 'kysely';
import { normalEmail, spellingsOf } from '#domain/account/contact.ts';
import type { AccountStatus } from '#domain/account/users.ts';
import { endAllCodes, endCodesButForReset } from './codes.ts';
import { endSessions } from '../../session/rights.ts';
import { type Db, firstRow, firstValue, hasRow, type Tx } from '../../database/db.ts';
import { isActive } from '../../session/active-users.ts';

export interface Account {
  id: string;
  password_hash: string | null;
  status: AccountStatus;
  disabled: boolean;
}

/** Returns the account for this e-mail address: first by exact spelling, then by its normal form. */
export async function accountOf(db: Db | Tx, email: string): Promise<Account | undefined> {
  const spellings = spellingsOf(email);
  return await firstRow<Account>(db)`
    select id, password_hash, status, disabled_at is not null or status = 'DEACTIVATED' as disabled
      from users where email = any(${spellings}) order by email = ${spellings[0]} desc limit 1`;
}

/** Whether this account may sign in, by any method. */
export async function isOpenAccount(db: Db | Tx, id: string): Promise<boolean> {
  return await hasRow(db)`select from users
    where id = ${id} and ${isActive()} and status <> 'UNCONFIRMED'`;
}

/** Returns the number of trial questions a user has used, and the limit. */
export async function usageOf(db: Db, userId: string): Promise<{ question_usage: number; question_limit: number }> {
  const row = await firstRow<{ question_usage: number; question_limit: number }>(db)`
    select question_usage, question_limit from users where id = ${userId}`;
  return row ?? { question_usage: 0, question_limit: 0 };
}

/** Returns the stored hash of an account's password; undefined for an account without a password. */
export async function passwordHashOf(db: Db | Tx, userId: string): Promise<string | undefined> {
  const value = await firstValue<string | null>(db)`
    select password_hash as hash from users where id = ${userId}`;
  return value ?? undefined;
}

/** Locks an account. A transaction that changes its codes, too, locks the account first. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for update`.execute(tx);
}

/** Whether the account still has this address. @param email in its normal form */
export async function hasAddress(tx: Tx, userId: string, email: string): Promise<boolean> {
  const row = await firstRow<{ email: string }>(tx)`select email from users where id = ${userId}`;
  return row !== undefined && normalEmail(row.email) === email;
}

/**
 * Sets a password, ends all sessions of the account but one, and invalidates its codes. Lock the account first.
 * @param passwordHash null removes the password
 * @param keepSession the session that changes the password. Then codes for a reset stay valid: a stranger with the
 *   password could otherwise keep the owner from resetting it.
 */
export async function setPassword(
  tx: Tx,
  userId: string,
  passwordHash: string | null,
  keepSession?: string,
): Promise<void> {
  await sql`update users set password_hash = ${passwordHash} where id = ${userId}`.execute(tx);
  await endSessions(tx, sql`user_id = ${userId} and id is distinct from ${keepSession ?? null}::uuid`);
  await (keepSession === undefined ? endAllCodes : endCodesButForReset)(tx, userId);
}
