import { Refusal } from '#domain/errors.ts';
import type { Order } from '#domain/order/order.ts';
import { permissionsOf } from '#domain/permissions.ts';
import { mayReadOrder } from '../../store/orders/orders.ts';
import type { Work } from '../work/work.ts';

/** Returns an order about which the actor writes as staff. @throws Refusal for everybody else */
export function staffedOrder(work: Work, orderId: string): Order {
  const order = work.orders.get(orderId);
  if (order === undefined || !mayReadOrder(work.actor, order)) throw new Refusal('NOT_FOUND');
  if (!permissionsOf(work.actor).includes('orders.command')) throw new Refusal('FORBIDDEN');
  return order;
}
