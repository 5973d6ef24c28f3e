import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { orderLimits } from '#domain/order/data/limits.ts';
import { carrierSays } from '#domain/order/life/shipment.ts';
import { DAY } from '#domain/ground/units.ts';
import { moveDueOrders } from '../../../server/order/jobs/due-orders.ts';
import { forgetCarrierEvents } from '../../../server/order/work/shipments-in-log.ts';
import { orderOf } from '../../../src/order/views/order-views.ts';
import { Device } from '../../support/devices/device.ts';
import { paidOrder, shipment } from '../../support/orders/goods.ts';
import { staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { at, type SignedIn, startServer, provideServer } from '../../support/servers/server.ts';

/** A carrier says what becomes of a shipment: signed, once for each event, and without moving the order. */

const secret = 'only for this test';
let customer: SignedIn;
let count = 0;

const server = await provideServer({ env: { CARRIER_WEBHOOK_SECRET: secret } });
const expert = await server.signIn('expert');
beforeEach(async () => {
  customer = await server.signIn('engineer');
});

/** Ships an order, with a tracking number of its own if none is given. */
async function shippedOrder(tracking = `1Z 77 ${++count}`): Promise<{ orderId: string; tracking: string }> {
  const orderId = await paidOrder(server, [customer, expert]);
  await staffEvent(server, expert, [orderId, 'START_BUILD', 'processing']);
  await staffEvent(server, expert, [orderId, 'CLOSE', 'prototyping']);
  await staffEvent(server, expert, [orderId, 'SHIP', 'done'], { shipment: { ...shipment, tracking } });
  return { orderId, tracking };
}

interface Said {
  id?: string;
  tracking: string;
  state?: string;
  at?: string;
  carrier?: string;
}

const event = ({ tracking, ...more }: Said) =>
  JSON.stringify({
    id: randomUUID(),
    carrier: 'ups',
    tracking,
    state: 'delivered',
    at: new Date().toISOString(),
    ...more,
  });

function send(body: string, { by = secret, t = Math.floor(Date.now() / 1000), to = server } = {}): Promise<Response> {
  const signed = createHmac('sha256', by).update(`${t}.${body}`).digest('hex');
  return fetch(`${to.url}/api/v1/hooks/carrier`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-carrier-signature': `t=${t},v1=${signed}` },
    body,
  });
}

test('what the carrier says is on the devices of both sides, and the order still waits for its customer', async () => {
  const { orderId, tracking } = await shippedOrder();
  const [mine, lab] = [await Device.open(server, customer), await Device.open(server, expert)];
  const said = { tracking: tracking.replaceAll(' ', '').toLowerCase(), at: '2026-03-04T10:00:00Z' };
  const statuses = [];
  for (const state of ['delivered', 'in_transit']) {
    const then = state === 'delivered' ? said.at : '2026-03-01T10:00:00Z';
    statuses.push((await send(event({ ...said, state, at: then }))).status);
  }
  expect(statuses).toEqual([200, 200]);
  for (const device of [mine, lab]) {
    await device.sync();
    const shown = await orderOf(device.db, device.me, orderId);
    expect(shown?.status).toBe('shipped');
    expect(shown === undefined ? undefined : carrierSays(shown)).toMatchObject({
      state: 'delivered',
      at: '2026-03-04T10:00:00.000Z',
    });
    expect(await device.db.orders.get(orderId)).toEqual(await storedOrder(server, orderId));
  }
  const record = await server.request(customer, 'GET', `/po_system/orders/${orderId}/record`);
  const reported = record.text.split('\n').filter((line) => line.includes('"shipment.reported"'));
  expect(reported.map((line) => at(JSON.parse(line), 'by'))).toEqual(['system', 'system']);
  const { rows } = await sql`select actor from audit_entries
    where what = 'order.shipment_reported' and about = ${orderId}`.execute(server.db);
  expect(rows).toEqual([{ actor: null }, { actor: null }]);
});

test('an event that is sent 20 times at once is kept once', async () => {
  const { orderId, tracking } = await shippedOrder();
  const body = event({ tracking });
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(body)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await storedOrder(server, orderId)).shipmentReports).toHaveLength(1);
});

test('an order counts as received 14 days after its delivery, and never by itself while it could not be delivered', async () => {
  const [delivered, failed] = [await shippedOrder(), await shippedOrder()];
  await send(event({ tracking: failed.tracking, state: 'failed' }));
  await sql`update orders set data = jsonb_set(data, '{history,-1,at}', '"2026-01-01T00:00:00.000Z"')
    where id = ${delivered.orderId}`.execute(server.db);
  await send(event({ tracking: delivered.tracking }));
  await moveDueOrders(server, 'confirm_receipts');
  expect(await storedOrder(server, delivered.orderId)).toMatchObject({ status: 'shipped' });
  await moveDueOrders(server, 'confirm_receipts', new Date(Date.now() + orderLimits.receiptDays * DAY));
  expect(await storedOrder(server, delivered.orderId)).toMatchObject({ status: 'delivered' });
  expect(await storedOrder(server, failed.orderId)).toMatchObject({ status: 'shipped' });
});

test('an event that nobody signed, or long ago, or that is changed, changes nothing', async () => {
  const { orderId, tracking } = await shippedOrder();
  const old = Math.floor(Date.now() / 1000) - 3600;
  expect((await send(event({ tracking }), { by: 'another' })).status).toBe(400);
  expect((await send(event({ tracking }), { t: old })).status).toBe(400);
  const bare = { method: 'POST', headers: { 'content-type': 'application/json' }, body: event({ tracking }) };
  expect((await fetch(`${server.url}/api/v1/hooks/carrier`, bare)).status).toBe(400);
  for (const wrong of [
    event({ tracking, state: 'lost' }),
    event({ tracking, at: 'yesterday' }),
    event({ tracking, at: '2026-13-45T99:00:00Z' }),
    event({ tracking, id: '' }),
    '{',
    '7',
  ])
    expect([wrong, (await send(wrong)).status]).toEqual([wrong, 400]);
  expect((await storedOrder(server, orderId)).shipmentReports).toBeUndefined();
});

test('a shipment that is not known is not found, so that the carrier sends the event again, which then has its effect', async () => {
  const { orderId, tracking } = await shippedOrder();
  const id = randomUUID();
  expect((await send(event({ id, tracking: 'elsewhere' }))).status).toBe(404);
  expect((await send(event({ id, tracking, carrier: 'dhl' }))).status).toBe(404);
  expect((await send(event({ id, tracking }))).status).toBe(200);
  expect((await storedOrder(server, orderId)).shipmentReports).toHaveLength(1);
});

test('a blank number is of no shipment, also where goods were collected without one', async () => {
  const { orderId } = await shippedOrder('');
  expect((await send(event({ tracking: ' ' }))).status).toBe(400);
  expect((await storedOrder(server, orderId)).shipmentReports).toBeUndefined();
});

test('a time in the future is taken as now, so that it hides nothing that comes later', async () => {
  const { orderId, tracking } = await shippedOrder();
  await send(event({ tracking, state: 'failed', at: '2999-01-01T00:00:00Z' }));
  await send(event({ tracking, state: 'delivered' }));
  expect(carrierSays(await storedOrder(server, orderId))?.state).toBe('delivered');
});

test('ids of events are kept for longer than anybody sends one again', async () => {
  await sql`insert into carrier_events (id, received_at) values ('old', now() - interval '2 years')`.execute(server.db);
  expect(await forgetCarrierEvents(server.db)).toBe(1);
});

test('without a secret there is no such call', async () => {
  const bare = await startServer();
  expect((await send(event({ tracking: '1' }), { to: bare })).status).toBe(404);
  await bare.close();
});
