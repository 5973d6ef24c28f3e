import { sql } from 'kysely';
import { type DeskWrite, writingAtDesks } from '../store/order-desk.ts';
import type { Part } from '../../spine/work/part.ts';

interface DeskView {
  /** Returns the expert in charge of an order; null for none. */
  inCharge(orderId: string): string | null;
  /** Writes for staff about an order. */
  write(row: DeskWrite): void;
}

/** Notes of staff about orders and the experts in charge of them, by the orders' ids. */
export const desk: Part<string, DeskView, { orderId: string; expert: string | null }[] | null, DeskWrite> = {
  name: 'order.desk',
  load: (orderIds) => sql`(select json_agg(json_build_object('orderId', order_id, 'expert', expert))
    from order_desks where order_id = any(${orderIds}::uuid[]))`,
  open(rows, { write }) {
    const experts = new Map(rows?.map(({ orderId, expert }) => [orderId, expert]));
    const inCharge = (orderId: string) => experts.get(orderId) ?? null;
    const writes: DeskWrite[] = [];
    return {
      view: { inCharge, write },
      unlogged: (row) => row,
      apply(row) {
        if (row.kind === 'expert') experts.set(row.orderId, row.expert);
        if (row.kind === 'charge') experts.set(row.orderId, inCharge(row.orderId) ?? row.author);
        writes.push(row);
      },
      save: (batch) => writingAtDesks(writes).forEach((statement) => batch.add(statement)),
    };
  },
};
