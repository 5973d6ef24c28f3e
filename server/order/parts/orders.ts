import { type RawBuilder, sql } from 'kysely';
import type { EventData } from '#domain/spine/events.ts';
import { is } from '#domain/spine/events.ts';
import { orderFolding } from '#domain/spine/fold-order.ts';
import type { Order } from '#domain/order/data/order.ts';
import { isDiscarded } from '#domain/order/life/status.ts';
import type { Batch } from '../../spine/log/batch.ts';
import type { LogEvent, OpenPart, Part, PartRecord } from '../../spine/work/part.ts';
import { type DayCount, isUnaccepted, ownersOf } from '../../session/quotas.ts';
import { keepingOrderCommands } from '../store/order-commands.ts';
import { queueDropping } from '../store/order-files.ts';
import { nextOrderNumber } from '../store/order-number.ts';
import { savingOrders } from '../store/orders.ts';
import { mailedStep } from '../store/step-mails.ts';
import { OrderSize } from './order-size.ts';

interface OrderNeed {
  id: string;
  /** Whether the command makes the order if it does not exist: a number is drawn for it. */
  mayBeNew?: boolean;
}

interface OrdersView {
  get(id: string): Order | undefined;
  /** Returns the number of a new order. @throws Error if the order exists, or the command did not ask for one */
  numberFor(id: string): string;
  /** Returns the size of an order: measured once, then updated by accepted changes. */
  sizeOf(order: Order): OrderSize;
}

interface OrderRows {
  orders: Order[] | null;
  /** A number for each order that a command may make. */
  numbers: { id: string; number: string }[] | null;
  /** Drafts of the actor and the actor's company: their number if an order is new, their bytes if one may be changed. */
  drafts: DayCount[] | null;
}

/** Orders, by id. */
export const orders: Part<OrderNeed, OrdersView, OrderRows> = {
  name: 'order.orders',
  // For a new order, the drafts of the actor and the actor's company are counted.
  leads(needs, actorId) {
    const ids = newIn(needs);
    return ids.length === 0
      ? undefined
      : sql`select owner from (${ownersOf(actorId)}) o where exists (${missing(ids)})`;
  },
  load(needs, actorId) {
    const ids = needs.map(({ id }) => id);
    const found = sql`(select json_agg(data) from orders where id = any(${ids}::uuid[]))`;
    const mayBeNew = newIn(needs);
    if (mayBeNew.length === 0) return sql`(select json_build_object('orders', ${found}))`;
    return sql`(select json_build_object('orders', ${found},
      'numbers', (select json_agg(json_build_object('id', id, 'number', ${nextOrderNumber})) from (${missing(mayBeNew)}) o),
      'drafts', (${draftsOf(actorId, mayBeNew)})))`;
  },
  open: (rows, record) => openOrders(rows, record),
};

function newIn(needs: readonly OrderNeed[]): string[] {
  return needs.flatMap(({ id, mayBeNew }) => (mayBeNew === true ? [id] : []));
}

function missing(ids: readonly string[]) {
  return sql`select n.id from unnest(${ids}::uuid[]) as n (id)
    where not exists (select from orders where orders.id = n.id)`;
}

function draftsOf(actorId: string, ids: readonly string[]): RawBuilder<unknown> {
  return sql`with owners as materialized (${ownersOf(actorId)})
    select json_agg(json_build_object('owner', owner, 'quota', quota, 'used', used)) from (
      select o.owner, 'draftOrders' as quota, (select count(*) from orders where status = 'draft'
          and case when o.company_id is null then owner_id = ${actorId} else company_id = o.company_id end)::float8 as used
        from owners o where exists (${missing(ids)})
      -- Two queries, so that each uses its index: every patch runs them.
      union all select o.owner, 'draftBytes', coalesce((select sum(bytes) from (
          select bytes from orders where o.company_id is null and owner_id = ${actorId} and ${isUnaccepted}
          union all select bytes from orders where company_id = o.company_id and ${isUnaccepted}) sizes), 0)::float8
        from owners o) counts`;
}

function openOrders(rows: OrderRows, { actor, origin, count }: PartRecord<never>): OpenPart<OrdersView, never> {
  const byId = new Map(rows.orders?.map((order) => [order.id, order]));
  const numbers = new Map(rows.numbers?.map(({ id, number }) => [id, number]));
  count(rows.drafts ?? []);
  const sizes = new Map<string, OrderSize>();
  const fold = orderFolding();
  const changed = new Set<string>();
  const events: LogEvent[] = [];
  return {
    view: {
      get: (id) => byId.get(id),
      numberFor(id) {
        const number = numbers.get(id);
        if (number === undefined) throw new Error(`no number was drawn for order ${id}`);
        return number;
      },
      sizeOf(order) {
        const known = sizes.get(order.id);
        if (known !== undefined) return known;
        const size = new OrderSize(order);
        if (byId.get(order.id) === order) sizes.set(order.id, size);
        return size;
      },
    },
    fold(event) {
      if (!event.stream.startsWith('order:')) return;
      const id = event.stream.slice('order:'.length);
      const before = byId.get(id);
      const size = sizes.get(id);
      const changes = is(event, 'order.patched') ? event.data.changes : [];
      const order =
        before === undefined || size === undefined
          ? fold(before, event)
          : size.foldAndMeasure(before, changes, () => fold(before, event) ?? before);
      if (order !== undefined) byId.set(id, order);
      changed.add(id);
      events.push(event);
    },
    save(batch) {
      const saved = [...changed].flatMap((id) => byId.get(id) ?? []);
      if (saved.length > 0) batch.add(savingOrders(saved));
      const commands = [...new Set(events.flatMap(({ cmdId }) => cmdId ?? []))];
      if (origin !== undefined && commands.length > 0) batch.add(keepingOrderCommands(actor.id, commands, origin));
      for (const event of events) saveStep(batch, event, byId);
    },
    audience(stream) {
      if (!stream.startsWith('order:')) return undefined;
      const order = byId.get(stream.slice('order:'.length));
      return order === undefined
        ? { members: [], companyId: null }
        : { members: [order.ownerId], companyId: order.companyId };
    },
  };
}

/** Queues what a step of an order leads to: an e-mail to its customer, and the deletion of a discarded draft's files. */
function saveStep(batch: Batch, event: LogEvent, byId: ReadonlyMap<string, Order>): void {
  if (!is(event, 'order.status_changed') && !is(event, 'parcel.changed')) return;
  const { orderId, entry }: EventData['order.status_changed' | 'parcel.changed'] = event.data;
  const order = byId.get(orderId);
  const step = mailedStep({ orderId, sseq: event.sseq }, entry, order?.ownerId);
  if (step !== undefined) batch.job('send_order_step', step);
  if (is(event, 'order.status_changed') && order !== undefined && isDiscarded(order))
    batch.after((tx) => queueDropping(tx, orderId));
}
