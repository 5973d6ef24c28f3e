import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { rightsKeyOf } from '#domain/account/rights-key.ts';
import { openRoom } from '../../src/chat/calls/room-open.ts';
import { say } from '../support/database/bus-world.ts';
import { Device } from '../support/devices/device.ts';
import { newId, wish } from '../support/users.ts';
import { push } from '../support/servers/processes.ts';
import { provideServer, type SignedIn } from '../support/servers/server.ts';

/** A device keeps only the data that its user may see. */

const devices: Device[] = [];

const server = await provideServer({ knowledge: true });
afterEach(() => {
  for (const device of devices.splice(0)) device.close();
});

async function deviceOf(who: SignedIn): Promise<Device> {
  const device = await Device.open(server, who);
  devices.push(device);
  await device.look();
  return device;
}

const updateUser = (who: SignedIn, columns: ReturnType<typeof sql>) =>
  sql`update users set ${columns} where id = ${who.user.id}`.execute(server.db);

async function orderOf(who: SignedIn): Promise<string> {
  const orderId = newId();
  const changes = [{ path: 'title', value: 'A secret order', base: null }];
  await push(server.url, who, wish('order.patch', { orderId, changes }));
  return orderId;
}

const snapshotsOf = ({ network: { reached } }: Device) =>
  reached.filter((call) => call.includes('/sync/snapshot')).length;

const has = async (device: Device, orderId: string) => (await device.db.orders.get(orderId)) !== undefined;

test('an engineer who loses the plan loses the orders of colleagues on the device, and gets them back with the plan', async () => {
  const [engineer, colleague] = [await server.signIn('engineer'), await server.signIn('colleague')];
  const [colleaguesOrder, ownOrder] = [await orderOf(colleague), await orderOf(engineer)];
  const device = await deviceOf(engineer);
  expect([await has(device, colleaguesOrder), await has(device, ownOrder)]).toEqual([true, true]);

  await updateUser(engineer, sql`plan_name = null, sub_status = null`);
  const later = await orderOf(colleague);
  await device.look();
  expect([await has(device, colleaguesOrder), await has(device, later), await has(device, ownOrder)]).toEqual([
    false,
    false,
    true,
  ]);

  await updateUser(engineer, sql`plan_name = 'navigator-premium', sub_status = 'active'`);
  await device.look();
  expect([await has(device, colleaguesOrder), await has(device, later), await has(device, ownOrder)]).toEqual([
    true,
    true,
    true,
  ]);
});

test('a former expert keeps no customer data on the device, and unsent commands remain pending', async () => {
  const [expert, customer] = [await server.signIn('expert'), await server.signIn('customer')];
  const roomId = newId();
  await push(server.url, customer, wish('room.open', { roomId, type: 5 }));
  await push(server.url, customer, say(roomId, 'our recipe'));
  const device = await deviceOf(expert);
  expect(await device.shown(roomId)).toEqual(['our recipe']);
  await openRoom(device.ctx, { type: 1 });

  await updateUser(expert, sql`role = 'USER'`);
  await device.look();
  expect(await device.db.rooms.get(roomId)).toBeUndefined();
  expect(await device.db.messages.toArray()).toEqual([]);
  expect(await device.waiting()).toHaveLength(1);
});

test('a device that was offline while its user could see less loads one new snapshot, and then continues', async () => {
  const [engineer, colleague] = [await server.signIn('engineer'), await server.signIn('colleague')];
  const colleaguesOrder = await orderOf(colleague);
  const [here, away] = [await deviceOf(engineer), await deviceOf(engineer)];
  await updateUser(engineer, sql`plan_name = 'standard'`);
  await here.look();
  await updateUser(engineer, sql`plan_name = 'navigator-premium'`);
  await here.look();
  const before = snapshotsOf(away);
  await away.look();
  await away.look();
  expect(snapshotsOf(away)).toBe(before + 1);
  expect(await has(away, colleaguesOrder)).toBe(true);
});

test('a device whose user can see the same as before loads no new snapshot', async () => {
  const customer = await server.signIn('customer');
  const device = await deviceOf(customer);
  const before = snapshotsOf(device);
  await updateUser(customer, sql`question_limit = 77, display_name = 'Another'`);
  await device.look();
  expect(snapshotsOf(device)).toBe(before);
});

test("every pull reports the user's rights, so a device that was offline learns of changes at its first contact", async () => {
  const customer = await server.signIn('customer');
  const device = await deviceOf(customer);
  expect(device.standing).toBe(rightsKeyOf(device.me));
  await updateUser(customer, sql`question_limit = 77`);
  await device.look();
  expect(device.standing).toBe(rightsKeyOf({ ...device.me, question_limit: 77 }));
  await updateUser(customer, sql`sub_status = 'active', current_period_end = now() - interval '1 second'`);
  await device.look();
  expect(device.standing).toMatch(/ past_due /);
});

test.each([
  ['a limit is changed by hand', sql`question_limit = question_limit + 1`, false],
  ['a plan expires', sql`current_period_end = now() - interval '1 second'`, true],
])('when %s, an open page gets a hint', async (_what, change, isSilent) => {
  const customer = await server.signIn('customer');
  const socket = io(`${server.url}/sync`, {
    transports: ['websocket'],
    auth: { token: customer.token },
    forceNew: true,
  });
  try {
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const hinted = new Promise<string>((resolve) => socket.once('sync:hint', () => resolve('hinted')));
    await server.db.transaction().execute(async (tx) => {
      // Disables the triggers, because nothing is announced when a plan expires.
      if (isSilent) await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update users set ${change} where id = ${customer.user.id}`.execute(tx);
    });
    expect(await hinted).toBe('hinted');
  } finally {
    socket.disconnect();
  }
});
