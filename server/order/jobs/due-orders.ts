import { randomUUID } from 'node:crypto';
import { commandTable } from '#domain/spine/commands.ts';
import type { OrderStatus } from '#domain/order/data/order.ts';
import { countsAsReceived } from '#domain/order/life/goods-received.ts';
import { isExpired } from '#domain/order/price/review.ts';
import type { Bus } from '../../spine/bus/push.ts';
import { ordersWaitingIn, type WaitingOrder } from '../store/waiting-orders.ts';
import { eachApart } from '../../jobs/set-aside.ts';
import type { Db } from '../../database/db.ts';

interface DueEvent {
  event: string;
  from: OrderStatus;
  isDue: (order: WaitingOrder, at: string) => boolean;
}

/** Events that the server causes by itself when an order has waited long enough, by the name of the job. */
const dueEvents = {
  /** A reviewed price was not accepted until its date. */
  expire_quotes: { event: 'QUOTE_EXPIRED', from: 'reviewed', isDue: isExpired },
  /** The customer has not confirmed the receipt. */
  confirm_receipts: { event: 'CONFIRM_RECEIPT', from: 'shipped', isDue: countsAsReceived },
} as const satisfies Record<string, DueEvent>;

/** Causes the event of a job in each order whose time has come. @returns the number of these orders */
export async function moveDueOrders(
  { db, bus }: { db: Db; bus: Bus },
  job: keyof typeof dueEvents,
  now = new Date(),
): Promise<number> {
  const { event, from, isDue }: DueEvent = dueEvents[job];
  const due = (await ordersWaitingIn(db, from)).filter((order) => isDue(order, now.toISOString()));
  return await eachApart(
    db,
    job,
    due,
    ({ id }) => id,
    async ({ id: orderId, ownerId, version }) => {
      const args = { orderId, event, expectStatus: from, expectVersion: version };
      const command = { cmdId: randomUUID(), type: 'order.transition', v: commandTable['order.transition'].v, args };
      const done = await db.transaction().execute((tx) => bus.executeWithin(tx, ownerId, command, 'system'));
      done.announce();
      // The customer or another process was faster: nothing is left to do.
      if (done.result.s === 'rejected' && done.result.code !== 'STALE') throw new Error(done.result.code);
    },
  );
}
