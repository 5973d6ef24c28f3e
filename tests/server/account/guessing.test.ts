import { randomUUID } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { hashPassword } from '../../../server/account/passwords.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { makeCode, codeRequestsOfNetwork, codeTries } from '../../../server/account/store/codes.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import {
  loginFailures,
  loginFailuresOfNetwork,
  loginSiegeFailures,
  loginSiegeDelayMs,
} from '../../../server/account/store/login-limits.ts';

/** Guessing passwords and codes, from one address or from many, concurrently or slowly. */

/** Called with each delay that the server imposes. This is more reliable than measuring time. */
const delayed = vi.fn<(ms?: number) => void>();

const server = await provideServer();
let count = 0;
const password = 'Right-2026!';
const wrong = 'Wrong-2026!';

beforeAll(async () => {
  const wait = timers.setTimeout;
  vi.spyOn(timers, 'setTimeout').mockImplementation((ms, ...more) => {
    if (ms === loginSiegeDelayMs) delayed(ms);
    return wait(ms, ...more);
  });
  syncBuiltinESMExports();
});

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

/** Makes all attempts so far older by this many minutes. */
async function ageAttempts(email: string, minutes: number): Promise<void> {
  await sql`update login_attempts set at = at - ${minutes} * interval '1 minute'
    where account = sha256(convert_to(${email}, 'utf8'))`.execute(server.db);
}

test('after five wrong passwords a user waits fifteen minutes, and attempts refused meanwhile do not extend the wait', async () => {
  const { email } = await account();
  for (let i = 0; i < 5; i++) await login(email, wrong);
  for (let i = 0; i < 20; i++) expect((await login(email, wrong)).status).toBe(429);
  await ageAttempts(email, 14);
  const refused = await login(email, password);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  await ageAttempts(email, 2);
  expect((await login(email, password)).status).toBe(200);
});

test('who waits may sign in from another network, and other accounts from the same one', async () => {
  const [waiting, other] = [await account(), await account()];
  for (let i = 0; i < 5; i++) await login(waiting.email, wrong);
  expect((await login(waiting.email, password)).status).toBe(429);
  expect((await login(waiting.email, password, '10.1.2.3')).status).toBe(200);
  expect((await login(other.email, password)).status).toBe(200);
});

/** Returns what one try more than are permitted gets. */
async function repliesFor(email: string) {
  const replies = [];
  for (let i = 0; i <= loginFailures; i++) {
    const { status, body } = await login(email, wrong, '10.9.0.1');
    replies.push([status, at(body, 'code'), at(body, 'message'), at(body, 'details')]);
  }
  return replies;
}

test('before the last try a user is warned, and an address without an account gets the same replies', async () => {
  const { email } = await account();
  const known = await repliesFor(email);
  const warned = known.map(([, , , details]) => details);
  expect(warned.slice(0, -1)).toEqual([undefined, undefined, undefined, { triesLeft: 1 }, undefined]);
  expect(known.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await repliesFor(`nobody-${++count}@test.vfp`)).slice(0, -1)).toEqual(known.slice(0, -1));
});

test('attempts from many addresses slow each other down, but lock no one out', async () => {
  const { email } = await account();
  const unknownEmail = `nobody-${++count}@test.vfp`;
  for (const each of [email, unknownEmail]) {
    const guesses = Array.from({ length: loginSiegeFailures }, (_, i) => login(each, wrong, `10.7.${i}.1`));
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));
  }
  const [owner, guess] = await Promise.all([
    login(email, password, '10.8.0.1'),
    login(unknownEmail, wrong, '10.8.0.1'),
  ]);
  expect([owner.status, guess.status]).toEqual([200, 401]);
  expect(delayed.mock.calls).toEqual([[loginSiegeDelayMs], [loginSiegeDelayMs]]);
  await ageAttempts(email, 61);
  expect((await login(email, password, '10.8.0.2')).status).toBe(200);
  expect(delayed).toHaveBeenCalledTimes(2);
});

test('all addresses of one IPv6 network count as one', async () => {
  const { email } = await account();
  for (let i = 0; i < 5; i++) await login(email, wrong, `2001:db8::${i + 1}`);
  expect((await login(email, password, '2001:db8::77')).status).toBe(429);
  expect((await login(email, password, '2001:db8:0:1::77')).status).toBe(200);
});

test('wrong passwords at a password change are limited, so a stolen session cannot guess the password', async () => {
  const { id, email } = await account();
  const token = await openSession(server.db, id, { deviceId: null, userAgent: null, remember: true });
  const change = (guess: string) =>
    server.request({ user: { id } as never, token }, 'PUT', '/users/me/password', {
      password: guess,
      newPassword: 'Fresh-2026!',
    });
  for (let i = 0; i < 5; i++) expect((await change(wrong)).status).toBe(422);
  expect((await change(password)).status).toBe(429);
  expect((await login(email, password)).status).toBe(429);
});

const signInBy = (email: string, verificationCode: string) =>
  post('/auth/sign-in-by-code', { email, verificationCode });
const resetBy = (email: string, confirmationCode: string) =>
  post('/auth/confirm-password', { email, confirmationCode, newPassword: 'Fresh-2026!' });

/** Replies to forty concurrent guesses of a code: ten are let through. */
const tenOfForty = [
  ...Array.from({ length: 10 }, () => '400 TOKEN_INVALID'),
  ...Array.from({ length: 30 }, () => '429 RATE_LIMITED'),
];

test.each([
  ['reset', 'RESET', resetBy],
  ['sign-in', 'SIGN_IN', signInBy],
] as const)('of forty concurrent guesses of a %s code five count, then the code is void', async (_what, kind, use) => {
  const { id, email } = await account();
  const code = await makeCode(server.db, kind, email, id);
  const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const guesses = await Promise.all(Array.from({ length: 40 }, () => use(email, other)));
  expect(guesses.map(({ status, body }) => `${status} ${String(at(body, 'code'))}`).toSorted()).toEqual(tenOfForty);
  const { rows } = await sql<{ tries: number }>`select tries from codes where email = ${email}`.execute(server.db);
  expect(rows).toEqual([{ tries: codeTries }]);
  await ageAttempts(email, 16);
  expect((await use(email, code)).status).toBe(400);
  expect((await login(email, password)).status).toBe(200);
});

test('a reset code used ten times concurrently sets one of the ten passwords', async () => {
  const { id, email } = await account();
  const confirmationCode = await makeCode(server.db, 'RESET', email, id);
  const newPasswords = Array.from({ length: 10 }, (_, i) => `Fresh-2026!${i}`);
  const replies = await Promise.all(
    newPasswords.map((newPassword) => post('/auth/confirm-password', { email, confirmationCode, newPassword })),
  );
  const accepted = replies.findIndex(({ status }) => status === 200);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  // Those that were counted after the right one had ended stay counted.
  await ageAttempts(email, 16);
  expect((await login(email, newPasswords[accepted] ?? '')).status).toBe(200);
});

/** A wrong secret of each kind. */
const wrongSecrets = {
  password: (email: string, from: string) => login(email, wrong, from),
  'code of a sign-up': (email: string, from: string) =>
    post('/auth/verify', { email, verificationCode: 'wrong' }, from),
  'code for the sign-in': (email: string, from: string) =>
    post('/auth/sign-in-by-code', { email, verificationCode: 'wrong' }, from),
  'code for a new password': (email: string, from: string) =>
    post('/auth/confirm-password', { email, confirmationCode: 'wrong', newPassword: 'Fresh-2026!' }, from),
  'session of an invitation': (email: string, from: string) =>
    post('/auth/login', { email, password: wrong, session: 'wrong', newPassword: 'Fresh-2026!' }, from),
};

test.each(Object.keys(wrongSecrets).map((kind, i) => [kind, i] as const))(
  'a network that has tried forty wrong secrets at forty accounts, of whatever kind, may not try another %s',
  async (kind, i) => {
    const from = `10.41.${i}.1`;
    const tries = Object.values(wrongSecrets);
    for (let n = 0; n < loginFailuresOfNetwork; n++) {
      const refused = await tries[n % tries.length]?.(`net-${i}-${n}@test.vfp`, from);
      expect([400, 401]).toContain(refused?.status);
    }
    const over = await wrongSecrets[kind as keyof typeof wrongSecrets](`net-${i}-last@test.vfp`, from);
    expect([over.status, at(over.body, 'code')]).toEqual([429, 'RATE_LIMITED']);
    expect((await login(`net-${i}-last@test.vfp`, wrong, `10.42.${i}.1`)).status).toBe(401);
  },
);

test('wrong codes of an account count as wrong passwords do, and after wrong passwords a code still sets a new one', async () => {
  const [guessed, forgetful] = [await account(), await account()];
  for (let i = 0; i < 5; i++) await signInBy(guessed.email, 'wrong');
  expect((await login(guessed.email, wrong)).status).toBe(429);
  for (let i = 0; i < 5; i++) await signInBy(guessed.email, 'wrong');
  expect((await signInBy(guessed.email, 'wrong')).status).toBe(429);
  for (let i = 0; i < 5; i++) await login(forgetful.email, wrong);
  const code = await makeCode(server.db, 'RESET', forgetful.email, forgetful.id);
  expect((await resetBy(forgetful.email, code)).status).toBe(200);
  expect((await login(forgetful.email, 'Fresh-2026!')).status).toBe(200);
});

test('a sign-in code used ten times concurrently opens one session', async () => {
  const { id, email } = await account();
  const code = await makeCode(server.db, 'SIGN_IN', email, id);
  const replies = await Promise.all(Array.from({ length: 10 }, () => signInBy(email, code)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await sql`select from sessions where user_id = ${id}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('a sign-in code requested before a password reset is void afterwards', async () => {
  const { id, email } = await account();
  const code = await makeCode(server.db, 'SIGN_IN', email, id);
  await resetBy(email, await makeCode(server.db, 'RESET', email, id));
  expect((await signInBy(email, code)).status).toBe(400);
});

test('a code is valid once, for its own purpose and address only', async () => {
  const [own, other] = [await account(), await account()];
  const verificationCode = await makeCode(server.db, 'VERIFY', own.email, randomUUID());
  const reset = await makeCode(server.db, 'RESET', own.email, own.id);
  const tried = [
    await resetBy(own.email, verificationCode),
    await resetBy(other.email, reset),
    await post('/auth/verify', { email: own.email, verificationCode: reset }),
    await resetBy(own.email, `${reset} or 1=1`),
    await resetBy(own.email, ''),
  ];
  expect(tried.map(({ status, body }) => [status, at(body, 'code')])).toEqual(tried.map(() => [400, 'TOKEN_INVALID']));
  expect((await resetBy(own.email, reset)).status).toBe(200);
  expect((await resetBy(own.email, reset)).status).toBe(400);
});

test('a password reset ends every session and closes every socket', async () => {
  const { id, email } = await account();
  const token = await openSession(server.db, id, { deviceId: null, userAgent: null, remember: true });
  const socket = io(`${server.url}/sync`, { transports: ['websocket'], auth: { token }, reconnection: false });
  onTestFinished(() => void socket.disconnect());
  await until('the socket is open', () => socket.connected);
  await resetBy(email, await makeCode(server.db, 'RESET', email, id));
  expect((await server.request({ user: { id } as never, token }, 'GET', '/users/me')).status).toBe(401);
  await until('the socket is closed', () => !socket.connected);
});

test.each([
  ['instant tests', 'twin', '/auth/instant_test', {}],
  ['free trials', 'pair', '/auth/free_trial', { password, plan: 'premium' }],
])('of two %s of one mailbox confirmed concurrently, one becomes an account', async (_what, name, path, more) => {
  const emails = ['a', 'b'].map((tag) => `${name}+${tag}@test.vfp`);
  for (const [i, email] of emails.entries()) await post(path, { email, ...more }, `10.20.${i}.1`);
  const codes = await Promise.all(emails.map(async (email) => (await lettersTo(server.url, email))[0]?.code));
  const replies = await Promise.all(
    emails.map((email, i) => post('/auth/verify', { email, verificationCode: codes[i] })),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const { rows } = await sql`select from users where mailbox = ${`${name}@test.vfp`}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

const requestCode = (i: number, from: string) => post('/auth/forgot-password', { email: `many-${i}@test.vfp` }, from);

test('a network that requests codes for very many addresses must wait, and other networks need not', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < codeRequestsOfNetwork; i++) statuses.push((await requestCode(i, '10.30.0.1')).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await requestCode(-1, '10.30.0.1');
  expect([refused.status, at(refused.body, 'code')]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await requestCode(-1, '10.30.0.2')).status).toBe(200);
});
