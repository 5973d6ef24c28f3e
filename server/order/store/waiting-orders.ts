import type { ShipmentReport } from '#domain/order/data/goods.ts';
import type { OrderHistoryEntry, OrderStatus } from '#domain/order/data/order.ts';
import { isActive } from '../../session/active-users.ts';
import { type Db, rowsOf } from '../../database/db.ts';

/** Values that decide whether the time of an order has come. Times are ISO 8601; null where the order has none. */
export interface WaitingOrder {
  id: string;
  ownerId: string;
  version: number;
  quoteHash: string | null;
  validUntil: string | null;
  /** The steps that shipped it. */
  history: OrderHistoryEntry[];
  shipmentReports: ShipmentReport[];
}

/** Returns the orders with this status; not of accounts that are gone. */
export async function ordersWaitingIn(db: Db, status: OrderStatus): Promise<WaitingOrder[]> {
  return await rowsOf<WaitingOrder>(db)`
    select o.id, o.owner_id as "ownerId", o.data -> 'sseq' as version,
           o.data #>> '{quote,hash}' as "quoteHash", o.data #>> '{quote,validUntil}' as "validUntil",
           jsonb_path_query_array(o.data, '$.history[*] ? (@.event == "SHIP")') as history,
           coalesce(o.data -> 'shipmentReports', '[]') as "shipmentReports"
      from orders o join users u on u.id = o.owner_id and ${isActive('u')}
     where o.status = ${status}
     order by o.id`;
}
