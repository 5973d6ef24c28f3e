import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { orderRoomIdOf } from '#domain/spine/commands.ts';
import { bringNames } from '../../../server/account/jobs/names.ts';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { shareOrder } from '../../../src/order/calls/order-share.ts';
import { assignRoom } from '../../../src/chat/staff/room-assign.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { Device } from '../../support/devices/device.ts';
import { placeOrder } from '../../support/orders/reviewing.ts';
import { provideServer, type SignedIn } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import { renamesPerHour } from '../../../server/account/profiles.ts';

/** A user changes their name: what shows them as they are now has it, and what was written keeps the name of its time. */

let customer: SignedIn;
let staff: SignedIn;
let [phone, desk] = [] as unknown as [Device, Device];

const server = await provideServer();

beforeEach(async () => {
  [customer, staff] = [await server.signIn('engineer'), await server.signIn('expert')];
  [phone, desk] = [await Device.open(server, customer), await Device.open(server, staff)];
});
afterEach(() => {
  phone.close();
  desk.close();
});

async function rename(who: SignedIn, name: string): Promise<void> {
  const saved = await server.request(who, 'PUT', '/users/me/profile', { display_name: name, language: 'en' });
  expect(saved.status).toBe(200);
}

/** What the device shows once it has pulled the new name. */
async function roomWhen(device: Device, roomId: string, has: object) {
  return await until('the device shows the new name in the room', async () => {
    await device.sync();
    const room = await device.room(roomId);
    expect(room).toMatchObject(has);
    return room;
  });
}

test('the expert sees the new name of a customer in the list, in the room of the order and at the order; messages and history keep the old one', async () => {
  const old = phone.me.display_name;
  const expertRoom = await openRoom(phone.ctx, { type: 5 });
  await sendMessage(phone.ctx, { roomId: expertRoom, content: 'Hello', files: [] });
  await phone.sync();
  const orderId = await placeOrder(server, customer);
  const orderRoom = orderRoomIdOf(orderId);
  await desk.sync();
  expect(await desk.room(expertRoom)).toMatchObject({ customerName: old });
  desk.network.isOn = false;
  await rename(customer, 'Mina Park');
  // The desk was offline in the meantime.
  desk.network.isOn = true;
  for (const roomId of [expertRoom, orderRoom]) await roomWhen(desk, roomId, { customerName: 'Mina Park' });
  const order = await until('the desk shows the new name at the order', async () => {
    await desk.sync();
    const shown = await desk.order(orderId);
    expect(shown).toMatchObject({ ownerName: 'Mina Park' });
    return shown;
  });
  expect(order?.history.map(({ byName }) => byName)).not.toContain('Mina Park');
  expect((await desk.messages(expertRoom)).map(({ author }) => author.name)).toEqual([old]);
  const listed = await sql<{ owner_name: string }>`select owner_name from orders where id = ${orderId}`.execute(
    server.db,
  );
  expect(listed.rows).toEqual([{ owner_name: 'Mina Park' }]);
  // The name stays through what happens afterwards, and the room of the device is the row of the server.
  await sendMessage(phone.ctx, { roomId: expertRoom, content: 'Again', files: [] });
  await phone.sync();
  await desk.sync();
  const stored = await sql<{ data: object }>`select data from rooms where id = ${expertRoom}`.execute(server.db);
  expect(await desk.db.rooms.get(expertRoom)).toEqual(stored.rows[0]?.data);
});

test('the customer sees the new name of the expert who answers, and the name of a later change', async () => {
  const orderId = await placeOrder(server, customer);
  const roomId = orderRoomIdOf(orderId);
  await desk.sync();
  await assignRoom(desk.ctx, { roomId, assigneeId: staff.user.id, expectAssigneeId: null });
  await desk.sync();
  for (const name of ['Dr. Lee', 'Prof. Lee']) {
    await rename(staff, name);
    expect(await roomWhen(phone, roomId, { assigned: { name } })).toMatchObject({ assigneeId: staff.user.id });
  }
});

test('a colleague with whom a draft is shared has the new name in the list of who edits', async () => {
  const colleague = await server.signIn('colleague');
  const orderId = phone.ctx.newId();
  await patchOrder(phone.ctx, { orderId, changes: [{ path: 'quantity', value: 10 }] });
  await shareOrder(phone.ctx, { orderId, userIds: [colleague.user.id] });
  await phone.sync();
  await rename(colleague, 'Nia Berg');
  await until('the phone shows the new name of the colleague', async () => {
    await phone.sync();
    expect((await phone.order(orderId))?.colleagues).toMatchObject([{ userName: 'Nia Berg', edits: true }]);
    return true;
  });
});

test('a colleague who has left the company keeps the name there that the company knows', async () => {
  const colleague = await server.signIn('colleague');
  const orderId = phone.ctx.newId();
  await patchOrder(phone.ctx, { orderId, changes: [{ path: 'quantity', value: 10 }] });
  await shareOrder(phone.ctx, { orderId, userIds: [colleague.user.id] });
  await phone.sync();
  await sql`update users set company_id = null, display_name = 'New Life' where id = ${colleague.user.id}`.execute(
    server.db,
  );
  await bringNames({ db: server.db, hints: { committed: () => undefined } });
  await phone.sync();
  const shown = (await phone.order(orderId))?.colleagues?.map(({ userName }) => userName);
  expect(shown).toHaveLength(1);
  expect(shown).not.toContain('New Life');
});

test('a device that leaves an order out does not fetch it for a name', async () => {
  const orderId = await placeOrder(server, customer);
  await desk.sync();
  await desk.db.orders.delete(orderId);
  await rename(customer, 'Mina Park');
  await roomWhen(desk, orderRoomIdOf(orderId), { customerName: 'Mina Park' });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from events
    where stream = ${`order:${orderId}`} and type = 'name.changed'`.execute(server.db);
  expect(rows).toEqual([{ n: 1 }]);
  await desk.sync();
  expect(await desk.order(orderId)).toBeUndefined();
});

test('a user changes their name some times an hour', async () => {
  for (let i = 0; i < renamesPerHour; i++) await rename(customer, `Name ${i}`);
  const profile = { display_name: 'One more', language: 'en' };
  const refused = await server.request(customer, 'PUT', '/users/me/profile', profile);
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
  expect(
    (
      await server.request(customer, 'PUT', '/users/me/profile', {
        ...profile,
        display_name: `Name ${renamesPerHour - 1}`,
      })
    ).status,
  ).toBe(200);
});

test('devices are notified of each replaced name once, and a night repeats nothing', async () => {
  const roomId = await openRoom(phone.ctx, { type: 5 });
  await phone.sync();
  // As a room that was opened under the old name while its customer changed it.
  await sql`update users set display_name = 'Mina Park' where id = ${customer.user.id}`.execute(server.db);
  const hinted: { stream: string; members: string[] }[] = [];
  const night = () => bringNames({ db: server.db, hints: { committed: (streams) => hinted.push(...streams) } });
  expect(await night()).toBe(1);
  expect(hinted).toMatchObject([{ stream: `room:${roomId}`, members: [customer.user.id], staff: true }]);
  expect(await night()).toBe(0);
});
