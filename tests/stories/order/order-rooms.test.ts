import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { orderRoomIdOf } from '#domain/spine/commands.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import { deletedName } from '#domain/account/users.ts';
import { forgetInStream, streamsWith } from '../../../server/account/work/user-in-log.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { assignRoom } from '../../../src/chat/staff/room-assign.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { waitingOf } from '../../../src/db/unsent-commands.ts';
import { Device } from '../../support/devices/device.ts';
import { placeOrder, staffEvent, storedOrder } from '../../support/orders/reviewing.ts';
import { demoOrders } from '../../../server/demo/orders.ts';
import { at, type SignedIn, provideServer } from '../../support/servers/server.ts';

/** The conversation about an order: one room an order, from its placing on, and who answers in it. */

let customer: SignedIn;
let staff: SignedIn;
let desk: Device;
let phone: Device;

const server = await provideServer();

beforeEach(async () => {
  customer = await server.signIn('engineer');
  staff = await server.signIn('expert');
  phone = await Device.open(server, customer);
  desk = await Device.open(server, staff);
});
afterEach(() => {
  phone.close();
  desk.close();
});

async function savedDraft(): Promise<{ id: string; quote_hash: unknown }> {
  const saved = await server.request(customer, 'POST', '/po_system/orders/save', { data: demoOrders[0]?.doc ?? {} });
  return { id: String(at(saved.body, 'order.id')), quote_hash: at(saved.body, 'order.price.quote_hash') };
}

async function roomsOfOrder(orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from rooms where order_id = ${orderId}`.execute(server.db);
  return rows.map(({ id }) => id);
}

const roomOn = async (device: Device, orderId: string) =>
  (await device.rooms()).find((room) => room.orderId === orderId);

test('placing an order opens its room, named by its number, once also when the call is repeated', async () => {
  const { id: order_id, quote_hash } = await savedDraft();
  const headers = { 'idempotency-key': phone.ctx.newId() };
  const place = () => server.request(customer, 'POST', '/po_system/orders/place', { order_id, quote_hash }, headers);
  await Promise.all([place(), place(), place()]);
  expect((await place()).status).toBe(202);
  expect(await roomsOfOrder(order_id)).toEqual([orderRoomIdOf(order_id)]);
  for (const device of [phone, desk]) await device.sync();
  const { number } = await storedOrder(server, order_id);
  expect(await roomOn(phone, order_id)).toMatchObject({ type: roomTypes.order, name: number, unreadCount: 0 });
  expect(await roomOn(desk, order_id)).toMatchObject({ name: number, customerId: customer.user.id, unreadCount: 0 });
});

test('a room that I opened offline before the order was placed stays its room', async () => {
  const { id: order_id, quote_hash } = await savedDraft();
  const roomId = await openRoom(phone.ctx, { type: 6, orderId: order_id });
  await sendMessage(phone.ctx, { roomId, content: 'The drawing follows.', files: [] });
  await phone.sync();
  await server.request(customer, 'POST', '/po_system/orders/place', { order_id, quote_hash });
  expect(await roomsOfOrder(order_id)).toEqual([roomId]);
});

test('a room that I opened offline while the order was placed elsewhere turns out to be its room: nothing is lost', async () => {
  const { id: order_id, quote_hash } = await savedDraft();
  await phone.sync();
  phone.network.isOn = false;
  const made = await openRoom(phone.ctx, { type: 6, orderId: order_id });
  await sendMessage(phone.ctx, { roomId: made, content: 'Written in the lab', files: [] });
  await server.request(customer, 'POST', '/po_system/orders/place', { order_id, quote_hash });
  phone.network.isOn = true;
  for (const device of [phone, desk]) await device.sync();
  const real = orderRoomIdOf(order_id);
  expect(await roomsOfOrder(order_id)).toEqual([real]);
  expect(await desk.shown(real)).toEqual(['Written in the lab']);
  expect(await phone.shown(made)).toEqual(['Written in the lab: sent']);
  expect(await phone.waiting()).toEqual([]);
});

test('a status change is in the order that both sides have, and makes nothing unread', async () => {
  const orderId = await placeOrder(server, customer);
  await staffEvent(server, staff, [orderId, 'START_REVIEW', 'submitted']);
  await staffEvent(server, staff, [orderId, 'REQUEST_CHANGES', 'reviewing'], { reason: 'Which binder?' });
  for (const device of [phone, desk]) {
    await device.sync();
    const history = (await device.order(orderId))?.history ?? [];
    expect(history.map(({ from, to, reason }) => `${from} ${to} ${reason}`)).toEqual([
      'null draft null',
      'draft submitted null',
      'submitted reviewing null',
      'reviewing draft Which binder?',
    ]);
    expect((await roomOn(device, orderId))?.unreadCount).toBe(0);
  }
});

test('I take a room offline, and it is mine at once; where a colleague was faster, I am told and they keep it', async () => {
  const orderId = await placeOrder(server, customer);
  const other = await Device.open(server, await server.signIn('admin'));
  for (const device of [desk, other]) await device.sync();
  const roomId = orderRoomIdOf(orderId);
  desk.network.isOn = false;
  await assignRoom(desk.ctx, { roomId, assigneeId: staff.user.id, expectAssigneeId: null });
  expect(await roomOn(desk, orderId)).toMatchObject({ assigneeId: staff.user.id });
  await assignRoom(other.ctx, { roomId, assigneeId: other.me.id, expectAssigneeId: null });
  await other.sync();
  desk.network.isOn = true;
  await desk.sync();
  const [refused] = await waitingOf(desk.db);
  expect(refused).toMatchObject({ type: 'room.assign', state: 'refused', reason: { code: 'ROOM_TAKEN' } });
  expect(await roomOn(desk, orderId)).toMatchObject({
    assigneeId: other.me.id,
    assigned: { name: other.me.display_name },
  });
  other.close();
});

test('the name of an expert whose account is deleted leaves the room and the log', async () => {
  const orderId = await placeOrder(server, customer);
  await desk.sync();
  const roomId = orderRoomIdOf(orderId);
  await assignRoom(desk.ctx, { roomId, assigneeId: staff.user.id, expectAssigneeId: null });
  await desk.sync();
  await phone.sync();
  expect(await roomOn(phone, orderId)).toMatchObject({ assigned: { name: desk.me.display_name } });
  const stream = `room:${roomId}`;
  const streams = await streamsWith(server.db, staff.user.id);
  expect(streams).toContainEqual({ stream, isPrivate: false });
  await forgetInStream(server.db, staff.user.id, { stream, isPrivate: false });
  await phone.sync();
  expect(await roomOn(phone, orderId)).toMatchObject({ assigned: { name: deletedName } });
  const { rows } = await sql`select from events where stream = ${stream}
    and strpos(data::text, ${desk.me.display_name}) > 0`.execute(server.db);
  expect(rows).toEqual([]);
});
