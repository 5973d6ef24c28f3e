import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../../server/accounts/passwords.ts';
import { openSession } from '../../../../server/accounts/sessions.ts';
import { at, startServer, type SignedIn, type TestServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** The same person on another device. */
async function alsoOn({ person }: SignedIn, userAgent: string | null): Promise<SignedIn> {
  return { person, token: await openSession(server.db, person.id, { deviceId: null, userAgent, remember: true }) };
}

const listed = async (who: SignedIn) => (await server.request(who, 'GET', '/users/me/devices')).body;
const isIn = async (who: SignedIn) => (await server.request(who, 'GET', '/users/me')).status === 200;

async function idOf(who: SignedIn): Promise<string> {
  const items = at(await listed(who), 'items') as { id: string; current: boolean }[];
  return items.find(({ current }) => current)?.id ?? '';
}

function connect(who: SignedIn, namespace: string): Promise<Socket> {
  const socket = io(`${server.url}${namespace}`, {
    auth: { token: who.token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

test('I see where I am signed in, with this device marked and nothing secret', async () => {
  const phone = await server.signIn('engineer');
  const laptop = await alsoOn(phone, chrome);
  await alsoOn(phone, iphone);
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

test('a device that I sign out is out at once, its sockets too; the others stay', async () => {
  const here = await server.signIn('engineer');
  const [there, third] = [await alsoOn(here, iphone), await alsoOn(here, chrome)];
  const sockets = await Promise.all(['/sync', '/po-chat'].map((namespace) => connect(there, namespace)));
  const stays = await connect(third, '/sync');
  expect((await server.request(here, 'DELETE', `/users/me/devices/${await idOf(there)}`)).status).toBe(204);
  expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, false, true]);
  await until('its sockets are gone', () => sockets.every(({ connected }) => !connected));
  await expect(connect(there, '/sync')).rejects.toThrow('UNAUTHORIZED');
  const pull = { cursor: { epoch: 'x', xid: '0', seq: 0 }, limit: 10 };
  expect((await server.request(there, 'POST', '/sync/pull', pull)).status).toBe(401);
  expect((await server.request(there, 'POST', '/auth/getToken')).status).toBe(401);
  expect(stays.connected).toBe(true);
  stays.close();
  expect(at(await listed(here), 'total')).toBe(2);
});

test('all other devices are signed out at once, and no other user is affected', async () => {
  const here = await server.signIn('engineer');
  const others = [await alsoOn(here, iphone), await alsoOn(here, null)];
  const stranger = await server.signIn('colleague');
  const answer = await server.request(here, 'DELETE', '/users/me/devices');
  expect([answer.status, answer.body]).toEqual([200, { ended: 2 }]);
  expect(await Promise.all([here, stranger, ...others].map(isIn))).toEqual([true, true, false, false]);
});

test("another user's device, a missing one and an ended one get the same reply", async () => {
  const [mine, other] = [await server.signIn('engineer'), await server.signIn('colleague')];
  const gone = await alsoOn(mine, null);
  const goneId = await idOf(gone);
  await server.request(gone, 'GET', '/auth/logout');
  for (const id of [await idOf(other), randomUUID(), goneId]) {
    const answer = await server.request(mine, 'DELETE', `/users/me/devices/${id}`);
    expect([answer.status, at(answer.body, 'code')]).toEqual([404, 'NOT_FOUND']);
  }
  expect((await server.request(mine, 'DELETE', '/users/me/devices/x')).status).toBe(400);
  expect((await server.request(null, 'GET', '/users/me/devices')).status).toBe(401);
  expect((await server.request(null, 'DELETE', '/users/me/devices')).status).toBe(401);
  expect(await isIn(other)).toBe(true);
});

test('after a change of the password the other devices are out at once, with their sockets; this one stays', async () => {
  const here = await server.signIn('engineer');
  const hash = await hashPassword('Right-2026!');
  await sql`update users set password_hash = ${hash} where id = ${here.person.id}`.execute(server.db);
  const there = await alsoOn(here, iphone);
  const sockets = [await connect(here, '/sync'), await connect(there, '/sync')];
  const ended: unknown[] = [];
  sockets[1]?.on('session.ended', (about) => ended.push(about));
  const body = { password: 'Right-2026!', newPassword: 'Fresh-2026!' };
  expect((await server.request(here, 'PUT', '/users/me/password', body)).status).toBe(200);
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  await until('its socket is gone', () => sockets[1]?.connected === false);
  expect(ended).toMatchObject([{ code: 'UNAUTHORIZED' }]);
  expect(sockets[0]?.connected).toBe(true);
  sockets[0]?.close();
});
