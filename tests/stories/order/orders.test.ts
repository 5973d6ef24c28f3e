import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '#domain/ground/json.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { quotas } from '#domain/account/quotas.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { placeOrder } from '../../../src/order/calls/order-place.ts';
import { transitionOrder } from '../../../src/order/calls/order-transition.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { append } from '../../../src/db/outbox.ts';
import { mayRetry, retryRefused } from '../../../src/order/calls/order-send-again.ts';
import { discardWaiting } from '../../../src/db/send-again.ts';
import { complete, delivered, m50 } from '../../domain/order/orders.ts';
import { Device } from '../../support/devices/device.ts';
import { provideServer, type SignedIn } from '../../support/servers/server.ts';

let engineer: SignedIn;
let lab: Device;
let desk: Device;
let orderId: string;

const server = await provideServer();

beforeEach(async () => {
  engineer = await server.signIn('engineer');
  lab = await Device.open(server, engineer);
  desk = await Device.open(server, engineer);
  orderId = lab.ctx.newId();
});
afterEach(() => {
  lab.close();
  desk.close();
});

const write = (device: Device, doc: Record<string, Json>) =>
  patchOrder(device.ctx, { orderId, changes: Object.entries(doc).map(([path, value]) => ({ path, value })) });

const values = async (device: Device, ...paths: string[]) => {
  const doc = (await device.order(orderId))?.doc;
  return paths.map((path) => doc?.[path] ?? null);
};

const conflicts = async (device: Device) =>
  ((await device.order(orderId))?.conflicts ?? []).map(({ path, mine, theirs }) => ({ path, mine, theirs }));

/** The lab's device writes the order, and both devices have it. */
async function shared(doc: Record<string, Json>): Promise<void> {
  await write(lab, doc);
  await lab.sync();
  await desk.sync();
}

/** Returns the state stored on the server. */
async function stored(): Promise<{ status: string; events: string[] }> {
  const { rows } = await sql<{ status: string; events: string[] }>`
    select status, (select json_agg(h ->> 'event') from jsonb_array_elements(data -> 'history') h) as events
    from orders where id = ${orderId}`.execute(server.db);
  if (rows[0] === undefined) throw new Error('there is no such order');
  return rows[0];
}

test('what I typed offline stays on this device when the storage for drafts is full, and is stored once I have discarded one', async () => {
  await shared({ title: 'kept' });
  const big = lab.ctx.newId();
  await patchOrder(lab.ctx, { orderId: big, changes: [{ path: 'title', value: 'big' }] });
  await lab.sync();
  await sql`update orders set data = data || jsonb_build_object('padding', repeat('x', ${quotas.draftBytes.member}::int))
    where id = ${big}`.execute(server.db);
  lab.network.isOn = false;
  await write(lab, { notes: 'typed in the train' });
  lab.network.isOn = true;
  await lab.sync();
  expect(await lab.waiting()).toEqual(['order.patch refused QUOTA_EXCEEDED']);
  const refused = (await lab.order(orderId))?.refused;
  expect(refused?.details).toMatchObject({ quota: 'draftBytes', of: 'user' });
  await transitionOrder(lab.ctx, { orderId: big, event: 'DISCARD' });
  await lab.sync();
  await retryRefused(lab.ctx, refused?.cmdId ?? '');
  await lab.sync();
  await desk.sync();
  expect(await lab.waiting()).toEqual([]);
  expect(await values(desk, 'title', 'notes')).toEqual(['kept', 'typed in the train']);
});

test('67 what I change on two devices in different fields is both there afterwards', async () => {
  await shared({ format: '21700', quantity: 10 });
  lab.network.isOn = false;
  desk.network.isOn = false;
  await write(lab, { quantity: 12 });
  await write(desk, { format: '18650' });
  for (const device of [lab, desk]) device.network.isOn = true;
  await lab.sync();
  await desk.sync();
  await lab.sync();
  for (const device of [lab, desk]) {
    expect(await values(device, 'quantity', 'format')).toEqual([12, '18650']);
    expect(await conflicts(device)).toEqual([]);
    expect(await device.waiting()).toEqual([]);
  }
});

test('67 the same field changed on two devices keeps both values until I choose, and the choice holds on both', async () => {
  await shared({ quantity: 10 });
  lab.network.isOn = false;
  await write(lab, { quantity: 20 });
  await write(desk, { quantity: 30 });
  await desk.sync();
  lab.network.isOn = true;
  await lab.sync();
  await desk.sync();
  for (const device of [lab, desk]) {
    expect(await values(device, 'quantity')).toEqual([30]);
    expect(await conflicts(device)).toEqual([{ path: 'quantity', mine: 20, theirs: 30 }]);
  }
  await write(lab, { quantity: 20 });
  expect(await conflicts(lab)).toEqual([]);
  await lab.sync();
  await desk.sync();
  for (const device of [lab, desk]) {
    expect(await values(device, 'quantity')).toEqual([20]);
    expect(await conflicts(device)).toEqual([]);
  }
});

test('what a colleague saves while I am typing is not overwritten: both values are shown', async () => {
  await shared({ quantity: 10 });
  const seen = (await lab.order(orderId))?.vers['quantity'] ?? null;
  await write(desk, { quantity: 30 });
  await desk.sync();
  await lab.sync();
  const first = await patchOrder(lab.ctx, { orderId, changes: [{ path: 'quantity', value: 2, base: seen }] });
  await patchOrder(lab.ctx, { orderId, changes: [{ path: 'quantity', value: 20, base: first }] });
  await lab.sync();
  await desk.sync();
  for (const device of [lab, desk]) {
    expect(await values(device, 'quantity')).toEqual([30]);
    expect(await conflicts(device)).toEqual([{ path: 'quantity', mine: 20, theirs: 30 }]);
  }
});

test('what I typed in one go is no conflict with myself, sent in between or not', async () => {
  await shared({ quantity: 10 });
  const seen = (await lab.order(orderId))?.vers['quantity'] ?? null;
  await patchOrder(lab.ctx, { orderId, changes: [{ path: 'quantity', value: 2, base: seen }] });
  await lab.send();
  await patchOrder(lab.ctx, { orderId, changes: [{ path: 'quantity', value: 20, base: seen }] });
  await patchOrder(lab.ctx, { orderId, changes: [{ path: 'quantity', value: 200, base: seen }] });
  await lab.sync();
  await desk.sync();
  expect(await values(desk, 'quantity')).toEqual([200]);
  expect(await conflicts(desk)).toEqual([]);
});

test('keeping the value that is there settles a conflict too', async () => {
  await shared({ quantity: 10 });
  await write(lab, { quantity: 20 });
  await write(desk, { quantity: 30 });
  await lab.sync();
  await desk.sync();
  expect(await conflicts(desk)).toEqual([{ path: 'quantity', mine: 30, theirs: 20 }]);
  await write(desk, { quantity: 20 });
  await desk.sync();
  await lab.sync();
  for (const device of [lab, desk]) {
    expect(await values(device, 'quantity')).toEqual([20]);
    expect(await conflicts(device)).toEqual([]);
  }
});

test('the same value written on two devices is no conflict', async () => {
  await shared({ quantity: 10 });
  await write(lab, { quantity: 25 });
  await write(desk, { quantity: 25 });
  await lab.sync();
  await desk.sync();
  expect(await conflicts(desk)).toEqual([]);
  expect(await values(desk, 'quantity')).toEqual([25]);
});

test('upper voltage here and lower voltage there are one thing: the later half waits for my choice', async () => {
  const at = (key: string) => `tests/${lab.me.id}/${key}`;
  await shared({ [at('type')]: 'Cycle', [at('upperVoltage')]: 4.2, [at('lowerVoltage')]: 2.5, [at('temp')]: 25 });
  await write(lab, { [at('upperVoltage')]: 4.1 });
  await write(desk, { [at('lowerVoltage')]: 2.8, [at('temp')]: 45 });
  await lab.sync();
  await desk.sync();
  await lab.sync();
  for (const device of [lab, desk]) {
    expect(await values(device, at('upperVoltage'), at('lowerVoltage'), at('temp'))).toEqual([4.1, 2.5, 45]);
    expect(await conflicts(device)).toEqual([{ path: at('lowerVoltage'), mine: 2.8, theirs: 2.5 }]);
  }
  await write(desk, { [at('lowerVoltage')]: 2.8 });
  await desk.sync();
  await lab.sync();
  for (const device of [lab, desk]) {
    expect(await values(device, at('upperVoltage'), at('lowerVoltage'))).toEqual([4.1, 2.8]);
    expect(await conflicts(device)).toEqual([]);
  }
});

test('25 many changes made offline leave as one; a change made while that is on its way is not lost in it', async () => {
  lab.network.isOn = false;
  for (const quantity of [1, 2, 3, 4]) await write(lab, { quantity });
  await write(lab, { format: '21700' });
  expect(await lab.waiting()).toEqual(['order.patch queued']);
  lab.network.isOn = true;
  const release = lab.network.delay(/sync\/push/);
  const sending = lab.send();
  await expect.poll(() => lab.db.progress.count()).toBe(1);
  await write(lab, { quantity: 5 });
  release();
  await sending;
  await lab.sync();
  await desk.sync();
  expect(await values(desk, 'quantity', 'format')).toEqual([5, '21700']);
  expect(await conflicts(desk)).toEqual([]);
});

test('an order finished and placed with no network is placed once, as I saw it, after a restart', async () => {
  lab.network.isOn = false;
  await write(lab, { ...complete, quantity: 30 });
  await write(lab, { quantity: 40 });
  await placeOrder(lab.ctx, { orderId });
  await placeOrder(lab.ctx, { orderId });
  await lab.restart();
  expect(await lab.order(orderId)).toMatchObject({
    pendingTransition: 'PLACE',
    status: 'draft',
    doc: { quantity: 40 },
  });

  lab.network.isOn = true;
  lab.network.loseReplies(/sync\/push/);
  await lab.send();
  await lab.restart();
  await lab.sync();
  await desk.sync();
  const expected = quoteOf({ ...complete, quantity: 40 }, exampleRateCard);
  expect(await stored()).toEqual({ status: 'submitted', events: ['SAVE', 'PLACE'] });
  for (const device of [lab, desk]) {
    expect(await device.order(orderId)).toMatchObject({
      status: 'submitted',
      pendingTransition: null,
      unsaved: 0,
      refused: null,
    });
    expect((await device.order(orderId))?.quote).toEqual(expected);
  }
});

test('a change behind the placing is not taken on this device, and is refused where an older page sends one', async () => {
  lab.network.isOn = false;
  await write(lab, complete);
  await placeOrder(lab.ctx, { orderId });
  await expect(write(lab, { quantity: 77 })).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  expect(await lab.waiting()).toEqual(['order.patch queued', 'order.place queued']);
  const changes = [{ path: 'quantity', value: 77, base: null }];
  await append(lab.ctx, { cmdId: lab.ctx.newId(), type: 'order.patch', args: { orderId, changes } });
  lab.network.isOn = true;
  await lab.sync();
  expect(await stored()).toMatchObject({ status: 'submitted' });
  expect(await lab.waiting()).toEqual(['order.patch refused ILLEGAL_TRANSITION']);
  expect(await values(lab, 'quantity')).toEqual([m50['quantity']]);
});

test('26 placed here while another device changed it: refused with the reason, messages continue, and I can place it again', async () => {
  await shared(complete);
  lab.network.isOn = false;
  const roomId = await openRoom(lab.ctx, { type: 5 });
  await placeOrder(lab.ctx, { orderId });
  await sendMessage(lab.ctx, { roomId, content: 'I have just placed it.', files: [] });
  await write(desk, { quantity: 44 });
  await desk.sync();

  lab.network.isOn = true;
  await lab.sync();
  await write(lab, { notes: 'after placing' });
  expect(await lab.waiting()).toEqual(['order.place refused ORDER_CHANGED', 'order.patch blocked']);
  const order = await lab.order(orderId);
  expect(order).toMatchObject({ status: 'draft', refused: { code: 'ORDER_CHANGED' }, doc: { quantity: 44 } });
  expect(order?.refused?.details).toMatchObject({ docHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await lab.shown(roomId)).toEqual(['I have just placed it.: sent']);
  expect(await stored()).toMatchObject({ status: 'draft' });

  await retryRefused(lab.ctx, order?.refused?.cmdId ?? '');
  await lab.send();
  await lab.sync();
  expect(await stored()).toEqual({ status: 'submitted', events: ['SAVE', 'PLACE'] });
  expect(await values(lab, 'quantity', 'notes')).toEqual([44, 'after placing']);
  expect(await lab.waiting()).toEqual([]);
});

test('a price that changed meanwhile is shown beside mine; discarding leaves the draft, and what waited behind it goes', async () => {
  await shared(complete);
  const seen = quoteOf(complete, exampleRateCard);
  lab.rateCard = { ...exampleRateCard, prototypingSetup: exampleRateCard.prototypingSetup - 1_00 };
  await placeOrder(lab.ctx, { orderId });
  await lab.sync();
  await write(lab, { notes: 'hello' });
  const order = await lab.order(orderId);
  expect(order).toMatchObject({ status: 'draft', refused: { code: 'PRICE_CHANGED', details: { quote: seen } } });
  await discardWaiting(lab.ctx, order?.refused?.cmdId ?? '');
  await lab.sync();
  await desk.sync();
  expect(await lab.waiting()).toEqual([]);
  expect(await desk.order(orderId)).toMatchObject({ status: 'draft', doc: { notes: 'hello' } });
});

test('the same draft placed offline on two devices is placed once, and the second device needs nothing from me', async () => {
  await shared(complete);
  for (const device of [lab, desk]) {
    device.network.isOn = false;
    await placeOrder(device.ctx, { orderId });
    device.network.isOn = true;
  }
  await desk.sync();
  await lab.sync();
  expect(await stored()).toEqual({ status: 'submitted', events: ['SAVE', 'PLACE'] });
  expect(await lab.waiting()).toEqual([]);
  expect(await lab.order(orderId)).toMatchObject({ status: 'submitted', refused: null });
});

test('a draft placed here with other values than on the other device stays refused with them, and offers no retry', async () => {
  await shared(complete);
  lab.network.isOn = false;
  await write(lab, { quantity: 44 });
  await placeOrder(lab.ctx, { orderId });
  await placeOrder(desk.ctx, { orderId });
  await desk.sync();
  lab.network.isOn = true;
  await lab.sync();
  expect(await stored()).toEqual({ status: 'submitted', events: ['SAVE', 'PLACE'] });
  const order = await lab.order(orderId);
  expect(await lab.waiting()).toEqual(['order.patch refused ILLEGAL_TRANSITION', 'order.place blocked']);
  expect(order?.refused?.entry.args).toMatchObject({ changes: [{ path: 'quantity', value: 44 }] });
  expect(order?.refused && mayRetry(order.refused, order)).toBe(false);
});

test('an incomplete order is not placed, with what is missing', async () => {
  await write(lab, { ...complete, quantity: null });
  await placeOrder(lab.ctx, { orderId });
  await lab.sync();
  expect(await lab.waiting()).toEqual(['order.place refused INVALID']);
  const details = (await lab.order(orderId))?.refused?.details;
  expect(details).toEqual(expect.arrayContaining([expect.objectContaining({ path: 'quantity', code: 'REQUIRED' })]));
});

test('an order that does not say where its cells go is refused; with the address the same order is sent again', async () => {
  const unaddressed = { ...complete, deliveryAddress: null };
  await write(lab, unaddressed);
  lab.network.isOn = false;
  await placeOrder(lab.ctx, { orderId });
  lab.network.isOn = true;
  await lab.sync();
  const refused = (await lab.order(orderId))?.refused;
  expect(refused).toMatchObject({ code: 'INVALID', details: [{ path: 'deliveryAddress', code: 'REQUIRED' }] });
  await write(lab, { deliveryAddress: complete['deliveryAddress'] ?? null });
  const doc = (await lab.order(orderId))?.doc ?? {};
  await retryRefused(lab.ctx, refused?.cmdId ?? '', {
    docHash: docHashOf(doc),
    quote: quoteOf(doc, exampleRateCard),
  });
  await lab.sync();
  expect(await lab.waiting()).toEqual([]);
  expect(await lab.order(orderId)).toMatchObject({ status: 'submitted', doc: delivered });
});

test('a colleague sees my order but cannot change or place it; a stranger does not see it', async () => {
  const colleague = await Device.open(server, await server.signIn('colleague'));
  const stranger = await Device.open(server, await server.signIn('customer'));
  await colleague.sync();
  await shared(complete);
  await colleague.sync();
  await stranger.sync();
  expect(await colleague.order(orderId)).toMatchObject({ ownerId: lab.me.id, doc: { format: complete['format'] } });
  expect(await stranger.order(orderId)).toBeUndefined();

  await write(colleague, { quantity: 99 });
  await colleague.sync();
  expect(await colleague.waiting()).toEqual(['order.patch refused FORBIDDEN']);
  expect(await values(colleague, 'quantity')).toEqual([complete['quantity']]);
  await discardWaiting(colleague.ctx, (await colleague.order(orderId))?.refused?.cmdId ?? '');
  await placeOrder(colleague.ctx, { orderId });
  await write(stranger, { quantity: 99 });
  await colleague.sync();
  await stranger.sync();
  expect(await colleague.waiting()).toEqual(['order.place refused FORBIDDEN']);
  expect(await stranger.waiting()).toEqual(['order.patch refused FORBIDDEN']);
  expect(await stored()).toMatchObject({ status: 'draft' });
  await lab.sync();
  expect(await values(lab, 'quantity')).toEqual([complete['quantity']]);
  colleague.close();
  stranger.close();
});
