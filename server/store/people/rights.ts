import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../system/database.ts';

/**
 * The one way to change what people may do. The database announces each of these changes to all processes as it commits
 * (`migrations/0023-rights.sql`), and `rights-watch.ts` takes it to whatever is open.
 */

/**
 * Changes rights of users `u`.
 * @param set what becomes of their columns
 * @returns how many people it changed
 */
export async function changeRights(tx: Tx, set: RawBuilder<unknown>, of: RawBuilder<unknown>): Promise<number> {
  const done = await sql`update users u set ${set} where ${of}`.execute(tx);
  return Number(done.numAffectedRows ?? 0);
}

/** Ends sessions at once; their sockets and calls follow. @returns how many ended */
export async function endSessions(db: Db | Tx, which: RawBuilder<unknown>): Promise<number> {
  const done = await sql`update sessions set revoked_at = now() where revoked_at is null and ${which}`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}

/** Ends the sessions of a person, and keeps nothing of them. */
export async function dropSessions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}`.execute(tx);
}

/** Takes people out of rooms. */
export async function endMemberships(tx: Tx, gone: readonly { roomId: string; userId: string }[]): Promise<void> {
  await sql`delete from room_members m
    using json_to_recordset(${JSON.stringify(gone)}::json) as g ("roomId" uuid, "userId" uuid)
    where m.room_id = g."roomId" and m.user_id = g."userId"`.execute(tx);
}
