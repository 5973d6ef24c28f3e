import { requireFound } from '#domain/ground/errors.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { User } from '#domain/account/users.ts';
import { orderOf } from '../store/orders.ts';
import type { Db, Tx } from '../../database/db.ts';

/** Returns an order. @throws NOT_FOUND for a missing one, and for one the caller may not read */
export async function readableOrder(db: Db | Tx, user: User, id: string): Promise<Order> {
  return requireFound(await orderOf(db, user, id.toLowerCase()));
}
