import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '#domain/ground/json.ts';
import { writerName, writerOf } from '#domain/order/life/colleagues.ts';
import { mayChangeDraft } from '#domain/order/life/draft-rights.ts';
import { keepAsOwn } from '../../../src/order/calls/order-keep.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { placeOrder } from '../../../src/order/calls/order-place.ts';
import { shareOrder } from '../../../src/order/calls/order-share.ts';
import { transitionOrder } from '../../../src/order/calls/order-transition.ts';
import { discardWaiting } from '../../../src/db/send-again.ts';
import { strandedChanges } from '../../../src/order/views/stranded.ts';
import { Device } from '../../support/devices/device.ts';
import { storedOrder } from '../../support/orders/reviewing.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** Mara shares a draft with her colleague Nia, who edits it too, also without a network. */

let [mara, nia] = [] as unknown as [SignedIn, SignedIn];
let [maras, nias] = [] as unknown as [Device, Device];
let orderId: string;

const server = await provideServer();

async function named(kind: 'engineer' | 'colleague', name: string): Promise<SignedIn> {
  const who = await server.signIn(kind);
  await sql`update users set display_name = ${name} where id = ${who.user.id}`.execute(server.db);
  return who;
}

beforeEach(async () => {
  mara = await named('engineer', 'Mara');
  nia = await named('colleague', 'Nia');
  maras = await Device.open(server, mara);
  nias = await Device.open(server, nia);
  orderId = maras.ctx.newId();
  await write(maras, { quantity: 10, format: '21700' });
  await shareOrder(maras.ctx, { orderId, userIds: [nia.user.id] });
  await meet();
});
afterEach(() => {
  maras.close();
  nias.close();
});

const write = (device: Device, doc: Record<string, Json>) =>
  patchOrder(device.ctx, { orderId, changes: Object.entries(doc).map(([path, value]) => ({ path, value })) });

/** Both devices send what they have, and see what the other has sent. */
async function meet(): Promise<void> {
  for (const device of [maras, nias, maras, nias]) await device.sync();
}

async function shown(device: Device) {
  const order = await device.order(orderId);
  if (order === undefined) throw new Error('the device does not have the order');
  return order;
}

/** Returns who wrote a value, as the device shows it. */
async function writer(device: Device, path: string): Promise<string | undefined> {
  const order = await shown(device);
  return writerName(order, writerOf(order, path) ?? '');
}

test('a shared draft is on the devices of the colleague with the name of its owner, also without a network', async () => {
  nias.network.isOn = false;
  await nias.restart();
  const order = await shown(nias);
  expect(order).toMatchObject({ ownerName: 'Mara', status: 'draft', doc: { quantity: 10 } });
  expect(mayChangeDraft(nias.me, order)).toBe(true);
  await write(nias, { quantity: 12 });
  expect(await shown(nias)).toMatchObject({ doc: { quantity: 12 }, unsaved: 1 });
});

test('what both write in different fields without a network is both there, each with who wrote it', async () => {
  for (const device of [maras, nias]) device.network.isOn = false;
  await write(maras, { quantity: 12 });
  await write(nias, { format: '18650' });
  for (const device of [maras, nias]) device.network.isOn = true;
  await meet();
  for (const device of [maras, nias]) {
    expect((await shown(device)).doc).toEqual({ quantity: 12, format: '18650' });
    expect((await shown(device)).conflicts).toEqual([]);
    expect([await writer(device, 'quantity'), await writer(device, 'format')]).toEqual(['Mara', 'Nia']);
  }
});

test('a field that both write keeps both values and both names until one of them chooses', async () => {
  await write(nias, { quantity: 240 });
  await write(maras, { quantity: 200 });
  await nias.sync();
  await meet();
  for (const device of [maras, nias]) {
    const { doc, conflicts } = await shown(device);
    expect(doc['quantity']).toBe(240);
    expect(conflicts).toMatchObject([{ path: 'quantity', mine: 200, theirs: 240, by: mara.user.id }]);
    expect(await writer(device, 'quantity')).toBe('Nia');
  }
  await write(nias, { quantity: 200 });
  await meet();
  for (const device of [maras, nias])
    expect(await shown(device)).toMatchObject({ doc: { quantity: 200 }, conflicts: [] });
});

test('a colleague cannot place, discard or share the draft: the device and the calls are told why', async () => {
  const tries = {
    'order.place': () => placeOrder(nias.ctx, { orderId }),
    'order.transition': () => transitionOrder(nias.ctx, { orderId, event: 'DISCARD' }),
    'order.share': () => shareOrder(nias.ctx, { orderId, userIds: [] }),
  };
  for (const [type, attempt] of Object.entries(tries)) {
    await attempt();
    await nias.sync();
    expect(await nias.waiting()).toEqual([`${type} refused FORBIDDEN`]);
    const { refused } = await shown(nias);
    expect(refused?.details).toEqual({ rule: 'OWNER' });
    await discardWaiting(nias.ctx, refused?.cmdId ?? '');
  }
  const calls = [
    ['POST', '/po_system/orders/place', { order_id: orderId, quote_hash: '0'.repeat(64) }],
    ['POST', '/po_system/orders/delete', { order_id: orderId }],
    ['PUT', `/po_system/orders/${orderId}/colleagues`, { user_ids: [] }],
  ] as const;
  for (const [method, path, body] of calls) {
    const reply = await server.request(nia, method, path, body);
    expect([reply.status, at(reply.body, 'code'), at(reply.body, 'details.rule')]).toEqual([403, 'FORBIDDEN', 'OWNER']);
    expect(at(reply.body, 'message')).toBe('Only the owner of this order may place, discard or share it.');
  }
  expect(await storedOrder(server, orderId)).toMatchObject({ status: 'draft', colleagues: [{ edits: true }] });
});

test('the calls follow the same rule: a colleague loads and saves the draft while it is shared', async () => {
  const load = async () => (await server.request(nia, 'GET', `/po_system/orders/${orderId}/load`)).body;
  const loaded = await load();
  expect(at(loaded, 'allowed_commands')).toEqual(['EDIT']);
  expect(at(loaded, 'order.colleagues')).toEqual([{ id: nia.user.id, name: 'Nia' }]);
  const save = (quantity: number, version: unknown) =>
    server.request(nia, 'POST', '/po_system/orders/save', {
      id: orderId,
      version,
      data: { quantity, format: '21700' },
    });
  expect((await save(30, at(loaded, 'order.version'))).status).toBe(201);
  const taken = await server.request(mara, 'PUT', `/po_system/orders/${orderId}/colleagues`, { user_ids: [] });
  expect(taken).toMatchObject({ status: 200, body: { colleagues: [] } });
  const again = await load();
  expect(at(again, 'allowed_commands')).toEqual([]);
  expect(at((await save(31, at(again, 'order.version'))).body, 'details.rule')).toBe('NOT_SHARED');
});

test('what a colleague typed offline before the draft was no longer shared is refused, and becomes an order of their own', async () => {
  await write(nias, { quantity: 77 });
  // It may have arrived, so the next change is a command of its own, which waits behind it.
  nias.network.loseRequests(/push/);
  await nias.send();
  nias.network.calm();
  await write(nias, { title: 'Pilot' });
  await shareOrder(maras.ctx, { orderId, userIds: [] });
  await maras.sync();
  nias.pass(600_000);
  await meet();
  expect(mayChangeDraft(nias.me, await shown(nias))).toBe(false);
  expect(await nias.waiting()).toEqual(['order.patch refused FORBIDDEN', 'order.patch blocked']);
  expect((await strandedChanges(nias.db, orderId)).map(({ args }) => args.changes[0]?.value)).toEqual([77, 'Pilot']);
  const copy = await keepAsOwn(nias.ctx, await shown(nias));
  await meet();
  expect(await nias.waiting()).toEqual([]);
  expect(await storedOrder(server, copy)).toMatchObject({
    ownerId: nia.user.id,
    doc: { title: 'Pilot', quantity: 77, format: '21700' },
  });
  expect((await shown(maras)).doc).toEqual({ quantity: 10, format: '21700' });
});

test('a colleague who leaves the company has neither the draft nor its changes, but still what they typed', async () => {
  nias.network.isOn = false;
  await write(nias, { quantity: 77 });
  await sql`update users set company_id = null, plan_name = null, sub_status = null where id = ${nia.user.id}`.execute(
    server.db,
  );
  nias.network.isOn = true;
  await nias.sync();
  expect(await nias.db.orders.get(orderId)).toBeUndefined();
  expect(await nias.waiting()).toEqual(['order.patch refused FORBIDDEN']);
  expect((await shown(nias)).doc).toEqual({ quantity: 77 });
  await maras.sync();
  expect((await shown(maras)).doc).toEqual({ quantity: 10, format: '21700' });
});
