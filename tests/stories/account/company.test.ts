import { afterAll, expect, test } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { acceptInvitation, invite } from '../../support/company.ts';
import { Device } from '../../support/devices/device.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** The users of a company: invitations, departures, and the effects on their devices. */

const server = await provideServer();

const expert = await Device.open(server, await server.signIn('expert'));
afterAll(() => expert.close());

const say = (device: Device, roomId: string, content: string) =>
  sendMessage(device.ctx, { roomId, content, files: [] });

async function signInAnew({ user }: SignedIn): Promise<SignedIn> {
  const device = { deviceId: null, userAgent: null, remember: true };
  return { user, token: await openSession(server.db, user.id, device) };
}

/** Returns a colleague of this administrator who accepted the invitation. */
async function invited(manager: SignedIn, email: string): Promise<SignedIn> {
  await invite(server, manager, email, { display_name: 'Nia Fischer' });
  return acceptInvitation(server, email);
}

test('a device that I sign out from another one sends nothing more; its unsent messages wait for me, and for no one else', async () => {
  const here = await server.signIn('customer');
  const there = await signInAnew(here);
  const device = await Device.open(server, there);
  const roomId = await openRoom(device.ctx, { type: 5 });
  await device.sync();
  device.network.isOn = false;
  await say(device, roomId, 'written on the train');
  const { body } = await server.request(there, 'GET', '/users/me/devices');
  const id = String(at(body, 'items.0.id'));
  expect((await server.request(here, 'DELETE', `/users/me/devices/${id}`)).status).toBe(204);
  device.network.isOn = true;
  expect(await device.send()).toBe('signedOut');
  expect(await device.look()).toBe('signedOut');
  await device.forget();
  expect(await device.waiting()).toEqual(['chat.send signin']);
  expect(await device.rooms()).toEqual([]);
  device.close();

  const other = await Device.open(server, await server.signIn('engineer'), device);
  expect(await other.waiting()).toEqual([]);
  await other.sync();
  other.close();

  await device.signInAgain(await signInAnew(here));
  await device.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['written on the train']);
  device.close();
});

test('a member removed with pending messages keeps them, with the reason, and keeps the rooms', async () => {
  const manager = await server.signIn('manager');
  const nia = await invited(manager, 'nia-2@helios.test');
  const device = await Device.open(server, nia);
  const roomId = await openRoom(device.ctx, { type: 5 });
  await say(device, roomId, 'said before');
  await device.sync();
  device.network.isOn = false;
  await say(device, roomId, 'still waiting');
  expect((await server.request(manager, 'DELETE', `/company_users/${nia.user.id}`)).status).toBe(204);
  device.network.isOn = true;
  await device.sync();
  expect(await device.waiting()).toEqual(['chat.send refused FORBIDDEN']);
  expect(await device.isSignedIn()).toBe(true);
  expect(await device.shown(roomId)).toEqual(['said before: sent', 'still waiting: refused']);
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['said before']);
  device.close();
});
