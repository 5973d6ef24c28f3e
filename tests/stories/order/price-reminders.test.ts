import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { day, timeOfDay } from '#domain/ground/calendar-day.ts';
import { DAY } from '#domain/ground/units.ts';
import { remindOfPrices } from '../../../server/order/jobs/price-reminders.ts';
import { accept, pushEvent, reviewedOrder, staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { provideServer, type SignedIn } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import { quoteDays, quoteReminderDays } from '#domain/order/price/review.ts';

/** The e-mail to a customer whose reviewed price ends soon. */

let customer: SignedIn;

const server = await provideServer({ env: { INVOICE_TIME_ZONE: 'Asia/Seoul' } });
const expert = await server.signIn('expert');
beforeEach(async () => {
  // Removes the prices of earlier tests.
  await sql`update orders set data = jsonb_set(data, '{status}', '"cancelled"')`.execute(server.db);
  customer = await server.signIn('engineer');
});

const daysBeforeEnd = (days: number) => new Date(Date.now() + (quoteDays - days) * DAY);
const soon = () => daysBeforeEnd(quoteReminderDays - 1);

async function queueReminder(orderId: string): Promise<void> {
  const { quote } = await storedOrder(server, orderId);
  const payload = JSON.stringify({ orderId, quoteHash: quote.hash });
  await sql`select graphile_worker.add_job('send_price_reminder', ${payload}::json)`.execute(server.db);
}

/** All e-mails about prices that this customer has received, once the worker has none left to send. */
async function remindersTo({ user }: SignedIn): Promise<{ subject: string; text: string }[]> {
  await until('all e-mails have been sent', async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from graphile_worker.jobs where task_identifier = 'send_price_reminder'`.execute(
      server.db,
    );
    return rows[0]?.n === 0;
  });
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, body as text from kept_mails
     where recipient = (select email from users where id = ${user.id}) and (subject like 'The price of order %' or subject like '%까지 유효합니다')
     order by id`.execute(server.db);
  return rows;
}

test('three days before a price ends its customer gets one e-mail, however often and wherever the job runs', async () => {
  const orderId = await reviewedOrder(server, [customer, expert]);
  expect(await remindOfPrices(server.db, daysBeforeEnd(quoteReminderDays + 1))).toBe(0);
  const counts = await Promise.all([1, 2, 3].map(() => remindOfPrices(server.db, soon())));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await remindOfPrices(server.db, soon())).toBe(0);

  const { number, quote } = await storedOrder(server, orderId);
  const [email, ...more] = await remindersTo(customer);
  expect(more).toEqual([]);
  const end = `${day(quote.validUntil ?? '', 'Asia/Seoul')}, ${timeOfDay(quote.validUntil ?? '', 'Asia/Seoul')} Asia/Seoul`;
  expect(email?.subject).toContain(`The price of order ${number} is binding until ${end}`);
  expect(email?.text).toContain(`/one-stop-order/history/${orderId}`);
});

test('a customer who reads Korean gets the e-mail in Korean', async () => {
  await sql`update users set language = 'ko' where id = ${customer.user.id}`.execute(server.db);
  await reviewedOrder(server, [customer, expert]);
  await remindOfPrices(server.db, soon());
  expect(await remindersTo(customer)).toMatchObject([{ subject: expect.stringContaining('까지 유효합니다') }]);
});

test('a new price of the same order gets an e-mail of its own', async () => {
  const orderId = await reviewedOrder(server, [customer, expert]);
  expect(await remindOfPrices(server.db, soon())).toBe(1);
  await pushEvent(server, customer, { orderId, event: 'CHANGE', expectStatus: 'reviewed' });
  const { body } = await server.request(customer, 'POST', '/po_system/calculate', { order_id: orderId });
  const { quote_hash } = Object(body);
  await server.request(customer, 'POST', '/po_system/orders/place', { order_id: orderId, quote_hash });
  await staffEvent(server, expert, [orderId, 'START_REVIEW', 'submitted']);
  await staffEvent(server, expert, [orderId, 'APPROVE', 'reviewing']);
  expect(await remindOfPrices(server.db, soon())).toBe(1);
});

test('a price that was accepted or declined, or has ended, gets no e-mail, even if one was queued', async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await reviewedOrder(server, [customer, expert]));
  const [accepted = '', declined = '', ended = ''] = ids;
  await accept(server, customer, accepted);
  await pushEvent(server, customer, { orderId: declined, event: 'DECLINE', expectStatus: 'reviewed' });
  await sql`update orders set data = jsonb_set(data, '{quote,validUntil}', '"2026-01-01T00:00:00.000Z"')
    where id = ${ended}`.execute(server.db);
  expect(await remindOfPrices(server.db, soon())).toBe(0);
  for (const id of ids) await queueReminder(id);
  expect(await remindersTo(customer)).toEqual([]);
});
