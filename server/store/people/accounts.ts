import { sql } from 'kysely';
import { spellingsOf } from '#domain/contact.ts';
import type { AccountStatus } from '#domain/users.ts';
import { endCodes } from './codes.ts';
import type { Db, Tx } from '../system/database.ts';
import { endSessions } from './rights.ts';

export interface Account {
  id: string;
  password_hash: string | null;
  status: AccountStatus;
  disabled: boolean;
}

/** The account that signs in with this address: the one with this very spelling, before another of the same normal form. */
export async function accountOf(db: Db | Tx, email: string): Promise<Account | undefined> {
  const spellings = spellingsOf(email);
  const { rows } = await sql<Account>`
    select id, password_hash, status, disabled_at is not null or status = 'DEACTIVATED' as disabled
      from users where email = any(${spellings}) order by email = ${spellings[0]} desc limit 1`.execute(db);
  return rows[0];
}

/** Whether somebody may sign in to this account, however they show that it is theirs. */
export async function isOpenAccount(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from users
    where id = ${id} and disabled_at is null and status not in ('DEACTIVATED', 'UNCONFIRMED')`.execute(db);
  return rows.length > 0;
}

/** How many trial questions a person has used, of how many. */
export async function usageOf(db: Db, userId: string): Promise<{ question_usage: number; question_limit: number }> {
  const { rows } = await sql<{ question_usage: number; question_limit: number }>`
    select question_usage, question_limit from users where id = ${userId}`.execute(db);
  return rows[0] ?? { question_usage: 0, question_limit: 0 };
}

/** Sets a password, and ends every session of the account but one; the code that made the account opens none any more. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string, keepSession?: string): Promise<void> {
  await sql`update users set password_hash = ${passwordHash} where id = ${userId}`.execute(tx);
  await endSessions(tx, sql`user_id = ${userId} and id is distinct from ${keepSession ?? null}::uuid`);
  for (const purpose of ['VERIFY', 'SIGN_IN'] as const) await endCodes(tx, userId, purpose);
}
