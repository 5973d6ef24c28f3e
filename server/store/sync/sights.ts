import { sql } from 'kysely';
import { disablesAiChat, hasNavigatorPass, isStaff, trialIsUsedUp } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';
import type { Db } from '../system/database.ts';

/**
 * Whose streams somebody may see beside their own: of everybody, of a company, of nobody; and whether the answers of the
 * knowledge base. When that changes, devices start over from a snapshot: what they hold of others goes, and what they may
 * see now comes. See `pull.ts`.
 */
export function sightOf(person: Person): string {
  const isOpen = !disablesAiChat(person) && !trialIsUsedUp(person);
  return `${othersOf(person)}${isOpen ? '' : ' without answers'}`;
}

function othersOf(person: Person): string {
  if (isStaff(person)) return 'everybody';
  return person.company_id !== null && hasNavigatorPass(person) ? `company ${person.company_id}` : 'own';
}

/** Keeps on record what this person sees now; from the second time on with the transaction that changed it. */
export async function noteSight(db: Db, person: Person): Promise<void> {
  const sight = sightOf(person);
  await sql`update users set sight_xid = case when sight is not null then pg_current_xact_id() end, sight = ${sight}
    where id = ${person.id} and sight is distinct from ${sight}`.execute(db);
}
