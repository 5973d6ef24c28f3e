import type { Order } from '#domain/order/data/order.ts';
import { type Db, rowsOf } from '../../database/db.ts';

/** Statuses in which the price of an order is not binding yet. */
const open = ['draft', 'submitted', 'reviewing'];

/** Returns the orders whose price is not binding yet, last changed first, and how many there are. */
export async function priceableOrders(db: Db, limit: number): Promise<{ orders: Order[]; total: number }> {
  const rows = await rowsOf<{ data: Order; total: number }>(db)`
    select data, count(*) over ()::int as total from orders where status = any(${open}) and not is_template
     order by data ->> 'updatedAt' desc limit ${limit}`;
  return { orders: rows.map(({ data }) => data), total: rows[0]?.total ?? 0 };
}
