import { sql } from 'kysely';
import { disablesAiChat, hasNavigatorPass, isStaff, trialIsUsedUp } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';
import type { Db } from '../system/db.ts';

/**
 * The scope of a user's visibility beside their own streams: all users', a company's or none; and whether it includes
 * the knowledge base. When it changes, devices start over from a snapshot, which removes what they may no longer see
 * and adds what they may. See `pull.ts`.
 */
export function sightOf(person: Person): string {
  const isOpen = !disablesAiChat(person) && !trialIsUsedUp(person);
  return `${othersOf(person)}${isOpen ? '' : ' without answers'}`;
}

function othersOf(person: Person): string {
  if (isStaff(person)) return 'everybody';
  return person.company_id !== null && hasNavigatorPass(person) ? `company ${person.company_id}` : 'own';
}

/** Records what this user can see now; from the second time on with the transaction of the change. */
export async function noteSight(db: Db, person: Person): Promise<void> {
  const sight = sightOf(person);
  await sql`update users set sight_xid = case when sight is not null then pg_current_xact_id() end, sight = ${sight}
    where id = ${person.id} and sight is distinct from ${sight}`.execute(db);
}
