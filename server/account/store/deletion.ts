import { sql } from 'kysely';
import { asWire } from '../../database/moments.ts';
import { changeRights, endSessions } from '../../session/rights.ts';
import { countWritten, type Db, firstValue, type Tx, valuesOf } from '../../database/db.ts';

export const deletionGraceDays = 30;

/** Scheduled deletion of accounts at their owners' request. */

/** Returns when the account will be deleted, ISO-8601 in UTC; null if it will not. */
export async function deletionDue(db: Db | Tx, userId: string): Promise<string | null> {
  const value = await firstValue<string | null>(db)`
    select ${asWire('deletion_due_at')} as due from users where id = ${userId}`;
  return value ?? null;
}

/** Like `deletionDue`, and locks the value until the end of the transaction. */
export async function lockDeletion(tx: Tx, userId: string): Promise<string | null> {
  await sql`select from users where id = ${userId} for update`.execute(tx);
  return await deletionDue(tx, userId);
}

/** Schedules the deletion of the account after the grace period. */
export async function setDeletion(tx: Tx, userId: string): Promise<void> {
  await sql`update users set deletion_due_at = now() + ${deletionGraceDays} * interval '1 day'
    where id = ${userId}`.execute(tx);
}

/** Cancels the deletion. @returns false when none was scheduled */
export async function dropDeletion(tx: Tx, userId: string): Promise<boolean> {
  return (
    (await countWritten(tx)`update users set deletion_due_at = null
    where id = ${userId} and deletion_due_at is not null and disabled_at is null`) === 1
  );
}

/**
 * Returns the accounts due for deletion. Users who have become staff in the meantime are kept: their messages belong to
 * the platform.
 */
export async function dueDeletions(db: Db): Promise<string[]> {
  return await valuesOf<string>(db)`
    select id from users where deletion_due_at <= now() and role in ('USER', 'COMPANY_ADMIN')
     order by deletion_due_at limit 1000`;
}

/**
 * Ends all rights of the account. From here on its owner can neither write nor cancel the deletion.
 * @returns false when the deletion was canceled before
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
