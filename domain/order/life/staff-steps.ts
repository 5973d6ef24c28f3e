import type { User } from '../../account/users.ts';
import type { Order, OrderStatus } from '../data/order.ts';
import { allowedEvents, type OrderRole, transitionOf } from './status.ts';

/** Steps that staff may take with orders of others: of their own orders they are the customers. */

type Staff = Pick<User, 'id' | 'role'>;
type Subject = Pick<Order, 'ownerId' | 'status' | 'doc'>;

/** Returns the events that this user may cause as staff, in table order. */
export function staffSteps(user: Staff, order: Subject): string[] {
  const role = roleFor(user, order);
  return role === undefined ? [] : allowedEvents(order.status, role, order.doc);
}

/** Returns the status to which an event of this user leads; undefined when they may not cause it. */
export function statusAfterStep(user: Staff, order: Subject, event: string): OrderStatus | undefined {
  const role = roleFor(user, order);
  const result = role === undefined ? undefined : transitionOf(order.status, event, role, order.doc);
  return result !== undefined && 'to' in result ? result.to : undefined;
}

function roleFor({ id, role }: Staff, { ownerId }: Subject): OrderRole | undefined {
  if (id === ownerId) return undefined;
  if (role === 'EXPERT') return 'expert';
  return role === 'CHATBOT' ? 'admin' : undefined;
}
