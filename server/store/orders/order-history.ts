import { sql } from 'kysely';
import { foldOrder, type Event } from '#domain/events.ts';
import type { Order } from '#domain/order/order.ts';
import type { Db, Tx } from '../system/database.ts';

/** The order as it was at a place of its stream, folded from the log; undefined where there was none yet. */
export async function orderAt(db: Db | Tx, orderId: string, version: number): Promise<Order | undefined> {
  if (version === 0) return undefined;
  const { rows } = await sql<Event>`
    select stream, sseq, type, v, data, cmd_id as "cmdId" from events
     where stream = ${`order:${orderId}`} and sseq <= ${version}
     order by sseq`.execute(db);
  return rows.reduce<Order | undefined>(foldOrder, undefined);
}
