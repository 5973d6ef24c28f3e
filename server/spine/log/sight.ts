import { sql } from 'kysely';
import { hasNavigatorPass, isStaff, mayKeepAnswers } from '#domain/account/permissions.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import type { Db } from '../../database/db.ts';
import type { PageRow } from './pages.ts';

/**
 * The scope of a user's visibility beside their own streams: all users', a company's or none; and whether it includes
 * the knowledge base. When it changes, devices start over from a snapshot, which removes what they may no longer see
 * and adds what they may. See `pull.ts`.
 */
export function sightOf(user: User): string {
  return `${othersOf(user)}${mayKeepAnswers(user) ? '' : ' without answers'}`;
}

function othersOf(user: User): string {
  if (isStaff(user)) return 'everybody';
  return user.company_id !== null && hasNavigatorPass(user) ? `company ${user.company_id}` : 'own';
}

/** Records what this user can see now; from the second time on with the transaction of the change. */
export async function noteSight(db: Db, user: User): Promise<void> {
  const sight = sightOf(user);
  await sql`update users set sight_xid = case when sight is not null then pg_current_xact_id() end, sight = ${sight}
    where id = ${user.id} and sight is distinct from ${sight}`.execute(db);
}

/**
 * Compares the device's data with what its user can see now. `old`: the device starts over from a snapshot. `changing`:
 * a transaction older than the change of rights is running, usually for milliseconds. A snapshot taken now would not
 * include the change, and the device would have to start over again.
 */
export function pictureOf(
  { epoch, xmin, sight_xid: changed }: PageRow,
  cursor: Cursor,
): 'present' | 'old' | 'changing' {
  if (changed === null || cursor.epoch !== epoch || BigInt(cursor.xid) > BigInt(changed)) return 'present';
  return BigInt(xmin) > BigInt(changed) ? 'old' : 'changing';
}
