import { sql } from 'kysely';
import type { Event } from '#domain/spine/events.ts';
import { foldHistory, foldOrder } from '#domain/spine/fold-order.ts';
import type { Order } from '#domain/order/data/order.ts';
import { hasNavigatorPass, isStaff } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';
import { type Db, firstValue, rowsOf, savingWhole, type Tx } from '../../database/db.ts';

/** Reads orders: as they are now, and as of an earlier version. */

/**
 * Returns the order with this id if this user may read it: its owner, colleagues with the Navigator pass, and staff.
 */
export async function orderOf(db: Db | Tx, user: User, id: string): Promise<Order | undefined> {
  const order = await orderById(db, id);
  return order !== undefined && mayReadOrder(user, order) ? order : undefined;
}

/** Returns the order with this id. It does not check who may read it. */
export async function orderById(db: Db | Tx, id: string): Promise<Order | undefined> {
  return await firstValue<Order>(db)`select data from orders where id = ${id}`;
}

/** Whether this user may read the order: the same rule as `readableOrders`, for an order in memory. */
export function mayReadOrder(user: User, order: Pick<Order, 'ownerId' | 'companyId'>): boolean {
  if (order.ownerId === user.id || isStaff(user)) return true;
  return order.companyId !== null && order.companyId === user.company_id && hasNavigatorPass(user);
}

/** Condition on a row of `orders`: this user may read it. An SQL fragment. */
export function readableOrders(user: User) {
  if (isStaff(user)) return sql`true`;
  const company = hasNavigatorPass(user) ? user.company_id : null;
  return sql`(owner_id = ${user.id} or company_id = ${company}::integer)`;
}

/** Returns the order as of a version, folded from the log and its archive; undefined if it did not exist yet. */
export async function orderAt(db: Db | Tx, orderId: string, version: number): Promise<Order | undefined> {
  if (version === 0) return undefined;
  const events = (await eventsOfOrder(db, orderId)).filter(({ sseq }) => sseq <= version);
  let found: Order | undefined;
  for (const [, order] of foldHistory(events)) found = order;
  return found;
}

/** Returns all events of an order, oldest first, also archived ones. */
export async function eventsOfOrder(db: Db | Tx, orderId: string): Promise<Event[]> {
  const columns = sql`stream, sseq, type, v, data, cmd_id as "cmdId"`;
  const stream = `order:${orderId}`;
  return await rowsOf<Event>(db)`
    select ${columns} from archived_events where stream = ${stream}
    union all select ${columns} from events where stream = ${stream}
    order by sseq`;
}

/** Returns the statement that adds or replaces these orders, each whole. */
export function savingOrders(orders: readonly Order[]) {
  return savingWhole('orders', orders);
}

/** Returns the statements that store an order with an event folded into it. */
export function savingFoldedOrder(order: Order, event: Event) {
  const next = foldOrder(order, event);
  return next === undefined ? [] : [savingOrders([next])];
}
