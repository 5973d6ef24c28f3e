import { needsCustomer } from '#domain/order/life/asked-changes.ts';
import type { Order } from '#domain/order/data/order.ts';
import { templateNameOf } from '#domain/order/fields/template.ts';
import type { Me } from '#domain/account/users.ts';
import { projectOrder } from './project-order.ts';
import { type RefusedRow, type UserDb, isEntry } from '../../db/schema.ts';
import { groupBy, queueTables, outboxStateIn, type OutboxState } from '../../db/outbox-state.ts';
import type { OrderView } from './view-types.ts';

/** Returns all orders this user sees, last changed first, without templates. */
export async function ordersSeenBy(db: UserDb, me: Me): Promise<OrderView[]> {
  return (await ordersAndTemplatesOf(db, me)).filter(({ doc }) => templateNameOf(doc) === undefined);
}

/** Returns the templates this user may use: their own and those of their company, last changed first. */
export async function templatesOf(db: UserDb, me: Me): Promise<OrderView[]> {
  const all = await ordersAndTemplatesOf(db, me);
  return all.filter(({ doc, status, ownerId, companyId }) => {
    // Staff see the orders of all companies; their templates are of no use to them.
    const isMine = ownerId === me.id || (companyId !== null && companyId === me.company_id);
    return isMine && status === 'draft' && templateNameOf(doc) !== undefined;
  });
}

/** Returns all orders and templates this user sees, last changed first. */
export function ordersAndTemplatesOf(db: UserDb, me: Me): Promise<OrderView[]> {
  return db.transaction('r!', [db.orders, ...queueTables(db)], async () => {
    const orders = await db.orders.toArray();
    return orderViews(orders, await outboxStateIn(db), me);
  });
}

function orderViews(orders: Order[], outbox: OutboxState, me: Me): OrderView[] {
  const known = new Map(orders.map((order) => [order.id, order]));
  const refused = outbox.refused.map((row) => row.entry);
  const lanes = groupBy([...outbox.pending.entries, ...refused], (entry) => entry.lane);
  const ids = new Set([...known.keys(), ...[...lanes.keys()].filter((lane) => lane.startsWith('order:')).map(idOf)]);
  return [...ids]
    .flatMap((id) => viewOf(known.get(id), id, me, outbox) ?? [])
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
}

/** Returns these orders without pending commands, in the order of the ids; undefined for one that is not here. */
export function confirmedOrders(db: UserDb, ids: readonly string[]): Promise<(Order | undefined)[]> {
  return db.transaction('r!', db.orders, async () => db.orders.bulkGet([...ids]));
}

/** Returns one order, also if it exists on this device only. */
export function orderOf(db: UserDb, me: Me, orderId: string): Promise<OrderView | undefined> {
  return db.transaction('r!', [db.orders, ...queueTables(db)], async () => {
    const order = await db.orders.get(orderId);
    return viewOf(order, orderId, me, await outboxStateIn(db));
  });
}

/**
 * Returns how many of the user's own orders go on only after the user acts. Pending commands are read only where there
 * is such an order: else a message would make all orders be read again.
 */
export async function ordersInNeed(db: UserDb, me: Me): Promise<number> {
  const found = (await db.orders.toArray()).filter((order) => order.ownerId === me.id && needsCustomer(order));
  const shown = await Promise.all(found.map(({ id }) => orderOf(db, me, id)));
  return shown.filter((order) => order !== undefined && needsCustomer(order)).length;
}

function viewOf(confirmed: Order | undefined, orderId: string, me: Me, outbox: OutboxState): OrderView | undefined {
  const entries = outbox.pending.entries.filter((entry) => entry.lane === `order:${orderId}`);
  const mine = outbox.refused.filter((row) => row.entry.lane === `order:${orderId}`);
  // A refused first patch still shows what was typed: a refusal never hides a user's input.
  const shown = confirmed === undefined ? [...mine.map((row) => row.entry), ...entries] : entries;
  const projected = projectOrder(confirmed, orderId, shown, me);
  if (projected === undefined) return undefined;
  const [refused] = mine.sort((a, b) => a.entry.n - b.entry.n);
  return {
    ...projected.order,
    unsaved: projected.unsaved,
    pendingTransition: projected.pendingTransition,
    refused: refused === undefined ? null : refusalIn(refused),
    pending: confirmed === undefined,
  };
}

function refusalIn({ cmdId, code, message, details, entry }: RefusedRow): NonNullable<OrderView['refused']> {
  const reason = { cmdId, code, message, details, entry };
  if (isEntry(entry, 'order.transition')) return { ...reason, event: entry.args.event };
  if (!isEntry(entry, 'order.place')) return reason;
  const { seen, args } = entry;
  return { ...reason, placed: { docHash: args.docHash, ...(seen === undefined ? {} : { seen }) } };
}

function idOf(lane: string): string {
  return lane.slice('order:'.length);
}
