import type { OrderStatus } from '#domain/order/data/order.ts';
import type { OrderRole } from '#domain/order/life/status.ts';

/** What may become of an order, written by hand from the specification. Tests compare the product with it. */

type Service = 'prototyping' | 'testing' | 'both';

export const services: readonly Service[] = ['prototyping', 'testing', 'both'];

const builds: readonly Service[] = ['prototyping', 'both'];
const tests: readonly Service[] = ['testing', 'both'];
const wait = 'awaiting_delivery_of_material';

/** From, to, event, who may cause it, and the services of the orders in which it exists. */
export const transitionRows: readonly [
  from: OrderStatus | null,
  to: OrderStatus,
  event: string,
  who: readonly OrderRole[],
  of: readonly Service[],
][] = [
  [null, 'draft', 'SAVE', ['customer'], services],
  ['draft', 'draft', 'EDIT', ['customer'], services],
  ['draft', 'cancelled', 'DISCARD', ['customer'], services],
  ['draft', 'submitted', 'PLACE', ['customer'], services],
  ['submitted', 'draft', 'WITHDRAW', ['customer'], services],
  ['submitted', 'reviewing', 'START_REVIEW', ['expert', 'admin'], services],
  ['submitted', 'cancelled', 'CANCEL', ['customer', 'expert', 'admin'], services],
  ['reviewing', 'draft', 'REQUEST_CHANGES', ['expert', 'admin'], services],
  ['reviewing', 'rejected', 'REJECT', ['expert', 'admin'], services],
  ['reviewing', 'reviewed', 'APPROVE', ['expert', 'admin'], services],
  ['reviewing', 'cancelled', 'CANCEL', ['customer', 'expert', 'admin'], services],
  ['reviewed', 'awaiting_payment', 'ACCEPT_QUOTE', ['customer'], services],
  ['reviewed', 'draft', 'QUOTE_EXPIRED', ['system'], services],
  ['reviewed', 'draft', 'CHANGE', ['customer'], services],
  ['reviewed', 'cancelled', 'DECLINE', ['customer'], services],
  ['awaiting_payment', 'processing', 'INVOICE_PAID', ['admin', 'system'], services],
  ['awaiting_payment', 'cancelled', 'CANCEL', ['customer', 'admin'], services],
  ['awaiting_payment', 'cancelled', 'INVOICE_VOID', ['admin'], services],
  ['processing', wait, 'NEEDS_MATERIAL', ['expert', 'admin'], services],
  ['processing', 'prototyping', 'START_BUILD', ['expert', 'admin'], builds],
  ['processing', 'testing', 'START_TEST', ['expert', 'admin'], tests],
  ['processing', 'cancelled', 'CANCEL', ['admin'], services],
  [wait, 'prototyping', 'MATERIAL_ACCEPTED', ['expert', 'admin'], builds],
  [wait, 'testing', 'MATERIAL_ACCEPTED', ['expert', 'admin'], ['testing']],
  [wait, 'rejected', 'MATERIAL_REFUSED', ['expert', 'admin'], services],
  [wait, 'cancelled', 'CANCEL', ['customer', 'admin'], services],
  ['prototyping', 'testing', 'BUILD_DONE', ['expert', 'admin'], tests],
  ['prototyping', 'shipped', 'SHIP', ['expert', 'admin'], ['prototyping']],
  ['prototyping', 'done', 'CLOSE', ['expert', 'admin'], services],
  ['prototyping', 'cancelled', 'CANCEL', ['admin'], services],
  ['testing', 'done', 'RESULTS_PUBLISHED', ['expert', 'admin'], services],
  ['testing', 'shipped', 'SHIP', ['expert', 'admin'], services],
  ['testing', 'prototyping', 'REBUILD', ['expert', 'admin'], builds],
  ['testing', 'cancelled', 'CANCEL', ['admin'], services],
  ['done', 'shipped', 'SHIP', ['expert', 'admin'], services],
  ['shipped', 'delivered', 'CONFIRM_RECEIPT', ['customer', 'system'], services],
];

/** Events that require a reason. */
export const reasoned: ReadonlySet<string> = new Set(['REQUEST_CHANGES', 'REJECT', 'MATERIAL_REFUSED']);

/** All events of the table, and some that no order has. */
export const allEvents: readonly string[] = [
  ...new Set(transitionRows.map(([, , event]) => event)),
  'TELEPORT',
  'toString',
  '__proto__',
];

export const allStatuses: readonly OrderStatus[] = [
  ...new Set(transitionRows.flatMap(([from, to]) => (from === null ? [to] : [from, to]))),
];

export interface Situation {
  status: OrderStatus;
  service: Service;
}

/** Returns the row for an event in a situation, whoever may cause it; undefined where the event does not exist. */
export function rowFor({ status, service }: Situation, event: string) {
  return transitionRows.find(([from, , name, , of]) => from === status && name === event && of.includes(service));
}

/** Returns the events that a role may cause in a situation, sorted. */
export function allowedTo(who: OrderRole, { status, service }: Situation): string[] {
  return transitionRows
    .filter(([from, , , roles, of]) => from === status && of.includes(service) && roles.includes(who))
    .map(([, , event]) => event)
    .sort();
}

/** Services of the orders whose status depends on them; of others one is tried. */
export function servicesIn(status: OrderStatus): readonly Service[] {
  const isSplit = transitionRows.some(([from, , , , of]) => from === status && of.length < services.length);
  return isSplit ? services : ['both'];
}
