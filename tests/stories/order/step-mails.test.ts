import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { countedParcel, orderAwaitingMaterial, paidOrder, pushParcel } from '../../support/orders/goods.ts';
import { placeOrder, pushEvent, reviewedOrder, staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { provideServer, type SignedIn } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import { newId } from '../../support/users.ts';

/** E-mails to a customer about the steps of an order, as the customer has chosen. */

let customer: SignedIn;

const server = await provideServer();
const expert = await server.signIn('expert');
beforeEach(async () => {
  customer = await server.signIn('engineer');
  await choose('needed');
});

const choose = (orders: string) => server.request(customer, 'PUT', '/users/me/mails', { orders });

/** Subjects and texts of the e-mails about an order, oldest first, once the worker has none left to send. */
async function mailsAbout(orderId: string): Promise<{ subject: string; body: string }[]> {
  await until('all e-mails have been sent', async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from graphile_worker.jobs where task_identifier = 'send_order_step'`.execute(
      server.db,
    );
    return rows[0]?.n === 0;
  });
  const { number } = await storedOrder(server, orderId);
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from kept_mails
     where body like ${`%/one-stop-order/history/${orderId}%`} and (subject like ${`Order ${number}:%`} or subject like ${`주문 ${number}:%`})
     order by id`.execute(server.db);
  return rows;
}

const subjectsAbout = async (orderId: string) =>
  (await mailsAbout(orderId)).map(({ subject }) => subject.replace(/^[^:]*: /, ''));

test('a customer is mailed once that the price is there, with what to do now, and not that the review began', async () => {
  const orderId = await reviewedOrder(server, [customer, expert]);
  const mails = await mailsAbout(orderId);
  expect(mails.map(({ subject }) => subject.replace(/^[^:]*: /, ''))).toEqual(['Its price is reviewed and binding']);
  expect(mails[0]?.body).toContain('Accept or decline the price in the app.');
});

test('a customer who wants every step gets every step that somebody else takes, and none of the own ones', async () => {
  await choose('every');
  const orderId = await placeOrder(server, customer);
  const key = { 'idempotency-key': newId() };
  const start = () => staffEvent(server, expert, [orderId, 'START_REVIEW', 'submitted'], {}, key);
  await Promise.all([start(), start(), start()]);
  await pushEvent(server, customer, { orderId, event: 'CANCEL', expectStatus: 'reviewing' });
  expect(await subjectsAbout(orderId)).toEqual(['An expert has started the review']);
});

test('a reason of an expert is in the e-mail, and is no link there', async () => {
  const orderId = await placeOrder(server, customer);
  await staffEvent(server, expert, [orderId, 'START_REVIEW', 'submitted']);
  const reason = 'The shaft is too wide, see https://example.org/shafts';
  await staffEvent(server, expert, [orderId, 'REQUEST_CHANGES', 'reviewing'], { reason });
  const [mail] = await mailsAbout(orderId);
  expect(mail?.subject).toContain('An expert asks you to change it');
  expect(mail?.body).toContain('The shaft is too wide');
  expect(mail?.body).not.toContain('https://example.org');
});

test('a customer who wants none gets none, also when that was chosen after the step', async () => {
  await choose('none');
  const orderId = await reviewedOrder(server, [customer, expert]);
  expect(await subjectsAbout(orderId)).toEqual([]);
});

test('a customer who reads Korean is mailed in Korean', async () => {
  await sql`update users set language = 'ko' where id = ${customer.user.id}`.execute(server.db);
  const orderId = await reviewedOrder(server, [customer, expert]);
  expect(await subjectsAbout(orderId)).toEqual(['가격 검토가 끝나 확정 가격이 나왔습니다']);
});

test('a choice that does not exist is refused, and the one before stays', async () => {
  expect((await choose('weekly')).status).toBe(400);
  expect(await server.request(customer, 'GET', '/users/me/mails')).toMatchObject({ body: { orders: 'needed' } });
});

test('a customer is mailed that a parcel was refused and why, and only on request that one has arrived', async () => {
  const [few, every] = [
    await orderAwaitingMaterial(server, [customer, expert]),
    await orderAwaitingMaterial(server, [customer, expert]),
  ];
  const refuse = async (orderId: string) => {
    const parcelId = await countedParcel(server, expert, orderId);
    await pushParcel(server, expert, { orderId, parcelId, step: 'refused', reason: 'The foil is wet.' });
    return (await mailsAbout(orderId)).filter(({ subject }) => subject.includes('parcel'));
  };
  const needed = await refuse(few);
  expect(needed.map(({ subject }) => subject.replace(/^[^:]*: /, ''))).toEqual(['We had to refuse a parcel']);
  expect(needed[0]?.body).toContain('The foil is wet.');
  await choose('every');
  expect((await refuse(every)).map(({ subject }) => subject.replace(/^[^:]*: /, ''))).toEqual([
    'A parcel for it has arrived',
    'We had to refuse a parcel',
  ]);
});

test('the e-mail about a cancelled order says what is billed and that the rest is given back', async () => {
  const orderId = await paidOrder(server, [customer, expert]);
  const admin = await server.signIn('admin');
  await staffEvent(server, admin, [orderId, 'CANCEL', 'processing'], {
    work_done: [{ code: 'setup', amount: 12_300 }],
  });
  const mail = (await mailsAbout(orderId)).at(-1);
  expect(mail?.subject).toContain('It was cancelled');
  expect(mail?.body).toContain('Work for EUR 123.00 was done and is billed. No tax is added.');
  expect(mail?.body).toContain('transferred back');
});
