import type { Order } from '#domain/order/data/order.ts';
import type { User } from '#domain/account/users.ts';
import { MB } from '#domain/ground/units.ts';
import { idsAsked, type SnapshotReader } from '../../spine/log/snapshot.ts';
import { rowsOf, type Tx } from '../../database/db.ts';
import { readableOrders } from './orders.ts';

/** Maximum number of orders in a snapshot; older ones are read online. */
const snapshotOrders = 2000;
/**
 * Bytes of a customer's orders that ended without a result, the newest, in snapshots for others: no quota counts discarded
 * drafts, because discarding must free storage. Some 100 orders.
 */
export const snapshotEndedBytes = 1 * MB;

/** Reads orders. */
export const orderSnapshot: SnapshotReader = async (tx, user, asked) =>
  (await orderRows(tx, user, idsAsked(asked, 'order:'))).map((order) => ({
    stream: `order:${order.id}`,
    rows: { order },
  }));

/**
 * Reads the user's own orders and, with the Navigator pass, those of the company; all orders for staff. Of what others
 * discarded, cancelled or were refused, only the newest, unless it is named.
 */
async function orderRows(tx: Tx, user: User, ids: string[] | null): Promise<Order[]> {
  const rows = await rowsOf<{ data: Order }>(tx)`
    select o.data from orders o
    join (select id, status in ('cancelled', 'rejected') as is_ended,
        sum(bytes) over (partition by owner_id, status in ('cancelled', 'rejected') order by updated_at desc, id) as newer_bytes
      from orders where ${readableOrders(user)} and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))) readable using (id)
    where ${ids}::uuid[] is not null or not is_ended or o.owner_id = ${user.id} or newer_bytes <= ${snapshotEndedBytes}
    order by o.updated_at desc limit ${snapshotOrders}`;
  return rows.map((row) => row.data);
}
