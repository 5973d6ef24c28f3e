import type { Order } from '#domain/order/data/order.ts';
import { isOfShipment, plain, shippingOf } from '#domain/order/life/shipment.ts';
import type { CarrierEvent } from '#domain/order/wire/goods.ts';
import { countWritten, type Db, rowsOf, type Tx, valuesOf } from '../../database/db.ts';
import { appendEvent, type Appended } from '../../spine/log/append-event.ts';
import { lockStreams } from '../../spine/log/reading.ts';
import { savingFoldedOrder } from '../store/orders.ts';
import { idempotencyDays } from '../../session/forget-old.ts';

/**
 * Reports of carriers about shipments, in the logs of their orders. No user sends them, so the bus does not write them.
 */

/** A written event, with what its announcement needs. */
export interface WrittenReport extends Appended {
  order: Pick<Order, 'id' | 'ownerId' | 'companyId'>;
}

/**
 * Writes an event of a carrier into the logs of the orders that it is about, once for each event.
 * @returns what was written: nothing for a repeated event; undefined where no shipment has this number
 */
export async function writeShipmentReport(db: Db, event: CarrierEvent): Promise<WrittenReport[] | undefined> {
  return await db.transaction().execute(async (tx) => {
    const ids = await shippedWith(tx, event.tracking);
    await lockStreams(
      tx,
      ids.map((id) => `order:${id}`),
    );
    const orders = (await ordersNow(tx, ids)).filter(({ order }) => {
      const shipment = shippingOf(order)?.shipment;
      return shipment !== undefined && isOfShipment(shipment, event);
    });
    if (orders.length === 0) return undefined;
    if (!(await noteEvent(tx, event.id))) return [];
    const written: WrittenReport[] = [];
    for (const each of orders) written.push(await append(tx, each, event));
    return written;
  });
}

/** Deletes ids of events that no carrier sends again. @returns their number */
export async function forgetCarrierEvents(db: Db): Promise<number> {
  return await countWritten(db)`delete from carrier_events
    where received_at < now() - ${idempotencyDays} * interval '1 day'`;
}

/** Returns the orders whose newest shipment has this tracking number, with any carrier. */
async function shippedWith(tx: Tx, tracking: string): Promise<string[]> {
  return await valuesOf<string>(tx)`
    select id from orders where status in ('shipped', 'delivered') and ${plain(tracking)} = upper(replace(
      jsonb_path_query_array(data, '$.history[*] ? (@.event == "SHIP").shipment.tracking') ->> -1, ' ', ''))`;
}

interface PlacedOrder {
  order: Order;
  /** Position of the newest event of its stream. */
  position: number;
}

async function ordersNow(tx: Tx, ids: readonly string[]): Promise<PlacedOrder[]> {
  return await rowsOf<PlacedOrder>(tx)`
    select o.data as "order", s.sseq as position from orders o join streams s on s.stream = 'order:' || o.id
     where o.id = any(${ids}::uuid[]) order by o.id`;
}

/** @returns false when the event had its effect already */
async function noteEvent(tx: Tx, id: string): Promise<boolean> {
  return (await countWritten(tx)`insert into carrier_events (id) values (${id}) on conflict do nothing`) === 1;
}

async function append(
  tx: Tx,
  { order, position }: PlacedOrder,
  { carrier, tracking, state, at }: CarrierEvent,
): Promise<WrittenReport> {
  const now = new Date();
  // A carrier's clock may be ahead of ours, and its report must not hide the later ones.
  const report = { state, at: new Date(Math.min(now.getTime(), Date.parse(at))).toISOString(), carrier, tracking };
  const data = { orderId: order.id, at: now.toISOString(), report };
  const stream = `order:${order.id}`;
  const about = { stream, position, actorId: order.ownerId, staff: true };
  const appended = await appendEvent(tx, { ...about, type: 'shipment.reported', data }, (reported) =>
    savingFoldedOrder(order, reported),
  );
  return { order, ...appended };
}
