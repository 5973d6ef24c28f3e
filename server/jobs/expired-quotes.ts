import { randomUUID } from 'node:crypto';
import { commandTable } from '#domain/commands.ts';
import type { Bus } from '../bus/bus.ts';
import { ordersPastQuote } from '../store/orders/expired-quotes.ts';
import { eachApart } from '../store/system/set-aside.ts';
import type { Db } from '../store/system/db.ts';

/** Returns orders to draft whose reviewed price was not accepted until its date. @returns their number */
export async function expireQuotes(db: Db, bus: Bus): Promise<number> {
  const past = await ordersPastQuote(db);
  return await eachApart(
    db,
    'expire_quotes',
    past,
    ({ id }) => id,
    async ({ id: orderId, ownerId }) => {
      const args = { orderId, event: 'QUOTE_EXPIRED', expectStatus: 'reviewed' };
      const command = { cmdId: randomUUID(), type: 'order.transition', v: commandTable['order.transition'].v, args };
      const done = await db.transaction().execute((tx) => bus.executeWithin(tx, ownerId, command, 'system'));
      done.announce();
      // Accepted or changed meanwhile: nothing is left to do.
      if (done.result.s === 'rejected' && done.result.code !== 'STALE') throw new Error(done.result.code);
    },
  );
}
