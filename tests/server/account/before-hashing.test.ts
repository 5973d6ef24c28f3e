import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  type HashingGroups,
  hashPassword,
  knownAs,
  passwordsWaiting,
  strangerFrom,
  mostPasswordsWaiting,
  passwordsAtOnce,
  passwordsBackMs,
} from '../../../server/account/passwords.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { makeCode, codeRequestsOfMailbox } from '../../../server/account/store/codes.ts';
import { newDevice } from '../../support/users.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { loginFailures, loginFailuresOfNetwork, loginWindowMs } from '../../../server/account/store/login-limits.ts';
import { transactionsWaiting } from '../../../server/database/in-turn.ts';

/** Limits are checked before a password is hashed, and one client's hashes do not delay other clients. */

let count = 0;
let stored = '';
const password = 'Right-2026!';
const wrong = 'Wrong-2026!';

const server = await provideServer();
beforeAll(async () => {
  stored = await hashPassword(password);
});

async function account(device?: string): Promise<string> {
  const [id, email] = [randomUUID(), `sprayed-${++count}@test.vfp`];
  await sql`insert into users (id, email, password_hash, display_name)
    values (${id}, ${email}, ${stored}, 'Somebody')`.execute(server.db);
  if (device !== undefined) await openSession(server.db, id, { deviceId: device, userAgent: null, remember: true });
  return email;
}

/** Posts from an unknown device, unless the headers name one. */
async function post(path: string, payload: object, remoteAddress: string, given: Record<string, string> = {}) {
  const headers = { 'x-device-id': newDevice(), ...given };
  const answer = await server.app.inject({ method: 'POST', url: `/api/v1${path}`, payload, remoteAddress, headers });
  return { status: answer.statusCode, code: at(answer.json(), 'code'), headers: answer.headers };
}

const login = (email: string, from: string, headers: Record<string, string> = {}, guess = password) =>
  post('/auth/login', { email, password: guess }, from, headers);

test('a network that tries one password at sixty accounts is refused before hashing, and other networks can sign in', async () => {
  const device = 'c'.repeat(64);
  const [owner, elsewhere] = [await account(device), await account()];
  const sprayed = await Promise.all(Array.from({ length: 60 }, () => account()));
  const answers = await Promise.all(sprayed.map((email) => login(email, '10.70.0.1', {}, wrong)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(loginFailuresOfNetwork);
  const refused = answers.find(({ status }) => status !== 401);
  expect([refused?.status, refused?.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(loginWindowMs / 1000);
  expect((await login(elsewhere, '10.70.0.2')).status).toBe(200);
  // A known device of the account can sign in even from the network of the attacker.
  expect((await login(owner, '10.70.0.1', { 'x-device-id': device })).status).toBe(200);
  expect((await login(owner, '10.70.0.1', { 'x-device-id': 'd'.repeat(64) })).status).toBe(429);
});

test.each([
  ['other accounts', true],
  ['the owner’s account', false],
])('wrong passwords for %s from the same network do not lock out the owner’s device', async (_, atOtherAccounts) => {
  const [ownDevice, otherDevice, address] = [newDevice(), newDevice(), atOtherAccounts ? '10.78.0.1' : '10.78.0.2'];
  const owner = await account(ownDevice);
  for (let i = 0; i < loginFailuresOfNetwork / loginFailures; i++) {
    const guessed = atOtherAccounts ? await account(otherDevice) : owner;
    for (let j = 0; j < loginFailures; j++) await login(guessed, address, { 'x-device-id': otherDevice }, wrong);
  }
  expect((await login(owner, address, { 'x-device-id': ownDevice })).status).toBe(200);
});

test('the owner’s device may send five wrong passwords, counted apart from those of other devices', async () => {
  const headers = { 'x-device-id': newDevice() };
  const owner = await account(headers['x-device-id']);
  for (let i = 0; i < loginFailures; i++) await login(owner, '10.79.0.1', headers, wrong);
  expect((await login(owner, '10.79.0.1', headers)).status).toBe(429);
});

test('a password reset with a wrong code hashes nothing', async () => {
  const email = await account();
  const shown = { email, confirmationCode: '000000', newPassword: 'Fresh-2026!' };
  const most = passwordsAtOnce + mostPasswordsWaiting + 20;
  const answers = await Promise.all(
    Array.from({ length: most }, () => post('/auth/confirm-password', shown, '10.71.0.1')),
  );
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['TOKEN_INVALID', 'RATE_LIMITED']));
});

test('an invitation with a wrong session hashes nothing', async () => {
  const answers = await Promise.all(
    Array.from({ length: passwordsAtOnce + mostPasswordsWaiting + 20 }, (_, i) => {
      const shown = { email: `invited-${i}@test.vfp`, password: 'x', session: 'none', newPassword: 'Fresh-2026!' };
      return post('/auth/login', shown, `10.72.${i}.1`);
    }),
  );
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['TOKEN_INVALID']));
});

test('a flood of hashes from a few networks delays another network only by a few hashes', async () => {
  const flood = Array.from({ length: 2 * mostPasswordsWaiting }, (_, i) => hashPassword(wrong, `10.73.${i % 20}`));
  const ends = Promise.allSettled(flood);
  expect(passwordsWaiting()).toBe(mostPasswordsWaiting);
  expect(await hashPassword(password, '10.75.0')).toMatch(/^\$argon2id/);
  expect(passwordsWaiting()).toBeGreaterThan(0);
  await ends;
});

test('networks of one IPv6 /48 that fill the queue do not keep others from signing in, on known and unknown devices', async () => {
  const headers = { 'x-device-id': newDevice() };
  const [known, unknown] = [await account(headers['x-device-id']), await account()];
  const stopFlood = fillPasswords((i) => strangerFrom(`2001:db8:2:${(i + 1).toString(16)}00::1`));
  const results = [];
  for (let i = 0; i < 4; i++) {
    results.push((await login(unknown, '10.90.0.1')).status, (await login(known, '10.91.0.1', headers)).status);
  }
  await stopFlood();
  expect(new Set(results)).toEqual(new Set([200]));
});

test('a known device can sign in while unknown devices of many networks fill the queue', async () => {
  const headers = { 'x-device-id': newDevice() };
  const known = await account(headers['x-device-id']);
  const stopFlood = fillPasswords((i) => strangerFrom(`10.92.${i}.1`));
  const { status } = await login(known, '10.93.0.1', headers);
  await stopFlood();
  expect(status).toBe(200);
});

test('a free trial that the full queue refuses counts towards no limit and can be requested again', async () => {
  const trial = { email: 'crowded@test.vfp', password, plan: 'premium' };
  const ask = () => post('/auth/free_trial', trial, '10.76.0.1', { 'x-device-id': 'f'.repeat(64) });
  const stopFlood = fillPasswords((i) => strangerFrom(`10.77.${i}.1`));
  const results = [];
  for (let i = 0; i < 2 * codeRequestsOfMailbox; i++) results.push((await ask()).headers['retry-after']);
  await stopFlood();
  expect(new Set(results)).toEqual(new Set([String(passwordsBackMs / 1000)]));
  const { rows } = await sql`select from sign_ups where email = ${trial.email}`.execute(server.db);
  expect(rows).toEqual([]);
  expect((await ask()).status).toBe(201);
});

/**
 * Keeps the queue full: each client has one password hashed after another. With one request each, none is evicted.
 * @returns a function that stops it
 */
function fillPasswords(clientOf: (i: number) => HashingGroups): () => Promise<void> {
  const end = new AbortController();
  const most = passwordsAtOnce + mostPasswordsWaiting;
  const all = Array.from({ length: most }, async (_, i) => {
    while (!end.signal.aborted) await hashPassword(wrong, clientOf(i)).catch(() => setImmediate());
  });
  return async () => {
    end.abort();
    await Promise.all(all);
  };
}

test('a sign-in, a password change and a reset that the full queue refuses do not count as wrong attempts', async () => {
  const email = await account();
  const { id } = (await sql<{ id: string }>`select id from users where email = ${email}`.execute(server.db))
    .rows[0] ?? { id: '' };
  const token = await openSession(server.db, id, { deviceId: null, userAgent: null, remember: true });
  const confirmationCode = await makeCode(server.db, 'RESET', email, id);
  const shown = { email, confirmationCode, newPassword: 'Fresh-2026!' };
  const headers = { authorization: `Bearer ${token}`, 'x-device-id': newDevice() };
  const payload = { password, newPassword: 'Fresh-2026!' };
  const ownChange = { method: 'PUT', url: '/api/v1/users/me/password', payload, headers } as const;
  const stopFlood = fillPasswords((i) => strangerFrom(`10.95.${i}.1`));
  const ofUnknownDevice: unknown[] = [];
  for (let i = 0; i < 2 * loginFailures; i++) {
    ofUnknownDevice.push((await login(email, '10.94.0.1')).headers['retry-after']);
    ofUnknownDevice.push((await post('/auth/confirm-password', shown, '10.94.1.1')).headers['retry-after']);
  }
  await stopFlood();
  expect(new Set(ofUnknownDevice)).toEqual(new Set([String(passwordsBackMs / 1000)]));
  const stopSessions = fillPasswords((i) => knownAs(`session ${i}`));
  const ofOwnSession: unknown[] = [];
  for (let i = 0; i < 2 * loginFailures; i++)
    ofOwnSession.push((await server.app.inject(ownChange)).headers['retry-after']);
  await stopSessions();
  expect(new Set(ofOwnSession)).toEqual(new Set([String(passwordsBackMs / 1000)]));
  expect((await login(email, '10.94.0.1')).status).toBe(200);
  expect((await post('/auth/confirm-password', shown, '10.94.1.1')).status).toBe(200);
});

test('a free trial beyond the limit of its network hashes nothing', async () => {
  const address = '10.74.0.1';
  for (let i = 0; i < 3; i++) {
    await post('/auth/free_trial', { email: `free-${i}@test.vfp`, password, plan: 'premium' }, address);
  }
  const answers = await Promise.all(
    Array.from({ length: transactionsWaiting }, (_, i) =>
      post('/auth/free_trial', { email: `more-${i}@test.vfp`, password, plan: 'premium' }, address),
    ),
  );
  // The wait for another trial is a day; the wait for a hash would be seconds.
  expect(new Set(answers.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['86400']));
});
