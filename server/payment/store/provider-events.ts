import { countWritten, type Db, type Tx } from '../../database/db.ts';

/** Records an event of the payment provider. @returns false when it was already processed */
export async function noteEvent(tx: Tx, event: { id: string; type: string; at: Date }): Promise<boolean> {
  const noted = await countWritten(tx)`
    insert into provider_events (id, type, created_at) values (${event.id}, ${event.type}, ${event.at})
    on conflict do nothing`;
  return noted === 1;
}

/** Deletes events received more than this many days ago. @returns their number */
export async function forgetOldEvents(db: Db, days: number): Promise<number> {
  return await countWritten(db)`delete from provider_events where received_at < now() - ${days} * interval '1 day'`;
}
