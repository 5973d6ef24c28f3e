import type { Order } from '#domain/order/order.ts';
import type { Me } from '#domain/users.ts';
import { projectOrder } from './project-order.ts';
import type { OutboxEntry, UserDb } from './schema.ts';
import { groupBy, standingOf, type Standing } from './standing.ts';
import type { OrderView } from './views.ts';

/** Every order this person sees, the one touched last first. */
export async function ordersOf(db: UserDb, me: Me): Promise<OrderView[]> {
  const [orders, standing] = await Promise.all([db.orders.toArray(), standingOf(db)]);
  const known = new Map(orders.map((order) => [order.id, order]));
  const lanes = groupBy(standing.pending.entries, (entry) => entry.lane);
  for (const lane of lanes.keys())
    if (lane.startsWith('order:') && !known.has(idOf(lane))) known.set(idOf(lane), undefined as never);
  return [...known.keys()]
    .flatMap((id) => viewOf(known.get(id), id, lanes.get(`order:${id}`) ?? [], me, standing) ?? [])
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
}

/** One order, also while it exists on this device only. */
export async function orderOf(db: UserDb, me: Me, orderId: string): Promise<OrderView | undefined> {
  const [order, standing] = await Promise.all([db.orders.get(orderId), standingOf(db)]);
  const entries = standing.pending.entries.filter((entry) => entry.lane === `order:${orderId}`);
  return viewOf(order, orderId, entries, me, standing);
}

function viewOf(
  confirmed: Order | undefined,
  orderId: string,
  entries: OutboxEntry[],
  me: Me,
  standing: Standing,
): OrderView | undefined {
  const mine = standing.refused.filter((row) => row.entry.lane === `order:${orderId}`);
  // A refused first patch still shows what was typed: nothing a person wrote disappears by a refusal.
  const shown = confirmed === undefined ? [...mine.map((row) => row.entry), ...entries] : entries;
  const projected = projectOrder(confirmed, orderId, shown, me);
  if (projected === undefined) return undefined;
  const [refused] = mine.sort((a, b) => a.entry.n - b.entry.n);
  return {
    ...projected.order,
    unsaved: projected.unsaved,
    intent: projected.intent,
    refused:
      refused === undefined
        ? null
        : { cmdId: refused.cmdId, code: refused.code, message: refused.message, details: refused.details },
    pending: confirmed === undefined,
  };
}

function idOf(lane: string): string {
  return lane.slice('order:'.length);
}
