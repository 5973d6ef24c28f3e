import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { plans } from '#domain/account/plans-and-prices.ts';
import { lettersTo } from '../../../support/servers/letters.ts';
import { newDevice } from '../../../support/users.ts';
import { at, provideServer } from '../../../support/servers/server.ts';

const password = 'Right-2026!';
let count = 0;

const server = await provideServer();

/** The device on which an address is used. */
function browserOf(email: string): string {
  const whose = email.trim().toLowerCase();
  const known = browsers.get(whose) ?? newDevice();
  browsers.set(whose, known);
  return known;
}

const browsers = new Map<string, string>();

const newEmail = (): string => `new-${++count}@test.vfp`;
/** Posts from the browser of this address, unless another device is named. */
const post = (path: string, body: object, device = browserOf(String(at(body, 'email')))) =>
  server.request(null, 'POST', path, body, { 'x-device-id': device });
const register = (email: string, more: object = {}, device?: string) =>
  post('/auth/register', { email, password, ...more }, device);

/** Requests an instant test from this network address. */
function instantTestFrom(remoteAddress: string, email: string) {
  const headers = { 'x-device-id': randomBytes(32).toString('hex') };
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/instant_test',
    payload: { email },
    headers,
    remoteAddress,
  });
}

const emailsFor = (email: string, atLeast = 1) => lettersTo(server.url, email, atLeast);

async function codeFor(email: string, atLeast = 1): Promise<string> {
  return (await emailsFor(email, atLeast))[0]?.code ?? '';
}

test('a new user cannot sign in before entering the code, and can afterwards', async () => {
  const email = newEmail();
  const device = newDevice();
  const profile = { display_name: 'Nia Fischer', phone: '+49 (30) 123-4567' };
  const asked = await register(` ${email.toUpperCase()} `, profile, device);
  expect(asked.status).toBe(201);
  expect(asked.body).toEqual({
    user_id: expect.any(String),
    email,
    status: 'UNCONFIRMED',
    verification: 'EMAIL_CODE',
    expires_in: 600,
  });
  const early = await post('/auth/login', { email, password }, device);
  expect([early.status, at(early.body, 'code')]).toEqual([403, 'UserNotConfirmedException']);
  expect((await post('/auth/login', { email, password: 'Wrong-2026!' }, device)).status).toBe(401);
  const verified = await post('/auth/verify', { email, verificationCode: await codeFor(email) }, device);
  expect([verified.status, verified.body]).toEqual([200, { verified: true }]);
  const signedIn = await post('/auth/login', { email, password });
  expect(signedIn.status).toBe(200);
  expect(at(signedIn.body, 'user')).toMatchObject({
    id: at(asked.body, 'user_id'),
    display_name: 'Nia Fischer',
    phone: '+49301234567',
    status: 'ACTIVE',
    role: 'USER',
    plan: null,
  });
});

test('confirming signs the user in: always in version 2, and after an instant test also in version 1', async () => {
  const [second, instant] = [newEmail(), newEmail()];
  await register(second);
  const verified = await post('/api/v2/auth/verify', { email: second, verificationCode: await codeFor(second) });
  const user = { user: at(verified.body, 'user') as never, token: String(at(verified.body, 'accessToken')) };
  expect((await server.request(user, 'GET', '/users/me')).body).toMatchObject({ email: second });

  await post('/auth/instant_test', { email: instant });
  const tester = await post('/auth/verify', { email: instant, verificationCode: await codeFor(instant) });
  expect(at(tester.body, 'user')).toMatchObject({
    status: 'INSTANT_TEST',
    question_usage: 0,
    question_limit: 10,
    flags: { isInstantTester: true },
  });
});

test('a free trial has its plan for fourteen days, without the assistant if the plan includes experts', async () => {
  const email = newEmail();
  await post('/auth/free_trial', { email, password, plan: 'professional' });
  const { body } = await post('/api/v2/auth/verify', { email, verificationCode: await codeFor(email) });
  expect(at(body, 'user')).toMatchObject({
    status: 'FREE_TRIAL',
    plan: { name: 'professional' },
    subscription: { status: 'trailing' },
    flags: { disableAiChat: true, canChatWithExperts: true },
  });
  const end = Date.parse(String(at(body, 'user.subscription.current_period_end')));
  expect(Math.round((end - Date.now()) / 86_400_000)).toBe(14);
});

test.each(plans.filter(({ trial }) => !trial).map(({ id }) => id))(
  'a free trial of the plan %s is refused, and no sign-up is stored',
  async (plan) => {
    const email = newEmail();
    const { status, body } = await post('/auth/free_trial', { email, password, plan });
    expect([status, at(body, 'code')]).toEqual([422, 'INVALID']);
    expect(at(body, 'details')).toEqual([{ path: 'plan', code: 'no_trial' }]);
    const { rows } = await sql`select from sign_ups where email = ${email}`.execute(server.db);
    expect(rows).toEqual([]);
  },
);

test('a mailbox has one free trial, whatever its plus tag, and can still sign up without a trial', async () => {
  const [first, second] = ['first', 'second'].map((tag) => `trial+${tag}@test.vfp`) as [string, string];
  const trial = (email: string) => post('/auth/free_trial', { email, password, plan: 'premium' });
  await trial(first);
  await post('/auth/verify', { email: first, verificationCode: await codeFor(first) });
  expect((await trial(second)).status).toBe(201);
  expect((await emailsFor(second))[0]?.subject).toBe('You have a VFP account already');
  const user_id = at((await register(second)).body, 'user_id');
  const verificationCode = await codeFor(second, 2);
  const { body } = await post('/api/v2/auth/verify', { email: second, verificationCode, user_id });
  expect(at(body, 'user')).toMatchObject({ status: 'ACTIVE', plan: null });
});

test('signing up with an address that has an account gets the same response, and an e-mail that says so', async () => {
  const email = newEmail();
  await register(email);
  await post('/auth/verify', { email, verificationCode: await codeFor(email) });
  const again = await register(email, { password: 'Other-2026!' }, newDevice());
  expect(again.status).toBe(201);
  expect(again.body).toMatchObject({ email, status: 'UNCONFIRMED', verification: 'EMAIL_CODE', expires_in: 600 });
  const [message] = await emailsFor(email, 2);
  expect(message?.subject).toBe('You have a VFP account already');
  expect(message?.text).not.toMatch(/\d{6}/);
  expect((await post('/auth/login', { email, password: 'Other-2026!' })).status).toBe(401);
  expect((await post('/auth/login', { email, password })).status).toBe(200);
});

test('signing up with an address and then signing in does not reveal whether it has an account', async () => {
  const [registered, unregistered] = [newEmail(), newEmail()];
  await register(registered);
  await post('/auth/verify', { email: registered, verificationCode: await codeFor(registered) });
  const [device, other] = [newDevice(), newDevice()];
  const withOtherPassword = { password: 'Strange-words-2026!' };
  const seen = [];
  for (const email of [registered, unregistered]) {
    await register(email, withOtherPassword, device);
    const responses = [];
    for (const each of [device, other])
      responses.push(await post('/auth/login', { email, ...withOtherPassword }, each));
    seen.push(responses.map(({ status, body }) => [status, at(body, 'code')]));
  }
  const expected = [
    [403, 'UserNotConfirmedException'],
    [401, 'NotAuthorizedException'],
  ];
  expect(seen).toEqual([expected, expected]);
  expect((await post('/auth/login', { email: registered, password }, device)).status).toBe(200);
});

test('another user who signs up with my address cannot set the password of my account', async () => {
  const email = newEmail();
  const mine = await register(email);
  await codeFor(email);
  await register(email, { password: 'Strange-words-2026!' }, newDevice());
  await emailsFor(email, 2);
  expect((await post('/auth/re-send-confirmation-code', { email })).body).toEqual({ sent: true });
  const id = at(mine.body, 'user_id');
  await post('/auth/re-send-confirmation-code', { email, user_id: id });
  const verified = await post('/auth/verify', { email, user_id: id, verificationCode: await codeFor(email, 3) });
  expect(verified.body).toEqual({ verified: true });
  expect((await post('/auth/login', { email, password })).status).toBe(200);
  expect((await post('/auth/login', { email, password: 'Strange-words-2026!' })).status).toBe(401);
  expect(await emailsFor(email)).toHaveLength(3);
});

test('five wrong attempts void a code, and of forty concurrent ones ten are let through and five count', async () => {
  const email = newEmail();
  await register(email);
  const code = await codeFor(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const guesses = Array.from({ length: 40 }, () => post('/auth/verify', { email, verificationCode: wrong }));
  const replies = (await Promise.all(guesses)).map(({ status, body }) => `${status} ${String(at(body, 'code'))}`);
  expect(replies.toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => '400 TOKEN_INVALID'),
    ...Array.from({ length: 30 }, () => '429 RATE_LIMITED'),
  ]);
  await sql`delete from login_attempts`.execute(server.db);
  expect((await post('/auth/verify', { email, verificationCode: code })).status).toBe(400);
  const { rows } = await sql<{ tries: number }>`select own_tries as tries from codes where email = ${email}`.execute(
    server.db,
  );
  expect(rows).toEqual([{ tries: 5 }]);
});

test('a code works once, also with concurrent requests', async () => {
  const email = newEmail();
  await register(email);
  const code = await codeFor(email);
  const attempts = Array.from({ length: 10 }, () => post('/auth/verify', { email, verificationCode: code }));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const { rows } = await sql`select from users where email = ${email}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

/** A sign-up whose code was accepted, but whose response is taken as lost. @returns the request body, to send it again */
async function lostResponse(route = 'register', more: object = { password }) {
  const email = newEmail();
  const asked = await post(`/auth/${route}`, { email, ...more });
  const confirmation = { email, verificationCode: await codeFor(email), user_id: String(at(asked.body, 'user_id')) };
  expect((await post('/api/v2/auth/verify', confirmation)).status).toBe(200);
  return confirmation;
}

test.each([
  ['instant_test', {}],
  ['register', { password }],
])(
  'after %s, a user whose response was lost sends the code again and is signed in, with one account',
  async (route, more) => {
    const confirmation = await lostResponse(route, more);
    const again = await post('/api/v2/auth/verify', confirmation);
    expect(again.status).toBe(200);
    const user = { user: at(again.body, 'user') as never, token: String(at(again.body, 'accessToken')) };
    expect((await server.request(user, 'GET', '/users/me')).body).toMatchObject({
      id: confirmation.user_id,
      email: confirmation.email,
    });
    const { rows } = await sql`select from users where email = ${confirmation.email}`.execute(server.db);
    expect(rows).toHaveLength(1);
  },
);

test('a code opens one session: sent again from its device, it ends the session that it opened before', async () => {
  const confirmation = await lostResponse();
  const tokens = [];
  for (let i = 0; i < 3; i++)
    tokens.push(String(at((await post('/api/v2/auth/verify', confirmation)).body, 'accessToken')));
  const statuses = [];
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` };
    statuses.push((await server.request(null, 'GET', '/users/me', undefined, headers)).status);
  }
  expect(statuses).toEqual([401, 401, 200]);
});

test('a code that was used opens no session on another device, also with the id of its sign-up', async () => {
  const confirmation = await lostResponse();
  const elsewhere = await post('/api/v2/auth/verify', confirmation, newDevice());
  expect([elsewhere.status, at(elsewhere.body, 'code')]).toEqual([400, 'TOKEN_INVALID']);
  const nowhere = await server.app.inject({ method: 'POST', url: '/api/v2/auth/verify', payload: confirmation });
  expect(nowhere.statusCode).toBe(400);
  expect((await post('/api/v2/auth/verify', confirmation)).status).toBe(200);
});

test.each([
  ['register', {}, 1],
  ['free_trial', { plan: 'premium' }, 1],
  ['instant_test', {}, 1],
  ['register', {}, 2],
])(
  'the password of a stranger who used my address for %s %s opens nothing once I have entered the code here: with %s open, I choose my own',
  async (route, more, open) => {
    const email = newEmail();
    const strange = 'Strange-words-2026!';
    for (let i = 0; i < open; i++) {
      const payload = { email, password: strange, ...more };
      const headers = { 'x-device-id': newDevice() };
      const url = `/api/v1/auth/${route}`;
      const asked = await server.app.inject({ method: 'POST', url, payload, headers, remoteAddress: '10.9.5.1' });
      expect(asked.statusCode).toBe(201);
    }
    const here = newDevice();
    const shown = { email, verificationCode: await codeFor(email, open) };
    const verified = await post('/api/v2/auth/verify', shown, here);
    expect([verified.status, verified.body]).toEqual([
      200,
      { verified: true, challenge: 'NewPasswordRequired', session: expect.any(String) },
    ]);
    expect((await post('/auth/login', { email, password: strange }, newDevice())).status).toBe(401);
    const choice = { email, password: 'x', session: at(verified.body, 'session'), newPassword: password };
    expect((await post('/auth/login', choice, newDevice())).status).toBe(400);
    const chosen = await post('/auth/login', choice, here);
    expect([chosen.status, at(chosen.body, 'user.email')]).toEqual([200, email]);
    expect((await post('/auth/login', choice, here)).status).toBe(400);
    expect((await post('/auth/login', { email, password })).status).toBe(200);
    expect((await post('/auth/login', { email, password: strange }, newDevice())).status).toBe(401);
  },
);

test('a code for a new password or the sign-in works only on the device that asked for it', async () => {
  const email = newEmail();
  await register(email);
  await post('/auth/verify', { email, verificationCode: await codeFor(email) });
  const [mine, other] = [newDevice(), newDevice()];
  await post('/auth/forgot-password', { email }, mine);
  const shown = { email, confirmationCode: await codeFor(email, 2), newPassword: 'Fresh-2026!' };
  const elsewhere = await post('/auth/confirm-password', shown, other);
  expect([elsewhere.status, at(elsewhere.body, 'code')]).toEqual([400, 'TOKEN_INVALID']);
  await post('/auth/forgot-password', { email }, other);
  await emailsFor(email, 3);
  expect((await post('/auth/confirm-password', shown, mine)).status).toBe(200);
  await post('/auth/send-sign-in-code', { email }, mine);
  const signIn = { email, verificationCode: (await emailsFor(email, 5)).find(({ code }) => code !== undefined)?.code };
  expect((await post('/auth/sign-in-by-code', signIn, other)).status).toBe(400);
  expect((await post('/auth/sign-in-by-code', signIn, mine)).status).toBe(200);
});

test('a used code still counts wrong guesses, and is refused when expired or without the id of its sign-up', async () => {
  const confirmation = await lostResponse();
  const { user_id: _id, ...alone } = confirmation;
  const wrong = {
    ...confirmation,
    verificationCode: String((Number(confirmation.verificationCode) + 1) % 1_000_000).padStart(6, '0'),
  };
  expect((await post('/api/v2/auth/verify', alone)).status).toBe(400);
  expect((await post('/api/v2/auth/verify', { ...confirmation, user_id: randomUUID() })).status).toBe(400);
  for (let i = 0; i < 4; i++) expect((await post('/api/v2/auth/verify', wrong)).status).toBe(400);
  expect((await post('/api/v2/auth/verify', confirmation)).status).toBe(400);
  const late = await lostResponse();
  await sql`update codes set expires_at = now() where email = ${late.email}`.execute(server.db);
  expect((await post('/api/v2/auth/verify', late)).status).toBe(400);
});

test('the code that created an account is void once the password was changed or the account disabled', async () => {
  const changed = await lostResponse();
  await post('/auth/forgot-password', { email: changed.email });
  const confirmationCode = await codeFor(changed.email, 2);
  await post('/auth/confirm-password', { email: changed.email, confirmationCode, newPassword: 'Fresh-2026!' });
  expect((await post('/api/v2/auth/verify', changed)).status).toBe(400);
  const closed = await lostResponse();
  await sql`update users set disabled_at = now() where email = ${closed.email}`.execute(server.db);
  expect((await post('/api/v2/auth/verify', closed)).status).toBe(400);
});

test('a code that was replaced by a newer one before the account was created is refused afterwards', async () => {
  const email = newEmail();
  const asked = await register(email);
  const confirmation = { email, user_id: at(asked.body, 'user_id'), verificationCode: await codeFor(email) };
  await post('/auth/re-send-confirmation-code', { email });
  const newer = { ...confirmation, verificationCode: await codeFor(email, 2) };
  if (newer.verificationCode === confirmation.verificationCode)
    throw new Error('Both codes are equal by chance, once in a million.');
  expect((await post('/api/v2/auth/verify', newer)).status).toBe(200);
  expect((await post('/api/v2/auth/verify', confirmation)).status).toBe(400);
});

test('requesting the code again after the account was created sends an e-mail that the account exists', async () => {
  const { email, user_id } = await lostResponse();
  for (const [i, body] of [{ email, user_id }, { email }].entries()) {
    const again = await post('/auth/re-send-confirmation-code', body);
    expect([again.status, again.body]).toEqual([200, { sent: true }]);
    expect((await emailsFor(email, i + 2))[0]?.subject).toBe('You have a VFP account already');
  }
});

test('a code is void after ten minutes, and when a newer one was sent', async () => {
  const email = newEmail();
  await register(email);
  await codeFor(email);
  await post('/auth/re-send-confirmation-code', { email });
  const second = await codeFor(email, 2);
  const { rows } = await sql`select from codes where email = ${email} and used_at is null`.execute(server.db);
  expect(rows).toHaveLength(1);
  await sql`update codes set expires_at = now() where email = ${email}`.execute(server.db);
  expect((await post('/auth/verify', { email, verificationCode: second })).status).toBe(400);
});

test('a user who forgot the password sets a new one, and every other device is signed out', async () => {
  const email = newEmail();
  await register(email);
  const { body } = await post('/api/v2/auth/verify', { email, verificationCode: await codeFor(email) });
  const device = { user: at(body, 'user') as never, token: String(at(body, 'accessToken')) };
  expect((await post('/auth/forgot-password', { email })).body).toEqual({ sent: true });
  const confirmationCode = await codeFor(email, 2);
  const changed = await post('/auth/confirm-password', { email, confirmationCode, newPassword: 'Fresh-2026!' });
  expect([changed.status, changed.body]).toEqual([200, { changed: true }]);
  expect((await server.request(device, 'GET', '/users/me')).status).toBe(401);
  expect((await post('/auth/login', { email, password })).status).toBe(401);
  expect((await post('/auth/login', { email, password: 'Fresh-2026!' })).status).toBe(200);
  const again = await post('/auth/confirm-password', { email, confirmationCode, newPassword: 'Again-2026!' });
  expect(at(again.body, 'code')).toBe('TOKEN_INVALID');
  expect((await emailsFor(email, 3))[0]?.subject).toBe('Your VFP password was changed');
});

test.each([
  ['a new password', '/auth/forgot-password'],
  ['the sign-in', '/auth/send-sign-in-code'],
])('an address without an account gets no code for %s, and the response does not reveal it', async (_for, path) => {
  const [known, unknown] = [await instantAccount(), newEmail()];
  for (const email of [unknown, known]) {
    expect(await post(path, { email })).toMatchObject({ status: 200, body: { sent: true } });
  }
  // Jobs run in order: once the e-mail to `known` is sent, one to `unknown` would be too.
  await emailsFor(known, 2);
  const { rows } = await sql`select from kept_mails where recipient = ${unknown}`.execute(server.db);
  expect(rows).toEqual([]);
});

test('a weak password is refused with every rule it breaks', async () => {
  const { status, body } = await register(newEmail(), { password: 'password' });
  const broken = ['upper', 'digit', 'special', 'common'].map((code) => ({ path: 'password', code }));
  expect([status, at(body, 'details')]).toEqual([422, broken]);
});

test('a malformed e-mail address or phone number is refused, and the error names the field', async () => {
  const address = await register('no address');
  expect([address.status, at(address.body, 'details')]).toEqual([422, [{ path: 'email', code: 'email' }]]);
  const phone = await register(newEmail(), { phone: 'call me' });
  expect([phone.status, at(phone.body, 'details')]).toEqual([422, [{ path: 'phone', code: 'phone' }]]);
});

test('an e-mail address gets five codes an hour, then requests are refused with 429', async () => {
  const email = newEmail();
  for (let i = 0; i < 5; i++) expect((await post('/auth/forgot-password', { email })).status).toBe(200);
  const refused = await post('/auth/forgot-password', { email });
  expect([refused.status, at(refused.body, 'code')]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
});

test('a network address can request three instant accounts a day, and a mailbox one, whatever its plus tag', async () => {
  const mine = newEmail();
  expect((await instantTestFrom('10.9.8.1', mine)).statusCode).toBe(201);
  await post('/auth/verify', { email: mine, verificationCode: await codeFor(mine) });
  const plus = mine.replace('@', '+again@');
  expect((await instantTestFrom('10.9.8.1', plus)).statusCode).toBe(201);
  expect((await emailsFor(plus))[0]?.subject).toBe('You have a VFP account already');
  expect((await instantTestFrom('10.9.8.1', newEmail())).statusCode).toBe(201);
  expect((await instantTestFrom('10.9.8.1', newEmail())).statusCode).toBe(429);
  expect((await instantTestFrom('10.9.9.4', newEmail())).statusCode).toBe(201);
});

test('a refused request for an instant account does not count against the five codes of its address', async () => {
  const email = newEmail();
  for (let i = 0; i < 3; i++) await instantTestFrom('10.9.6.1', newEmail());
  for (let i = 0; i < 5; i++) expect((await instantTestFrom('10.9.6.1', email)).statusCode).toBe(429);
  expect((await register(email)).status).toBe(201);
});

test('what a stranger types at a sign-up is in no e-mail to its address', async () => {
  const email = newEmail().replace('new', 'mina.park');
  await register(email, { display_name: 'You have won, call +82 10 1234 5678', username: 'winner' });
  const [message] = await emailsFor(email);
  expect(message?.text).toContain('Hello Mina Park');
  expect(`${message?.text} ${message?.html}`).not.toMatch(/won|1234|winner/);
  expect(message?.subject).toBe('Your VFP code');
  const links = [...`${message?.html} ${message?.text}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
  expect(new Set(links)).toEqual(new Set(['http://localhost:0/v2-verify-account']));
});

/** Creates an instant account, which has no password. @returns its e-mail address */
async function instantAccount(): Promise<string> {
  const email = newEmail();
  // Each account from another network, because a network can request three a day.
  expect((await instantTestFrom(`10.77.${++count}.1`, email)).statusCode).toBe(201);
  const made = await post('/auth/verify', { email, verificationCode: await codeFor(email) });
  expect(made.status).toBe(200);
  return email;
}

test('a user with an instant account signs in again with a code from the e-mail, each code once', async () => {
  const email = await instantAccount();
  expect((await post('/auth/send-sign-in-code', { email })).body).toEqual({ sent: true });
  const verificationCode = await codeFor(email, 2);
  const back = await post('/auth/sign-in-by-code', { email: ` ${email.toUpperCase()}`, verificationCode });
  expect([back.status, at(back.body, 'user.email')]).toEqual([200, email]);
  const me = { user: at(back.body, 'user') as never, token: String(at(back.body, 'accessToken')) };
  expect((await server.request(me, 'GET', '/users/me')).status).toBe(200);
  const again = await post('/auth/sign-in-by-code', { email, verificationCode });
  expect(at(again.body, 'code')).toBe('TOKEN_INVALID');
});

test('a second request for an instant account gets an e-mail on signing in without a password', async () => {
  const email = await instantAccount();
  await instantTestFrom('10.78.0.1', email);
  const [message] = await emailsFor(email, 2);
  expect(message?.subject).toBe('You have a VFP account already');
  expect(message?.text).toContain('Sign in with a code by mail');
});

test('a code works only for its e-mail address and its purpose', async () => {
  const [email, other] = [await instantAccount(), await instantAccount()];
  await post('/auth/send-sign-in-code', { email });
  const code = await codeFor(email, 2);
  const newPassword = 'Fresh-2026!';
  const wrong = [
    await post('/auth/sign-in-by-code', { email: other, verificationCode: code }),
    await post('/auth/confirm-password', { email, confirmationCode: code, newPassword }),
    await post('/auth/verify', { email, verificationCode: code }),
  ];
  expect(wrong.map(({ body }) => at(body, 'code'))).toEqual(Array.from(wrong, () => 'TOKEN_INVALID'));
  await post('/auth/forgot-password', { email: other });
  const resetCode = await codeFor(other, 2);
  const refused = await post('/auth/sign-in-by-code', { email: other, verificationCode: resetCode });
  expect(at(refused.body, 'code')).toBe('TOKEN_INVALID');
  expect((await post('/auth/sign-in-by-code', { email, verificationCode: code })).status).toBe(200);
});

test('five wrong guesses void a sign-in code, and a disabled account cannot sign in with one', async () => {
  const [email, closed] = [await instantAccount(), await instantAccount()];
  await post('/auth/send-sign-in-code', { email });
  const code = await codeFor(email, 2);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i++) await post('/auth/sign-in-by-code', { email, verificationCode: wrong });
  expect((await post('/auth/sign-in-by-code', { email, verificationCode: code })).status).toBe(400);

  await post('/auth/send-sign-in-code', { email: closed });
  const late = await codeFor(closed, 2);
  await sql`update users set disabled_at = now() where email = ${closed}`.execute(server.db);
  expect((await post('/auth/sign-in-by-code', { email: closed, verificationCode: late })).status).toBe(400);
});
