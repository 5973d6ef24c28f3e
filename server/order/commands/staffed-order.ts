import { Refusal } from '#domain/ground/errors.ts';
import type { Order } from '#domain/order/data/order.ts';
import { permissionsOf } from '#domain/account/permissions.ts';
import { readableOrder } from '../work/order-role.ts';
import type { Work } from '../../spine/work/work.ts';

/** Returns an order about which the actor writes as staff. @throws Refusal for everybody else */
export function staffedOrder(work: Work, orderId: string): Order {
  const order = readableOrder(work, orderId);
  if (!permissionsOf(work.actor).includes('orders.command')) throw new Refusal('FORBIDDEN');
  return order;
}
