import { sql } from 'kysely';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db, Tx } from '../system/database.ts';
import { asWire } from '../system/moments.ts';
import { changeRights, endSessions } from './rights.ts';

/** When accounts are deleted that their owners want deleted. */

/** When the account is deleted, ISO-8601 UTC; null: it is not. */
export async function deletionDue(db: Db | Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ due: string | null }>`
    select ${asWire('deletion_due_at')} as due from users where id = ${userId}`.execute(db);
  return rows[0]?.due ?? null;
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockDeletion(tx: Tx, userId: string): Promise<string | null> {
  await sql`select from users where id = ${userId} for update`.execute(tx);
  return await deletionDue(tx, userId);
}

/** Has the account deleted after the days of grace. */
export async function setDeletion(tx: Tx, userId: string): Promise<void> {
  await sql`update users set deletion_due_at = now() + ${serverLimits.deletionGraceDays} * interval '1 day'
    where id = ${userId}`.execute(tx);
}

/** The account stays. @returns false when nobody wanted it deleted */
export async function dropDeletion(tx: Tx, userId: string): Promise<boolean> {
  const done = await sql`update users set deletion_due_at = null
    where id = ${userId} and deletion_due_at is not null and disabled_at is null`.execute(tx);
  return Number(done.numAffectedRows ?? 0) === 1;
}

/** Whose time is over. Those who have become staff meanwhile keep their account: what they wrote is the platform's. */
export async function dueDeletions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where deletion_due_at <= now() and role in ('USER', 'COMPANY_ADMIN')
     order by deletion_due_at limit 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Ends everything this account may do; from here on its owner can write nothing and take nothing back.
 * @returns false when they have taken it back before
 */
export async function closeAccount(tx: Tx, userId: string): Promise<boolean> {
  const closed = await changeRights(
    tx,
    sql`status = 'DEACTIVATED', disabled_at = coalesce(disabled_at, now())`,
    sql`u.id = ${userId} and u.deletion_due_at <= now()`,
  );
  if (closed === 1) await endSessions(tx, sql`user_id = ${userId}`);
  return closed === 1;
}
