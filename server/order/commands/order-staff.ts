import { Refusal, requireFound } from '#domain/ground/errors.ts';
import type { Order } from '#domain/order/data/order.ts';
import { permissionsOf } from '#domain/account/permissions.ts';
import { readableOrder } from '../work/order-role.ts';
import type { CommandRecord } from '../../spine/work/part.ts';
import type { Work } from '../../spine/work/rules.ts';
import type { orders } from '../parts/orders.ts';

/**
 * Returns an order that staff work on. Of their own orders they are the customers.
 * @throws Refusal NOT_FOUND or FORBIDDEN for others, and for staff about their own orders
 */
export function orderForStaff(work: Work<{ orders: typeof orders }>, orderId: string): Order {
  const { actor } = work;
  if (!permissionsOf(actor).includes('orders.command')) throw new Refusal('FORBIDDEN');
  const order = requireFound(work.orders.get(orderId));
  if (order.ownerId === actor.id) throw new Refusal('FORBIDDEN');
  return order;
}

/** Returns an order about which the actor writes as staff. @throws Refusal for everybody else */
export function staffedOrder(work: Work<{ orders: typeof orders }>, orderId: string): Order {
  const order = readableOrder(work, orderId);
  if (!permissionsOf(work.actor).includes('orders.command')) throw new Refusal('FORBIDDEN');
  return order;
}

/** Returns who does something now, for an entry of an order. */
export function entryBy({ actor, at }: CommandRecord): { by: string; byName: string; at: string } {
  return { by: actor.id, byName: actor.name, at };
}
