import { sql } from 'kysely';
import { roomTypes } from '#domain/account/room-types.ts';
import { type Db, firstValue } from '../../database/db.ts';

/** Returns the id of an order's room, for any caller; undefined if it has not been opened. */
export async function roomOfOrder(db: Db, orderId: string): Promise<string | undefined> {
  return await firstValue<string>(db)`
    select id from rooms where type = ${sql.lit(roomTypes.order)} and order_id = ${orderId}`;
}
