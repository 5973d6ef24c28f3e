import { randomUUID } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { serverLimits } from '#domain/server-limits.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { openSession } from '../../server/accounts/sessions.ts';
import { makeCode } from '../../server/store/people/codes.ts';
import { lettersTo } from '../support/letters.ts';
import { at, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Whoever guesses, at passwords or at codes, from one place or from many, at once or slowly. */

/** How long the server made somebody wait, in order: no clock says it so well. */
const slept = vi.fn<(ms?: number) => void>();

let server: TestServer;
let count = 0;
const password = 'Right-2026!';
const wrong = 'Wrong-2026!';

beforeAll(async () => {
  const wait = timers.setTimeout;
  vi.spyOn(timers, 'setTimeout').mockImplementation((ms, ...more) => {
    if (ms === serverLimits.loginSiegeDelayMs) slept(ms);
    return wait(ms, ...more);
  });
  syncBuiltinESMExports();
  server = await startServer();
});
afterAll(() => server.close());

async function account(): Promise<{ id: string; email: string }> {
  const [id, email] = [randomUUID(), `guessed-${++count}@test.vfp`];
  await sql`insert into users (id, email, password_hash, display_name)
    values (${id}, ${email}, ${await hashPassword(password)}, 'Somebody')`.execute(server.db);
  return { id, email };
}

async function post(path: string, payload: object, remoteAddress = '127.0.0.1') {
  const headers = { 'x-device-id': 'b'.repeat(64) };
  const answer = await server.app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers, remoteAddress });
  return { status: answer.statusCode, body: answer.json<unknown>(), headers: answer.headers };
}

const login = (email: string, guess: string, from?: string) => post('/auth/login', { email, password: guess }, from);

/** Makes everything that was tried so far older. */
async function later(email: string, minutes: number): Promise<void> {
  await sql`update login_attempts set at = at - ${minutes} * interval '1 minute'
    where account = sha256(convert_to(${email}, 'utf8'))`.execute(server.db);
}

test('after five wrong passwords one waits fifteen minutes, and what was refused meanwhile makes it no longer', async () => {
  const { email } = await account();
  for (let i = 0; i < 5; i++) await login(email, wrong);
  for (let i = 0; i < 20; i++) expect((await login(email, wrong)).status).toBe(429);
  await later(email, 14);
  const refused = await login(email, password);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  await later(email, 2);
  expect((await login(email, password)).status).toBe(200);
});

test('attempts from many addresses slow each other down, and lock no one out', async () => {
  const { email } = await account();
  const nobody = `nobody-${++count}@test.vfp`;
  for (const each of [email, nobody]) {
    const guesses = Array.from({ length: serverLimits.loginSiegeFailures }, (_, i) =>
      login(each, wrong, `10.7.${i}.1`),
    );
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));
  }
  const [owner, guess] = await Promise.all([login(email, password, '10.8.0.1'), login(nobody, wrong, '10.8.0.1')]);
  expect([owner.status, guess.status]).toEqual([200, 401]);
  expect(slept.mock.calls).toEqual([[serverLimits.loginSiegeDelayMs], [serverLimits.loginSiegeDelayMs]]);
  await later(email, 61);
  expect((await login(email, password, '10.8.0.2')).status).toBe(200);
  expect(slept).toHaveBeenCalledTimes(2);
});

test('all addresses of one IPv6 network count as one', async () => {
  const { email } = await account();
  for (let i = 0; i < 5; i++) await login(email, wrong, `2001:db8::${i + 1}`);
  expect((await login(email, password, '2001:db8::77')).status).toBe(429);
  expect((await login(email, password, '2001:db8:0:1::77')).status).toBe(200);
});

test('a stolen session is no way to guess the password', async () => {
  const { id, email } = await account();
  const token = await openSession(server.db, id, { deviceId: null, userAgent: null, remember: true });
  const change = (guess: string) =>
    server.request({ person: { id } as never, token }, 'PUT', '/users/me/password', {
      password: guess,
      newPassword: 'Fresh-2026!',
    });
  for (let i = 0; i < 5; i++) expect((await change(wrong)).status).toBe(422);
  expect((await change(password)).status).toBe(429);
  expect((await login(email, password)).status).toBe(429);
});

test('of forty guesses at once at the code for a new password five count, and then it is void', async () => {
  const { id, email } = await account();
  const confirmationCode = await makeCode(server.db, 'RESET', email, id);
  const other = String((Number(confirmationCode) + 1) % 1_000_000).padStart(6, '0');
  const show = (code: string) =>
    post('/auth/confirm-password', { email, confirmationCode: code, newPassword: 'Fresh-2026!' });
  const guesses = await Promise.all(Array.from({ length: 40 }, () => show(other)));
  expect(new Set(guesses.map(({ status, body }) => `${status} ${String(at(body, 'code'))}`))).toEqual(
    new Set(['400 TOKEN_INVALID']),
  );
  const { rows } = await sql<{ tries: number }>`select tries from codes where email = ${email}`.execute(server.db);
  expect(rows).toEqual([{ tries: serverLimits.codeTries }]);
  expect((await show(confirmationCode)).status).toBe(400);
  expect((await login(email, password)).status).toBe(200);
});

test('the right code shown ten times at once sets one of ten new passwords', async () => {
  const { id, email } = await account();
  const confirmationCode = await makeCode(server.db, 'RESET', email, id);
  const fresh = Array.from({ length: 10 }, (_, i) => `Fresh-2026!${i}`);
  const shown = await Promise.all(
    fresh.map((newPassword) => post('/auth/confirm-password', { email, confirmationCode, newPassword })),
  );
  const set = shown.findIndex(({ status }) => status === 200);
  expect(shown.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await login(email, fresh[set] ?? '')).status).toBe(200);
});

const signInBy = (email: string, verificationCode: string) =>
  post('/auth/sign-in-by-code', { email, verificationCode });

test('of forty guesses at once at a sign-in code five count, and then it is void', async () => {
  const { id, email } = await account();
  const code = await makeCode(server.db, 'SIGN_IN', email, id);
  const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const guesses = await Promise.all(Array.from({ length: 40 }, () => signInBy(email, other)));
  expect(new Set(guesses.map(({ status, body }) => `${status} ${String(at(body, 'code'))}`))).toEqual(
    new Set(['400 TOKEN_INVALID']),
  );
  const { rows } = await sql<{ tries: number }>`select tries from codes where email = ${email}`.execute(server.db);
  expect(rows).toEqual([{ tries: serverLimits.codeTries }]);
  expect((await signInBy(email, code)).status).toBe(400);
});

test('the right sign-in code shown ten times at once opens one session', async () => {
  const { id, email } = await account();
  const code = await makeCode(server.db, 'SIGN_IN', email, id);
  const shown = await Promise.all(Array.from({ length: 10 }, () => signInBy(email, code)));
  expect(shown.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await sql`select from sessions where user_id = ${id}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('a sign-in code that was on its way opens nothing once the password is another', async () => {
  const { id, email } = await account();
  const code = await makeCode(server.db, 'SIGN_IN', email, id);
  const confirmationCode = await makeCode(server.db, 'RESET', email, id);
  await post('/auth/confirm-password', { email, confirmationCode, newPassword: 'Fresh-2026!' });
  expect((await signInBy(email, code)).status).toBe(400);
});

test('a code is good for its own purpose and address alone, and once', async () => {
  const [mine, other] = [await account(), await account()];
  const verificationCode = await makeCode(server.db, 'VERIFY', mine.email, randomUUID());
  const reset = await makeCode(server.db, 'RESET', mine.email, mine.id);
  const confirm = (email: string, confirmationCode: string) =>
    post('/auth/confirm-password', { email, confirmationCode, newPassword: 'Fresh-2026!' });
  const tried = [
    await confirm(mine.email, verificationCode),
    await confirm(other.email, reset),
    await post('/auth/verify', { email: mine.email, verificationCode: reset }),
    await confirm(mine.email, `${reset} or 1=1`),
    await confirm(mine.email, ''),
  ];
  expect(tried.map(({ status, body }) => [status, at(body, 'code')])).toEqual(tried.map(() => [400, 'TOKEN_INVALID']));
  expect((await confirm(mine.email, reset)).status).toBe(200);
  expect((await confirm(mine.email, reset)).status).toBe(400);
});

test('a new password by code ends every session and every socket there was', async () => {
  const { id, email } = await account();
  const token = await openSession(server.db, id, { deviceId: null, userAgent: null, remember: true });
  const socket = io(`${server.url}/sync`, { transports: ['websocket'], auth: { token }, reconnection: false });
  onTestFinished(() => void socket.disconnect());
  await until('it is open', () => socket.connected);
  const confirmationCode = await makeCode(server.db, 'RESET', email, id);
  await post('/auth/confirm-password', { email, confirmationCode, newPassword: 'Fresh-2026!' });
  expect((await server.request({ person: { id } as never, token }, 'GET', '/users/me')).status).toBe(401);
  await until('it is closed', () => !socket.connected);
});

test.each([
  ['instant tests', 'twin', '/auth/instant_test', {}],
  ['free trials', 'pair', '/auth/free_trial', { password, plan: 'premium' }],
])('of two %s of one mailbox confirmed at the same moment one becomes an account', async (_what, name, path, more) => {
  const emails = ['a', 'b'].map((tag) => `${name}+${tag}@test.vfp`);
  for (const [i, email] of emails.entries()) await post(path, { email, ...more }, `10.20.${i}.1`);
  const codes = await Promise.all(emails.map(async (email) => (await lettersTo(server.url, email))[0]?.code));
  const shown = await Promise.all(
    emails.map((email, i) => post('/auth/verify', { email, verificationCode: codes[i] })),
  );
  expect(shown.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const { rows } = await sql`select from users where mailbox = ${`${name}@test.vfp`}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

const ask = (i: number, from: string) => post('/auth/forgot-password', { email: `many-${i}@test.vfp` }, from);

test('a network that asks for codes for very many addresses waits, and others do not', async () => {
  const states: number[] = [];
  for (let i = 0; i < serverLimits.codeRequestsOfNetwork; i++) states.push((await ask(i, '10.30.0.1')).status);
  expect(new Set(states)).toEqual(new Set([200]));
  const refused = await ask(-1, '10.30.0.1');
  expect([refused.status, at(refused.body, 'code')]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await ask(-1, '10.30.0.2')).status).toBe(200);
});
