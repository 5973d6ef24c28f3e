import { sql } from 'kysely';
import type { Db, Tx } from '../../database/db.ts';

/** Records an event of the payment provider. @returns false when it was already processed */
export async function noteEvent(tx: Tx, event: { id: string; type: string; at: Date }): Promise<boolean> {
  const noted =
    await sql`insert into provider_events (id, type, created_at) values (${event.id}, ${event.type}, ${event.at})
    on conflict do nothing`.execute(tx);
  return Number(noted.numAffectedRows ?? 0) === 1;
}

/** Deletes events received more than this many days ago. @returns their number */
export async function forgetOldEvents(db: Db, days: number): Promise<number> {
  const done = await sql`delete from provider_events where received_at < now() - ${days} * interval '1 day'`.execute(
    db,
  );
  return Number(done.numAffectedRows ?? 0);
}
