import { beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { orderLimits } from '#domain/order/data/limits.ts';
import { DAY } from '#domain/ground/units.ts';
import { moveDueOrders } from '../../../server/order/jobs/due-orders.ts';
import { setAsideByJob } from '../../../server/jobs/set-aside.ts';
import { shipment } from '../../support/orders/goods.ts';
import { accept, pushEvent, reviewedOrder, staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { provideServer, type SignedIn } from '../../support/servers/server.ts';

/** What happens to an order by itself: a shipped order counts as received when its customer says nothing. */

let customer: SignedIn;

const server = await provideServer();
const expert = await server.signIn('expert');
beforeEach(async () => {
  customer = await server.signIn('engineer');
});

const afterDays = (days: number) => new Date(Date.now() + days * DAY);
const afterWait = () => afterDays(orderLimits.receiptDays);
const receipt = (orderId: string) => ({ orderId, event: 'CONFIRM_RECEIPT', expectStatus: 'shipped' });

/** Takes an order from its review to its shipping. @returns its id */
async function shippedOrder(): Promise<string> {
  const id = await reviewedOrder(server, [customer, expert]);
  await accept(server, customer, id);
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${id}`.execute(server.db);
  await server.request(expert, 'POST', `/admin-api/invoices/${rows[0]?.id}/paid`, {});
  await staffEvent(server, expert, [id, 'START_BUILD', 'processing']);
  await staffEvent(server, expert, [id, 'CLOSE', 'prototyping']);
  const shipped = await staffEvent(server, expert, [id, 'SHIP', 'done'], { shipment });
  expect(shipped).toMatchObject({ status: 200, body: { status: 'shipped' } });
  return id;
}

/** Returns who confirmed the receipt of an order, once for each confirmation. */
async function confirmedBy(orderId: string): Promise<string[]> {
  const { history } = await storedOrder(server, orderId);
  return history.filter(({ event }) => event === 'CONFIRM_RECEIPT').map(({ by }) => by);
}

test('a shipped order counts as received 14 days later, and not earlier', async () => {
  const orderId = await shippedOrder();
  expect(await moveDueOrders(server, 'confirm_receipts', afterDays(orderLimits.receiptDays - 1))).toBe(0);
  expect(await storedOrder(server, orderId)).toMatchObject({ status: 'shipped' });
  expect(await moveDueOrders(server, 'confirm_receipts', afterWait())).toBe(1);
  expect(await storedOrder(server, orderId)).toMatchObject({ status: 'delivered' });
  expect(await confirmedBy(orderId)).toEqual(['system']);
  expect(await pushEvent(server, customer, receipt(orderId))).toMatchObject({ s: 'rejected', code: 'STALE' });
});

test('two processes that run the job at once, and the next run, confirm a receipt once', async () => {
  const orderId = await shippedOrder();
  await Promise.all([1, 2, 3].map(() => moveDueOrders(server, 'confirm_receipts', afterWait())));
  expect(await moveDueOrders(server, 'confirm_receipts', afterWait())).toBe(0);
  expect(await confirmedBy(orderId)).toEqual(['system']);
  expect(await setAsideByJob(server.db)).toEqual([]);
});

test('a customer who confirms while the job runs wins or loses whole', async () => {
  const orderId = await shippedOrder();
  const [, result] = await Promise.all([
    moveDueOrders(server, 'confirm_receipts', afterWait()),
    pushEvent(server, customer, receipt(orderId)),
  ]);
  expect(await confirmedBy(orderId)).toEqual([result?.s === 'ok' ? customer.user.id : 'system']);
  expect(await storedOrder(server, orderId)).toMatchObject({ status: 'delivered' });
  expect(await setAsideByJob(server.db)).toEqual([]);
});

test('a receipt that the customer has confirmed stays theirs', async () => {
  const orderId = await shippedOrder();
  expect(await pushEvent(server, customer, receipt(orderId))).toMatchObject({ s: 'ok' });
  expect(await moveDueOrders(server, 'confirm_receipts', afterWait())).toBe(0);
  expect(await confirmedBy(orderId)).toEqual([customer.user.id]);
});
