import { parcelContent } from './goods.ts';
import { demoOrders } from '../../../server/demo/orders.ts';
import { savingOrders } from '../../../server/order/store/orders.ts';
import { Batch } from '../../../server/spine/log/batch.ts';
import { textOf } from '../../../server/spine/log/saving.ts';
import type { Event, EventData, EventType } from '#domain/spine/events.ts';
import { foldOrder } from '#domain/spine/fold-order.ts';
import type { Order, OrderDoc, OrderStatus } from '#domain/order/data/order.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { reviewedQuote } from '#domain/order/price/review.ts';
import type { User } from '#domain/account/users.ts';
import type { Situation } from './transitions.ts';
import { newId } from '../users.ts';
import type { Db } from '../../../server/database/db.ts';

/** Orders that are written straight into the log, so that a test need not drive each from its draft. */

let orders = 0;
const ownerName = 'Owner';

/** Writes an order of this owner for each situation, by its events. @returns them in the same order */
export async function writeOrders(db: Db, owner: User, situations: readonly Situation[]): Promise<Order[]> {
  const written = situations.map((situation) => eventsOf(owner, situation));
  const batch = new Batch();
  batch.add(savingOrders(written.map(({ order }) => order)));
  const events = written.flatMap((each) =>
    each.events.map((event) => ({ ...event, text: textOf(event), staff: true })),
  );
  await db.transaction().execute((tx) => batch.send(tx, { actorId: owner.id, events }));
  return written.map(({ order }) => order);
}

function eventsOf(owner: User, { status, service }: Situation): { events: Event[]; order: Order } {
  const id = newId();
  const doc = { ...demoOrders[0]?.doc, service };
  const events: Event[] = [];
  let order: Order | undefined;
  const append = <T extends EventType>(type: T, data: EventData[T]): void => {
    const event: Event<T> = { stream: `order:${id}`, sseq: events.length + 1, type, v: 1, data, cmdId: newId() };
    events.push(event);
    order = foldOrder(order, event);
  };
  const at = new Date().toISOString();
  append('order.created', { order: draftOf(owner, id, at) });
  const changes = Object.entries(doc).map(([path, value]) => ({ path, value, ver: newId() }));
  append('order.patched', { orderId: id, by: owner.id, at, changes });
  if (status !== 'draft') append('order.status_changed', movedTo(owner, { id, status, doc, at }));
  // Without a counted parcel, material is not accepted.
  if (status === 'awaiting_delivery_of_material') {
    const entry = { parcelId: id, by: owner.id, byName: ownerName, at };
    append('parcel.changed', { orderId: id, entry: { ...entry, step: 'arrived', content: parcelContent } });
    append('parcel.changed', { orderId: id, entry: { ...entry, step: 'counted', counts: [2, 1] } });
  }
  // Without a report of its tests, results are not published.
  if (status === 'testing') append('report.published', { orderId: id, report: reportOf(owner, at) });
  if (order === undefined) throw new Error('no order was folded');
  return { events, order };
}

function draftOf({ id: ownerId, company_id: companyId }: User, id: string, at: string): Order {
  return {
    id,
    number: `PO-1999-${String(++orders).padStart(6, '0')}`,
    ownerId,
    ownerName,
    companyId,
    status: 'draft',
    doc: {},
    vers: {},
    conflicts: [],
    quote: null,
    history: [{ from: null, to: 'draft', event: 'SAVE', by: ownerId, byName: ownerName, at, reason: null, sseq: 1 }],
    createdAt: at,
    updatedAt: at,
    at: {},
    sseq: 1,
  };
}

interface Moved {
  id: string;
  status: OrderStatus;
  doc: OrderDoc;
  at: string;
}

/** One event that puts a draft into a status, with a price that is binding. */
function movedTo(owner: User, { id, status, doc, at }: Moved): EventData['order.status_changed'] {
  const by = { by: owner.id, byName: ownerName };
  const quote = reviewedQuote(quoteOf(doc, exampleRateCard), {}, { at, ...by });
  return {
    orderId: id,
    entry: { from: 'draft', to: status, event: 'WRITTEN_BY_A_TEST', ...by, at, reason: null },
    quote,
  };
}

/** A report about all tests of an order. */
function reportOf({ id: by }: User, at: string): EventData['report.published']['report'] {
  const file = { name: 'report.pdf', size: 1, mime: 'application/pdf', sha256: '0'.repeat(64) };
  return {
    id: newId(),
    name: 'Report',
    test: null,
    ranges: [],
    note: '',
    file,
    reason: null,
    by,
    byName: ownerName,
    at,
  };
}
