import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { clientIdOf } from '../../../src/sync/engine.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { Device } from '../../support/devices/device.ts';
import { newId } from '../../support/users.ts';
import { provideServer, type SignedIn } from '../../support/servers/server.ts';

const server = await provideServer();

const expert = await Device.open(server, await server.signIn('expert'));
afterAll(() => expert.close());

const say = (device: Device, roomId: string, content: string) =>
  sendMessage(device.ctx, { roomId, content, files: [] });

/** Ends all sessions of a user, as an administrator would. */
async function endSessions({ user }: SignedIn): Promise<void> {
  await sql`update sessions set revoked_at = now() where user_id = ${user.id}`.execute(server.db);
}

async function signInAnew({ user }: SignedIn): Promise<SignedIn> {
  const device = { deviceId: null, userAgent: null, remember: true };
  return { user, token: await openSession(server.db, user.id, device) };
}

test('53 signed out during a push, nothing is lost: it waits for me, and for no one else on this device', async () => {
  const mine = await server.signIn('engineer');
  const device = await Device.open(server, mine);
  const roomId = await openRoom(device.ctx, { type: 5 });
  await say(device, roomId, 'first');
  await device.sync();
  await Promise.all(Array.from({ length: 3 }, (_, i) => say(device, roomId, `later ${i}`)));
  device.network.next(/sync\/push/, async (send) => {
    await endSessions(mine);
    return send();
  });
  expect(await device.send()).toBe('signedOut');
  expect(device.reports).toContainEqual({ type: 'session.refused', reason: 'Unauthorized request' });
  await device.forget();
  expect(await device.waiting()).toEqual(Array.from({ length: 3 }, () => 'chat.send signin'));
  expect(await device.cursor()).toBeUndefined();
  expect(await device.look()).toBe('signedOut');
  device.close();

  const other = await Device.open(server, await server.signIn('customer'), device);
  expect(await other.waiting()).toEqual([]);
  expect(await other.rooms()).toEqual([]);
  await other.sync();
  expect(other.network.reached.filter((call) => call.includes('push'))).toEqual([]);
  other.close();

  await device.signInAgain(await signInAnew(mine));
  expect(await device.waiting()).toEqual(Array.from({ length: 3 }, () => 'chat.send queued'));
  await device.sync();
  await expert.sync();
  expect(await device.waiting()).toEqual([]);
  expect(await expert.shown(roomId)).toEqual(['first', 'later 0', 'later 1', 'later 2']);
  expect(await device.shown(roomId)).toEqual(['first: sent', 'later 0: sent', 'later 1: sent', 'later 2: sent']);
  device.close();
});

test('what was accepted just before the sign-out is not doubled by the sign-in after it', async () => {
  const mine = await server.signIn('engineer');
  const device = await Device.open(server, mine);
  const roomId = await openRoom(device.ctx, { type: 5 });
  await say(device, roomId, 'accepted');
  await device.send();
  await endSessions(mine);
  expect(await device.look()).toBe('signedOut');
  await device.forget();
  expect(await device.waiting()).toEqual(['room.open sent', 'chat.send sent']);
  await device.signInAgain(await signInAnew(mine));
  await device.sync();
  expect(await device.shown(roomId)).toEqual(['accepted: sent']);
  expect(await device.waiting()).toEqual([]);
  device.close();
});

test("56 one user's outbox is never sent in the name of another", async () => {
  const mine = await server.signIn('engineer');
  const theirs = await server.signIn('customer');
  const device = await Device.open(server, mine);
  const roomId = await openRoom(device.ctx, { type: 5 });
  await say(device, roomId, 'private');
  await device.signInAgain(theirs);
  expect(await device.send()).toBe('signedOut');
  expect(await device.waiting()).toEqual(['room.open signin', 'chat.send signin']);
  const body = {
    protocol: 1,
    clientId: await clientIdOf(device.db),
    actor: mine.user.id,
    commands: [{ cmdId: newId(), n: 1, type: 'room.open', v: 1, args: { roomId: newId(), type: 5 } }],
  };
  const answer = await server.request(theirs, 'POST', '/sync/push', body);
  expect(answer).toMatchObject({ status: 409, body: { code: 'ACTOR_MISMATCH' } });
  const { rows } = await sql`select 1 from rooms where id = ${roomId}`.execute(server.db);
  expect(rows).toEqual([]);
  await device.signInAgain(mine);
  await device.sync();
  expect(await device.shown(roomId)).toEqual(['private: sent']);
  device.close();
});

test('57 when my plan lapses while messages wait, they need me, with the reason; everything else goes', async () => {
  const mine = await server.signIn('customer');
  const device = await Device.open(server, mine);
  const roomId = await openRoom(device.ctx, { type: 5 });
  await device.sync();
  device.network.isOn = false;
  await say(device, roomId, 'to the experts');
  const general = await openRoom(device.ctx, { type: 1 });
  await sql`update users set sub_status = 'cancelled' where id = ${mine.user.id}`.execute(server.db);
  device.network.isOn = true;
  await device.sync();
  expect(await device.waiting()).toEqual(['chat.send refused FORBIDDEN']);
  expect((await device.messages(roomId)).at(-1)).toMatchObject({
    content: 'to the experts',
    delivery: 'refused',
    reason: { code: 'FORBIDDEN' },
  });
  expect(await device.room(general)).toMatchObject({ pending: false, type: 1 });
  expect(await device.isSignedIn()).toBe(true);
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual([]);
  device.close();
});

test('57 an expert who is none any more while answers wait keeps them, with the reason; one whose account ended keeps them for a sign-in', async () => {
  const customer = await Device.open(server, await server.signIn('customer'));
  const roomId = await openRoom(customer.ctx, { type: 5 });
  await customer.sync();
  const [moved, ended] = [await server.signIn('expert'), await server.signIn('expert')];
  const [first, second] = [await Device.open(server, moved), await Device.open(server, ended)];
  for (const device of [first, second]) {
    await device.sync();
    device.network.isOn = false;
    await say(device, roomId, 'an answer');
    device.network.isOn = true;
  }
  await sql`update users set role = 'USER' where id = ${moved.user.id}`.execute(server.db);
  await sql`update users set status = 'DEACTIVATED' where id = ${ended.user.id}`.execute(server.db);
  await first.sync();
  expect(await first.waiting()).toEqual(['chat.send refused NOT_FOUND']);
  expect(await second.send()).toBe('signedOut');
  expect(await second.waiting()).toEqual(['chat.send signin']);
  await customer.sync();
  expect(await customer.shown(roomId)).toEqual([]);
  for (const device of [customer, first, second]) device.close();
});
