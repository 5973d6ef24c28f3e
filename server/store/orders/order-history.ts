import { sql } from 'kysely';
import { foldOrder, type Event } from '#domain/events.ts';
import type { Order } from '#domain/order/order.ts';
import type { Db, Tx } from '../system/db.ts';

/** Returns the order as of a version, folded from the log; undefined if it did not exist yet. */
export async function orderAt(db: Db | Tx, orderId: string, version: number): Promise<Order | undefined> {
  if (version === 0) return undefined;
  const { rows } = await sql<Event>`
    select stream, sseq, type, v, data, cmd_id as "cmdId" from events
     where stream = ${`order:${orderId}`} and sseq <= ${version}
     order by sseq`.execute(db);
  return rows.reduce<Order | undefined>(foldOrder, undefined);
}
