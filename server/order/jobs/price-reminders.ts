import { day, timeOfDay } from '#domain/ground/calendar-day.ts';
import { endsSoon, isExpired } from '#domain/order/price/review.ts';
import type { MailDeps } from '../../mail/mailer.ts';
import { sendEmail } from '../../mail/send-email.ts';
import { notePriceReminder, priceReminderFor, type NamedPrice } from '../store/price-reminders.ts';
import { ordersWaitingIn } from '../store/waiting-orders.ts';
import type { Db } from '../../database/db.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import { eachApart } from '../../jobs/set-aside.ts';

/** E-mails to customers about a reviewed price that is soon no longer binding: one for each price. */

/** Queues the e-mails. @returns their number */
export async function remindOfPrices(db: Db, now = new Date()): Promise<number> {
  const ending = (await ordersWaitingIn(db, 'reviewed')).filter((order) => endsSoon(order, now.toISOString()));
  let count = 0;
  await eachApart(
    db,
    'remind_of_prices',
    ending,
    ({ id }) => id,
    async ({ id: orderId, quoteHash }) => {
      if (quoteHash === null) return;
      const price: NamedPrice = { orderId, quoteHash };
      const isNew = await db.transaction().execute(async (tx) => {
        const isFirst = await notePriceReminder(tx, price);
        if (isFirst) await queueJob(tx, 'send_price_reminder', price);
        return isFirst;
      });
      if (isNew) count += 1;
    },
  );
  return count;
}

/** Returns the task that sends them, with the time in the seller's zone, as on the quote. Nothing is sent if the price was accepted, declined, changed or ended meanwhile. */
export function priceTasks(deps: MailDeps, timeZone: string) {
  return {
    send_price_reminder: async (payload: unknown) => {
      const { orderId, quoteHash } = payload as NamedPrice;
      const reminder = await priceReminderFor(deps.db, { orderId, quoteHash });
      if (reminder === undefined || isExpired(reminder, new Date().toISOString())) return;
      const { number, validUntil } = reminder;
      const due = `${day(validUntil, timeZone)}, ${timeOfDay(validUntil, timeZone)} ${timeZone}`;
      await sendEmail(deps, 'priceEnds', reminder, { number, due, orderId });
    },
  };
}
