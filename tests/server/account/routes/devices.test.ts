import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { hashPassword } from '../../../../server/account/passwords.ts';
import { openSession } from '../../../../server/session/sessions.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';

const server = await provideServer();

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Signs the same user in on another device. */
async function signInOn({ user }: SignedIn, userAgent: string | null): Promise<SignedIn> {
  return { user, token: await openSession(server.db, user.id, { deviceId: null, userAgent, remember: true }) };
}

const listed = async (user: SignedIn) => (await server.request(user, 'GET', '/users/me/devices')).body;
const isSignedIn = async (user: SignedIn) => (await server.request(user, 'GET', '/users/me')).status === 200;

async function idOf(user: SignedIn): Promise<string> {
  const items = at(await listed(user), 'items') as { id: string; current: boolean }[];
  return items.find(({ current }) => current)?.id ?? '';
}

function connect(user: SignedIn, namespace: string): Promise<Socket> {
  const socket = io(`${server.url}${namespace}`, {
    auth: { token: user.token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

test('a user sees the devices they are signed in on, with this one marked and without tokens', async () => {
  const phone = await server.signIn('engineer');
  const laptop = await signInOn(phone, chrome);
  await signInOn(phone, iphone);
  await sql`update sessions set last_seen_at = now() - interval '2 days' where user_agent = ${iphone}`.execute(
    server.db,
  );
  const body = await listed(laptop);
  expect(body).toMatchObject({ total: 3, page: 1 });
  const items = at(body, 'items') as Record<string, unknown>[];
  expect(items[0]).toEqual({
    id: expect.any(String),
    browser: 'Chrome',
    system: 'Windows',
    created_at: expect.stringMatching(/Z$/),
    last_seen_at: expect.stringMatching(/Z$/),
    current: true,
  });
  expect(items.at(-1)).toMatchObject({ browser: 'Safari', system: 'iPhone', current: false });
  expect(JSON.stringify(body)).not.toContain(laptop.token);
});

test('signing out a device ends its session and sockets at once; other devices stay signed in', async () => {
  const here = await server.signIn('engineer');
  const [there, third] = [await signInOn(here, iphone), await signInOn(here, chrome)];
  const sockets = await Promise.all(['/sync', '/po-chat'].map((namespace) => connect(there, namespace)));
  const thirdSocket = await connect(third, '/sync');
  expect((await server.request(here, 'DELETE', `/users/me/devices/${await idOf(there)}`)).status).toBe(204);
  expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(third)]).toEqual([true, false, true]);
  await until('its sockets are closed', () => sockets.every(({ connected }) => !connected));
  await expect(connect(there, '/sync')).rejects.toThrow('UNAUTHORIZED');
  const pull = { cursor: { epoch: 'x', xid: '0', seq: 0 }, limit: 10 };
  expect((await server.request(there, 'POST', '/sync/pull', pull)).status).toBe(401);
  expect((await server.request(there, 'POST', '/auth/getToken')).status).toBe(401);
  expect(thirdSocket.connected).toBe(true);
  thirdSocket.close();
  expect(at(await listed(here), 'total')).toBe(2);
});

test('all other devices are signed out at once, and no other user is affected', async () => {
  const here = await server.signIn('engineer');
  const others = [await signInOn(here, iphone), await signInOn(here, null)];
  const stranger = await server.signIn('colleague');
  const response = await server.request(here, 'DELETE', '/users/me/devices');
  expect([response.status, response.body]).toEqual([200, { ended: 2 }]);
  expect(await Promise.all([here, stranger, ...others].map(isSignedIn))).toEqual([true, true, false, false]);
});

test("another user's device, a missing one and an ended one get the same response", async () => {
  const [mine, other] = [await server.signIn('engineer'), await server.signIn('colleague')];
  const ended = await signInOn(mine, null);
  const endedId = await idOf(ended);
  await server.request(ended, 'GET', '/auth/logout');
  for (const id of [await idOf(other), randomUUID(), endedId]) {
    const response = await server.request(mine, 'DELETE', `/users/me/devices/${id}`);
    expect([response.status, at(response.body, 'code')]).toEqual([404, 'NOT_FOUND']);
  }
  expect((await server.request(mine, 'DELETE', '/users/me/devices/x')).status).toBe(400);
  expect((await server.request(null, 'GET', '/users/me/devices')).status).toBe(401);
  expect((await server.request(null, 'DELETE', '/users/me/devices')).status).toBe(401);
  expect(await isSignedIn(other)).toBe(true);
});

test('a password change signs out other devices at once, with their sockets; this one stays signed in', async () => {
  const here = await server.signIn('engineer');
  const hash = await hashPassword('Right-2026!');
  await sql`update users set password_hash = ${hash} where id = ${here.user.id}`.execute(server.db);
  const there = await signInOn(here, iphone);
  const sockets = [await connect(here, '/sync'), await connect(there, '/sync')];
  const ended: unknown[] = [];
  sockets[1]?.on('session.ended', (about) => ended.push(about));
  const body = { password: 'Right-2026!', newPassword: 'Fresh-2026!' };
  expect((await server.request(here, 'PUT', '/users/me/password', body)).status).toBe(200);
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
  await until('its socket is closed', () => sockets[1]?.connected === false);
  expect(ended).toMatchObject([{ code: 'UNAUTHORIZED' }]);
  expect(sockets[0]?.connected).toBe(true);
  sockets[0]?.close();
});
