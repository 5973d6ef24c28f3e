import { beforeEach, expect, test } from 'vitest';
import { parcelsOf } from '#domain/order/life/parcels.ts';
import { changeParcel, refuseParcel, registerParcel } from '../../../src/order/calls/parcel-change.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { orderOf } from '../../../src/order/views/order-views.ts';
import { Device } from '../../support/devices/device.ts';
import {
  countedParcel,
  orderAwaitingMaterial,
  paidOrder,
  parcelContent,
  pushParcel,
  shipment,
} from '../../support/orders/goods.ts';
import { placeOrder, pushEvent, staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { png } from '../../support/files/sample-files.ts';
import { newId } from '../../support/users.ts';
import { at, type SignedIn, provideServer } from '../../support/servers/server.ts';

/** Material comes in and cells go out: parcels are announced, counted and judged; the shipment says how it travels. */

let customer: SignedIn;

const server = await provideServer();
const expert = await server.signIn('expert');
beforeEach(async () => {
  customer = await server.signIn('engineer');
});

const parcelsPath = (id: string) => `/po_system/orders/${id}/parcels`;
const staffPath = (id: string) => `/admin-api/po_orders/orders/${id}/parcels`;

const announce = (id: string, more: object = {}, key = newId()) =>
  server.request(
    customer,
    'POST',
    parcelsPath(id),
    { step: 'announced', content: parcelContent, ...more },
    { 'idempotency-key': key },
  );

const judge = (id: string, parcel: string, step: string, more: object = {}) =>
  server.request(expert, 'POST', staffPath(id), { parcel_id: parcel, step, ...more });

async function shownOn(device: Device, orderId: string) {
  const order = await orderOf(device.db, device.me, orderId);
  return order === undefined ? [] : parcelsOf(order);
}

test('a parcel announced without a network is shown as waiting, arrives once, is refused with a photo, and another one is accepted', async () => {
  const orderId = await orderAwaitingMaterial(server, [customer, expert]);
  const [mine, lab] = [await Device.open(server, customer), await Device.open(server, expert)];
  await mine.sync();
  await changeParcel(mine.ctx, { orderId, step: 'announced', content: parcelContent });
  expect(await shownOn(mine, orderId)).toMatchObject([{ state: 'announced', isWaiting: true, content: parcelContent }]);
  await mine.sync();
  const [announced] = await shownOn(mine, orderId);
  expect(announced).toMatchObject({ state: 'announced', isWaiting: false });

  await lab.sync();
  const parcelId = announced?.id ?? '';
  await changeParcel(lab.ctx, { orderId, parcelId, step: 'arrived' });
  await changeParcel(lab.ctx, { orderId, parcelId, step: 'counted', counts: [1, 1] });
  const roomId = await openRoom(lab.ctx, { type: 6, orderId });
  const file = new File([new Uint8Array(png(77))], 'wet-foil.png', { type: 'image/png' });
  await refuseParcel(lab.ctx, { orderId, parcelId, reason: 'The foil is wet.' }, { file, roomId });
  expect(await shownOn(lab, orderId)).toMatchObject([{ state: 'refused', isWaiting: true }]);
  await lab.sync();

  await mine.sync();
  const [refused] = await shownOn(mine, orderId);
  expect(refused).toMatchObject({ state: 'refused', counts: [1, 1], isWaiting: false });
  expect(refused?.entries.map(({ step }) => step)).toEqual(['announced', 'arrived', 'counted', 'refused']);
  const last = refused?.entries.at(-1);
  expect(last).toMatchObject({ reason: 'The foil is wet.' });
  const files = await server.request(customer, 'GET', `/po_system/orders/${orderId}/attachments`);
  expect(files.body).toMatchObject({ items: [{ id: last?.photo, name: 'wet-foil.png' }] });

  const again = await announce(orderId);
  expect(again).toMatchObject({ status: 201, body: { parcels: [{ state: 'refused' }, { state: 'announced' }] } });
  const second = String(at(again.body, 'parcels.1.id'));
  for (const [step, more] of [
    ['arrived', {}],
    ['counted', { counts: [2, 1] }],
    ['accepted', {}],
  ] as const)
    expect((await judge(orderId, second, step, more)).status).toBe(201);
  const accepted = await staffEvent(server, expert, [orderId, 'MATERIAL_ACCEPTED', 'awaiting_delivery_of_material']);
  expect(accepted).toMatchObject({ status: 200, body: { status: 'prototyping' } });
});

test('the shipment names carrier, number and rules, and is what the customer reads; the receipt ends it', async () => {
  const orderId = await paidOrder(server, [customer, expert]);
  await staffEvent(server, expert, [orderId, 'START_BUILD', 'processing']);
  const early = await staffEvent(server, expert, [orderId, 'CLOSE', 'prototyping'], { shipment });
  expect(early).toMatchObject({ status: 422, body: { details: [{ path: 'shipment', code: 'ONLY_SHIP' }] } });
  await staffEvent(server, expert, [orderId, 'CLOSE', 'prototyping']);
  for (const wrong of [
    { ...shipment, soc: 101 },
    { ...shipment, carrier: '' },
    { ...shipment, flags: ['SP1'] },
  ])
    expect((await staffEvent(server, expert, [orderId, 'SHIP', 'done'], { shipment: wrong })).status).toBe(400);
  expect((await staffEvent(server, expert, [orderId, 'SHIP', 'done'], { shipment })).status).toBe(200);
  const { body } = await server.request(customer, 'GET', `/po_system/orders/${orderId}/load`);
  const history = at(body, 'history') as object[];
  expect(history.at(-1)).toMatchObject({ event: 'SHIP', shipment });
  expect(history.filter((entry) => 'shipment' in entry)).toHaveLength(1);
  const received = { orderId, event: 'CONFIRM_RECEIPT', expectStatus: 'shipped' };
  expect(await pushEvent(server, customer, received)).toMatchObject({ s: 'ok', out: { status: 'delivered' } });
});

test('the same announcement twice is one parcel, a correction changes it, and what has arrived is not corrected', async () => {
  const orderId = await orderAwaitingMaterial(server, [customer, expert]);
  const key = newId();
  expect((await announce(orderId, {}, key)).status).toBe(201);
  expect(await announce(orderId, {}, key)).toMatchObject({ status: 200, body: { parcels: [{ id: key }] } });
  const corrected = { ...parcelContent, tracking: 'JD 0147' };
  const reply = await announce(orderId, { parcel_id: key, content: corrected });
  expect(reply.body).toMatchObject({
    parcels: [{ id: key, content: { tracking: 'JD 0147' }, tracking_url: expect.stringContaining('JD%200147') }],
  });
  expect((await judge(orderId, key, 'arrived')).status).toBe(201);
  const late = await announce(orderId, { parcel_id: key });
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'ILLEGAL_TRANSITION', details: { from: 'arrived', allowed: [] } },
  });
  expect((await server.request(customer, 'GET', parcelsPath(orderId))).body).toMatchObject({
    parcels: [{ state: 'arrived', history: [{ step: 'announced' }, { step: 'announced' }, { step: 'arrived' }] }],
  });
});

test('two who judge a parcel at once: one decision stands, the other is refused with what is possible', async () => {
  const orderId = await orderAwaitingMaterial(server, [customer, expert]);
  const parcelId = newId();
  await pushParcel(server, customer, { orderId, parcelId, step: 'announced', content: parcelContent });
  await pushParcel(server, expert, { orderId, parcelId, step: 'arrived' });
  await pushParcel(server, expert, { orderId, parcelId, step: 'counted', counts: [2, 1] });
  const both = await Promise.all([
    pushParcel(server, expert, { orderId, parcelId, step: 'accepted' }),
    pushParcel(server, await server.signIn('admin'), { orderId, parcelId, step: 'refused', reason: 'wet' }),
  ]);
  expect(both.filter((result) => result?.s === 'ok')).toHaveLength(1);
  expect(both).toContainEqual(expect.objectContaining({ code: 'ILLEGAL_TRANSITION' }));
  expect((await storedOrder(server, orderId)).parcels).toHaveLength(4);
});

test('parcels belong to the order’s owner and to staff; each takes only steps of their side, with what these need', async () => {
  const orderId = await orderAwaitingMaterial(server, [customer, expert]);
  const parcelId = newId();
  const step = (who: SignedIn, name: string, more: object = {}) =>
    pushParcel(server, who, { orderId, parcelId, step: name, ...more });
  const content = parcelContent;
  expect(await step(await server.signIn('colleague'), 'announced', { content })).toMatchObject({ code: 'FORBIDDEN' });
  expect(await step(await server.signIn('stranger'), 'announced', { content })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await step(expert, 'announced', { content })).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  expect(await step(customer, 'announced')).toMatchObject({ code: 'INVALID' });
  expect(await step(customer, 'announced', { content })).toMatchObject({ s: 'ok' });
  expect(await step(customer, 'accepted')).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  expect(await step(expert, 'arrived')).toMatchObject({ s: 'ok' });
  expect(await step(expert, 'refused', { reason: ' ' })).toMatchObject({
    code: 'INVALID',
    details: [{ path: 'reason', code: 'REQUIRED' }],
  });
  const elsewhere = await placeOrder(server, customer);
  const early = { orderId: elsewhere, parcelId: newId(), step: 'announced', content };
  expect(await pushParcel(server, customer, early)).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
});

test('material is accepted when a parcel was counted, and goods are shipped with a shipment, by calls and by devices alike', async () => {
  const orderId = await orderAwaitingMaterial(server, [customer, expert]);
  const accepted = { orderId, event: 'MATERIAL_ACCEPTED', expectStatus: 'awaiting_delivery_of_material' };
  const early = await staffEvent(server, expert, [orderId, accepted.event, accepted.expectStatus]);
  expect(early).toMatchObject({
    status: 422,
    body: { details: [{ path: 'parcels', code: 'NOT_COUNTED', message: expect.stringContaining('/parcels') }] },
  });
  expect(await pushEvent(server, expert, accepted)).toMatchObject({ code: 'INVALID' });
  await countedParcel(server, expert, orderId);
  expect(await pushEvent(server, expert, accepted)).toMatchObject({ s: 'ok', out: { status: 'prototyping' } });
  await staffEvent(server, expert, [orderId, 'CLOSE', 'prototyping']);
  const bare = await staffEvent(server, expert, [orderId, 'SHIP', 'done']);
  expect(bare).toMatchObject({ status: 422, body: { details: [{ path: 'shipment', code: 'REQUIRED' }] } });
  expect(await pushEvent(server, expert, { orderId, event: 'SHIP', expectStatus: 'done' })).toMatchObject({
    code: 'INVALID',
  });
});

test('staff register a parcel that nobody announced, also without a network, and the customer sees what came and from whom', async () => {
  const orderId = await orderAwaitingMaterial(server, [customer, expert]);
  const [mine, lab] = [await Device.open(server, customer), await Device.open(server, expert)];
  await lab.sync();
  await registerParcel(lab.ctx, { orderId, content: parcelContent, sender: 'The foil mill' });
  expect(await shownOn(lab, orderId)).toMatchObject([{ state: 'counted', isWaiting: true }]);
  await lab.sync();
  await mine.sync();
  const [parcel] = await shownOn(mine, orderId);
  expect(parcel).toMatchObject({ state: 'counted', counts: [2, 1], content: parcelContent });
  expect(parcel?.entries).toMatchObject([{ step: 'arrived', sender: 'The foil mill' }, { step: 'counted' }]);
  expect((await server.request(customer, 'GET', parcelsPath(orderId))).body).toMatchObject({
    parcels: [{ state: 'counted', sender: 'The foil mill' }],
  });
  const own = { orderId, parcelId: newId(), step: 'arrived', content: parcelContent };
  expect(await pushParcel(server, customer, own)).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  expect(await pushParcel(server, expert, { ...own, content: undefined })).toMatchObject({ code: 'INVALID' });
});
