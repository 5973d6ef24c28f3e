import { type RawBuilder, sql } from 'kysely';
import { countWritten, type Db, type Tx } from '../database/db.ts';

/**
 * The only way to change users' rights. The database announces each change to all processes on commit
 * (`server/database/migrations/0023-rights.sql`), and `rights-watch.ts` applies it to open connections.
 */

/**
 * Changes rights of users `u`.
 * @param set the new values of their columns
 * @returns the number of changed users
 */
export async function changeRights(tx: Tx, set: RawBuilder<unknown>, of: RawBuilder<unknown>): Promise<number> {
  return await countWritten(tx)`update users u set ${set} where ${of}`;
}

/** Ends sessions immediately; their sockets and calls end with them. @returns the number of ended sessions */
export async function endSessions(db: Db | Tx, which: RawBuilder<unknown>): Promise<number> {
  return await countWritten(db)`update sessions set revoked_at = now() where revoked_at is null and ${which}`;
}

/** Ends and deletes all sessions of a user. */
export async function dropSessions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}`.execute(tx);
}

/** Returns the statement that removes users from rooms. */
export function endingMemberships(gone: readonly { roomId: string; userId: string }[]) {
  return sql`delete from room_members m
    using json_to_recordset(${JSON.stringify(gone)}::json) as g ("roomId" uuid, "userId" uuid)
    where m.room_id = g."roomId" and m.user_id = g."userId"`;
}
