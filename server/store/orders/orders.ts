import { sql } from 'kysely';
import type { Order } from '#domain/order/order.ts';
import { hasNavigatorPass, isStaff } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';
import type { Db, Tx } from '../system/db.ts';

/** Reads the current orders. */

/**
 * Returns the order with this id if this user may read it: its owner, colleagues with the Navigator pass, and staff.
 */
export async function orderOf(db: Db | Tx, person: Person, id: string): Promise<Order | undefined> {
  const { rows } = await sql<{ data: Order }>`select data from orders where id = ${id}`.execute(db);
  const order = rows[0]?.data;
  return order !== undefined && mayReadOrder(person, order) ? order : undefined;
}

export function mayReadOrder(person: Person, order: Pick<Order, 'ownerId' | 'companyId'>): boolean {
  if (order.ownerId === person.id || isStaff(person)) return true;
  return order.companyId !== null && order.companyId === person.company_id && hasNavigatorPass(person);
}

/** Condition on a row of `orders`: this user may read it. An SQL fragment. */
export function readableOrders(person: Person) {
  if (isStaff(person)) return sql`true`;
  const company = hasNavigatorPass(person) ? person.company_id : null;
  return sql`(owner_id = ${person.id} or company_id = ${company}::integer)`;
}
