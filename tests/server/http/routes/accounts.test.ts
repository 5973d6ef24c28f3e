import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plans } from '#domain/plans.ts';
import { lettersTo } from '../../../support/letters.ts';
import { newDevice } from '../../../support/people.ts';
import { at, startServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
const password = 'Right-2026!';
let count = 0;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const newEmail = (): string => `new-${++count}@test.vfp`;
const post = (path: string, body: object, device = newDevice()) =>
  server.request(null, 'POST', path, body, { 'x-device-id': device });
const register = (email: string, more: object = {}, device?: string) =>
  post('/auth/register', { email, password, ...more }, device);

/** An instant test asked for from this network address. */
function from(remoteAddress: string, email: string) {
  const headers = { 'x-device-id': randomBytes(32).toString('hex') };
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/instant_test',
    payload: { email },
    headers,
    remoteAddress,
  });
}

const letters = (email: string, atLeast = 1) => lettersTo(server.url, email, atLeast);

async function codeFor(email: string, atLeast = 1): Promise<string> {
  return (await letters(email, atLeast))[0]?.code ?? '';
}

test('a new user cannot sign in before entering the code, and can afterwards', async () => {
  const email = newEmail();
  const device = newDevice();
  const said = { display_name: 'Nia Fischer', phone: '+49 (30) 123-4567' };
  const asked = await register(` ${email.toUpperCase()} `, said, device);
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
  const verified = await post('/auth/verify', { email, verificationCode: await codeFor(email) });
  expect([verified.status, verified.body]).toEqual([200, { verified: true }]);
  const inside = await post('/auth/login', { email, password });
  expect(inside.status).toBe(200);
  expect(at(inside.body, 'user')).toMatchObject({
    id: at(asked.body, 'user_id'),
    display_name: 'Nia Fischer',
    phone: '+49301234567',
    status: 'ACTIVE',
    role: 'USER',
    plan: null,
  });
});

test('confirming signs the user in, in version 2 and for an instant test in both versions', async () => {
  const [second, instant] = [newEmail(), newEmail()];
  await register(second);
  const verified = await post('/api/v2/auth/verify', { email: second, verificationCode: await codeFor(second) });
  const who = { person: at(verified.body, 'user') as never, token: String(at(verified.body, 'accessToken')) };
  expect((await server.request(who, 'GET', '/users/me')).body).toMatchObject({ email: second });

  await post('/auth/instant_test', { email: instant });
  const tester = await post('/auth/verify', { email: instant, verificationCode: await codeFor(instant) });
  expect(at(tester.body, 'user')).toMatchObject({
    status: 'INSTANT_TEST',
    question_usage: 0,
    question_limit: 10,
    flags: { isInstantTester: true },
  });
});

test('a free trial has its plan for fourteen days, without the assistant where the plan brings experts', async () => {
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
  'the plan %s, which cannot be tried, is refused by name, and nothing is sent',
  async (plan) => {
    const email = newEmail();
    const { status, body } = await post('/auth/free_trial', { email, password, plan });
    expect([status, at(body, 'code')]).toEqual([422, 'INVALID']);
    expect(at(body, 'details')).toEqual([{ path: 'plan', code: 'no_trial' }]);
    const { rows } = await sql`select from sign_ups where email = ${email}`.execute(server.db);
    expect(rows).toEqual([]);
  },
);

test('a mailbox has one free trial, whatever follows its plus sign, and can still sign up without one', async () => {
  const [first, second] = ['first', 'second'].map((tag) => `trial+${tag}@test.vfp`) as [string, string];
  const trial = (email: string) => post('/auth/free_trial', { email, password, plan: 'premium' });
  await trial(first);
  await post('/auth/verify', { email: first, verificationCode: await codeFor(first) });
  expect((await trial(second)).status).toBe(201);
  expect((await letters(second))[0]?.subject).toBe('You have a VFP account already');
  const user_id = at((await register(second)).body, 'user_id');
  const verificationCode = await codeFor(second, 2);
  const { body } = await post('/api/v2/auth/verify', { email: second, verificationCode, user_id });
  expect(at(body, 'user')).toMatchObject({ status: 'ACTIVE', plan: null });
});

test('fields that users may not choose are refused and have no effect', async () => {
  const email = newEmail();
  const chosen = { role: 'CHATBOT', plan: 'premium', company_id: 102, status: 'ACTIVE', question_limit: 9999 };
  const refused = await register(email, chosen);
  expect([refused.status, at(refused.body, 'details')]).toEqual([
    400,
    Object.keys(chosen).map((path) => ({ path, code: 'additionalProperties' })),
  ]);
  await register(email);
  const { body } = await post('/api/v2/auth/verify', { email, verificationCode: await codeFor(email) });
  expect(at(body, 'user')).toMatchObject({ role: 'USER', plan: null, company_id: null, question_limit: 10 });
});

test('an address with an account gets the same reply, and an e-mail that says so', async () => {
  const email = newEmail();
  await register(email);
  await post('/auth/verify', { email, verificationCode: await codeFor(email) });
  const again = await register(email, { password: 'Other-2026!' });
  expect(again.status).toBe(201);
  expect(again.body).toMatchObject({ email, status: 'UNCONFIRMED', verification: 'EMAIL_CODE', expires_in: 600 });
  const [letter] = await letters(email, 2);
  expect(letter?.subject).toBe('You have a VFP account already');
  expect(letter?.text).not.toMatch(/\d{6}/);
  expect((await post('/auth/login', { email, password: 'Other-2026!' })).status).toBe(401);
  expect((await post('/auth/login', { email, password })).status).toBe(200);
});

test('who signs up with an address and signs in with their own password does not learn whether it has an account', async () => {
  const [has, none] = [newEmail(), newEmail()];
  await register(has);
  await post('/auth/verify', { email: has, verificationCode: await codeFor(has) });
  const [device, other] = [newDevice(), newDevice()];
  const strange = { password: 'Strange-words-2026!' };
  const seen = [];
  for (const email of [has, none]) {
    await register(email, strange, device);
    const answers = [];
    for (const each of [device, other]) answers.push(await post('/auth/login', { email, ...strange }, each));
    seen.push(answers.map(({ status, body }) => [status, at(body, 'code')]));
  }
  const said = [
    [403, 'UserNotConfirmedException'],
    [401, 'NotAuthorizedException'],
  ];
  expect(seen).toEqual([said, said]);
  expect((await post('/auth/login', { email: has, password }, device)).status).toBe(200);
});

test('a stranger who signs up with my address cannot slip a password of theirs into my account', async () => {
  const email = newEmail();
  const mine = await register(email);
  await codeFor(email);
  await register(email, { password: 'Strange-words-2026!' });
  await letters(email, 2);
  expect((await post('/auth/re-send-confirmation-code', { email })).body).toEqual({ sent: true });
  const id = at(mine.body, 'user_id');
  await post('/auth/re-send-confirmation-code', { email, user_id: id });
  const verified = await post('/auth/verify', { email, user_id: id, verificationCode: await codeFor(email, 3) });
  expect(verified.body).toEqual({ verified: true });
  expect((await post('/auth/login', { email, password })).status).toBe(200);
  expect((await post('/auth/login', { email, password: 'Strange-words-2026!' })).status).toBe(401);
  expect(await letters(email)).toHaveLength(3);
});

test('five wrong attempts void a code, and of forty concurrent ones at most five count', async () => {
  const email = newEmail();
  await register(email);
  const code = await codeFor(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const guesses = Array.from({ length: 40 }, () => post('/auth/verify', { email, verificationCode: wrong }));
  for (const { status, body } of await Promise.all(guesses)) {
    expect([status, at(body, 'code')]).toEqual([400, 'TOKEN_INVALID']);
  }
  expect((await post('/auth/verify', { email, verificationCode: code })).status).toBe(400);
  const { rows } = await sql<{ tries: number }>`select tries from codes where email = ${email}`.execute(server.db);
  expect(rows).toEqual([{ tries: 5 }]);
});

test('a code works once, however often it is shown at the same moment', async () => {
  const email = newEmail();
  await register(email);
  const code = await codeFor(email);
  const shown = Array.from({ length: 10 }, () => post('/auth/verify', { email, verificationCode: code }));
  const statuses = (await Promise.all(shown)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const { rows } = await sql`select from users where email = ${email}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

/** A sign-up whose code was right, and whose answer never came. */
async function lostAnswer(door = 'register', more: object = { password }) {
  const email = newEmail();
  const asked = await post(`/auth/${door}`, { email, ...more });
  const shown = { email, verificationCode: await codeFor(email), user_id: String(at(asked.body, 'user_id')) };
  expect((await post('/api/v2/auth/verify', shown)).status).toBe(200);
  return shown;
}

test.each([
  ['instant_test', {}],
  ['register', { password }],
])('who lost the answer to the right code after %s shows it again and is in, with one account', async (door, more) => {
  const shown = await lostAnswer(door, more);
  const again = await post('/api/v2/auth/verify', shown);
  expect(again.status).toBe(200);
  const who = { person: at(again.body, 'user') as never, token: String(at(again.body, 'accessToken')) };
  expect((await server.request(who, 'GET', '/users/me')).body).toMatchObject({ id: shown.user_id, email: shown.email });
  const { rows } = await sql`select from users where email = ${shown.email}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('a code opens one session: shown again it ends the one that it opened before', async () => {
  const shown = await lostAnswer();
  const tokens = [];
  for (let i = 0; i < 3; i++) tokens.push(String(at((await post('/api/v2/auth/verify', shown)).body, 'accessToken')));
  const statuses = [];
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` };
    statuses.push((await server.request(null, 'GET', '/users/me', undefined, headers)).status);
  }
  expect(statuses).toEqual([401, 401, 200]);
});

test('a used code counts guesses as before, and is nothing without its sign-up, too late, or beside another', async () => {
  const shown = await lostAnswer();
  const { user_id: _id, ...alone } = shown;
  const wrong = {
    ...shown,
    verificationCode: String((Number(shown.verificationCode) + 1) % 1_000_000).padStart(6, '0'),
  };
  expect((await post('/api/v2/auth/verify', alone)).status).toBe(400);
  expect((await post('/api/v2/auth/verify', { ...shown, user_id: randomUUID() })).status).toBe(400);
  for (let i = 0; i < 4; i++) expect((await post('/api/v2/auth/verify', wrong)).status).toBe(400);
  expect((await post('/api/v2/auth/verify', shown)).status).toBe(400);
  const late = await lostAnswer();
  await sql`update codes set expires_at = now() where email = ${late.email}`.execute(server.db);
  expect((await post('/api/v2/auth/verify', late)).status).toBe(400);
});

test('the code that created an account is void once the password was changed or the account closed', async () => {
  const changed = await lostAnswer();
  await post('/auth/forgot-password', { email: changed.email });
  const confirmationCode = await codeFor(changed.email, 2);
  await post('/auth/confirm-password', { email: changed.email, confirmationCode, newPassword: 'Fresh-2026!' });
  expect((await post('/api/v2/auth/verify', changed)).status).toBe(400);
  const closed = await lostAnswer();
  await sql`update users set disabled_at = now() where email = ${closed.email}`.execute(server.db);
  expect((await post('/api/v2/auth/verify', closed)).status).toBe(400);
});

test('a code that a newer one replaced before the account was made opens nothing afterwards', async () => {
  const email = newEmail();
  const asked = await register(email);
  const shown = { email, user_id: at(asked.body, 'user_id'), verificationCode: await codeFor(email) };
  await post('/auth/re-send-confirmation-code', { email });
  const newer = { ...shown, verificationCode: await codeFor(email, 2) };
  if (newer.verificationCode === shown.verificationCode) throw new Error('one in a million');
  expect((await post('/api/v2/auth/verify', newer)).status).toBe(200);
  expect((await post('/api/v2/auth/verify', shown)).status).toBe(400);
});

test('who asks for the code again with an account made learns by mail that there is one', async () => {
  const { email, user_id } = await lostAnswer();
  for (const [i, body] of [{ email, user_id }, { email }].entries()) {
    const again = await post('/auth/re-send-confirmation-code', body);
    expect([again.status, again.body]).toEqual([200, { sent: true }]);
    expect((await letters(email, i + 2))[0]?.subject).toBe('You have a VFP account already');
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
  const device = { person: at(body, 'user') as never, token: String(at(body, 'accessToken')) };
  expect((await post('/auth/forgot-password', { email })).body).toEqual({ sent: true });
  const confirmationCode = await codeFor(email, 2);
  const changed = await post('/auth/confirm-password', { email, confirmationCode, newPassword: 'Fresh-2026!' });
  expect([changed.status, changed.body]).toEqual([200, { changed: true }]);
  expect((await server.request(device, 'GET', '/users/me')).status).toBe(401);
  expect((await post('/auth/login', { email, password })).status).toBe(401);
  expect((await post('/auth/login', { email, password: 'Fresh-2026!' })).status).toBe(200);
  const again = await post('/auth/confirm-password', { email, confirmationCode, newPassword: 'Again-2026!' });
  expect(at(again.body, 'code')).toBe('TOKEN_INVALID');
  expect((await letters(email, 3))[0]?.subject).toBe('Your VFP password was changed');
});

test('an address without an account gets no reset code, and the reply does not reveal it', async () => {
  const [known, unknown] = [newEmail(), newEmail()];
  await register(known);
  await post('/auth/verify', { email: known, verificationCode: await codeFor(known) });
  const answers = [
    await post('/auth/forgot-password', { email: unknown }),
    await post('/auth/forgot-password', { email: known }),
  ];
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { sent: true }],
    [200, { sent: true }],
  ]);
  // Jobs go in order: when the second letter is there, the first would be.
  await letters(known, 2);
  const { rows } = await sql`select from kept_mails where recipient = ${unknown}`.execute(server.db);
  expect(rows).toEqual([]);
});

test('a signed-in user changes the password, stays signed in here, and is signed out elsewhere', async () => {
  const email = newEmail();
  await register(email);
  const { body } = await post('/api/v2/auth/verify', { email, verificationCode: await codeFor(email) });
  const here = { person: at(body, 'user') as never, token: String(at(body, 'accessToken')) };
  const there = { ...here, token: String(at((await post('/auth/login', { email, password })).body, 'accessToken')) };
  const wrong = await server.request(here, 'PUT', '/users/me/password', {
    password: 'Wrong-2026!',
    newPassword: 'Fresh-2026!',
  });
  expect([wrong.status, at(wrong.body, 'details')]).toEqual([422, [{ path: 'password', code: 'wrong' }]]);
  const right = await server.request(here, 'PUT', '/users/me/password', { password, newPassword: 'Fresh-2026!' });
  expect(right.body).toEqual({ changed: true });
  expect((await server.request(here, 'GET', '/users/me')).status).toBe(200);
  expect((await server.request(there, 'GET', '/users/me')).status).toBe(401);
});

test.each([
  ['Brief1!', ['minLength']],
  ['lower-2026!', ['upper']],
  ['UPPER-2026!', ['lower']],
  ['No-digits!', ['digit']],
  ['Nosigns2026', ['special']],
  [`Aa1!${'x'.repeat(125)}`, ['maxLength']],
  ['password', ['upper', 'digit', 'special', 'common']],
  ['Password1!', ['common']],
  ['P@ssw0rd!2026', ['common']],
])('the password %s is refused with every rule it breaks', async (weak, codes) => {
  const { status, body } = await register(newEmail(), { password: weak });
  expect([status, at(body, 'details')]).toEqual([422, codes.map((code) => ({ path: 'password', code }))]);
});

test('an address and a phone number that are none are refused by name', async () => {
  const address = await register('no address');
  expect([address.status, at(address.body, 'details')]).toEqual([422, [{ path: 'email', code: 'email' }]]);
  const phone = await register(newEmail(), { phone: 'call me' });
  expect([phone.status, at(phone.body, 'details')]).toEqual([422, [{ path: 'phone', code: 'phone' }]]);
});

test('an address gets five codes an hour, then the next request waits', async () => {
  const email = newEmail();
  for (let i = 0; i < 5; i++) expect((await post('/auth/forgot-password', { email })).status).toBe(200);
  const refused = await post('/auth/forgot-password', { email });
  expect([refused.status, at(refused.body, 'code')]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
});

test('an address can request three instant accounts a day, and a mailbox one, whatever follows its plus sign', async () => {
  const mine = newEmail();
  expect((await from('10.9.8.1', mine)).statusCode).toBe(201);
  await post('/auth/verify', { email: mine, verificationCode: await codeFor(mine) });
  const plus = mine.replace('@', '+again@');
  expect((await from('10.9.8.1', plus)).statusCode).toBe(201);
  expect((await letters(plus))[0]?.subject).toBe('You have a VFP account already');
  expect((await from('10.9.8.1', newEmail())).statusCode).toBe(201);
  expect((await from('10.9.8.1', newEmail())).statusCode).toBe(429);
  expect((await from('10.9.9.4', newEmail())).statusCode).toBe(201);
});

test.each([
  ['an address', () => ({ remoteAddress: '10.9.7.1', headers: { 'x-device-id': randomBytes(32).toString('hex') } })],
  ['a device', (i: number) => ({ remoteAddress: `10.8.${i}.1`, headers: { 'x-device-id': 'd'.repeat(64) } })],
])('%s makes three instant accounts a day, also when twenty are asked for at once', async (_, origin) => {
  const asked = Array.from({ length: 20 }, (_each, i) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/instant_test',
      payload: { email: newEmail() },
      ...origin(i),
    }),
  );
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(17);
});

test('a refused request for an instant account does not use up an e-mail', async () => {
  const email = newEmail();
  for (let i = 0; i < 3; i++) await from('10.9.6.1', newEmail());
  for (let i = 0; i < 5; i++) expect((await from('10.9.6.1', email)).statusCode).toBe(429);
  expect((await register(email)).status).toBe(201);
});

test('a name cannot add markup, a line or a link to an e-mail', async () => {
  const email = newEmail();
  await register(email, { display_name: '<b>Eve</b>\r\nBcc: all@test.vfp' });
  const [letter] = await letters(email);
  expect(letter?.html).toContain('&lt;b&gt;Eve&lt;/b&gt;');
  expect(letter?.html).not.toContain('<b>Eve');
  expect(letter?.subject).toBe('Your VFP code');
  const links = [...`${letter?.html} ${letter?.text}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
  expect(new Set(links)).toEqual(new Set(['http://localhost:0/v2-verify-account']));
});

/** An account for trying, as its owner makes it: without a password. */
async function instantAccount(): Promise<string> {
  const email = newEmail();
  // A network has three trials a day.
  expect((await from(`10.77.${++count}.1`, email)).statusCode).toBe(201);
  const made = await post('/auth/verify', { email, verificationCode: await codeFor(email) });
  expect(made.status).toBe(200);
  return email;
}

test('a user with a trial account signs in again with a code from the e-mail, each code once', async () => {
  const email = await instantAccount();
  expect((await post('/auth/send-sign-in-code', { email })).body).toEqual({ sent: true });
  const verificationCode = await codeFor(email, 2);
  const back = await post('/auth/sign-in-by-code', { email: ` ${email.toUpperCase()}`, verificationCode });
  expect([back.status, at(back.body, 'user.email')]).toEqual([200, email]);
  const me = { person: at(back.body, 'user') as never, token: String(at(back.body, 'accessToken')) };
  expect((await server.request(me, 'GET', '/users/me')).status).toBe(200);
  const again = await post('/auth/sign-in-by-code', { email, verificationCode });
  expect(at(again.body, 'code')).toBe('TOKEN_INVALID');
});

test('a second request for a trial account gets an e-mail on signing in without a password', async () => {
  const email = await instantAccount();
  await from('10.78.0.1', email);
  const [letter] = await letters(email, 2);
  expect(letter?.subject).toBe('You have a VFP account already');
  expect(letter?.text).toContain('Sign in with a code by mail');
});

test('a code is good for its address and its purpose alone', async () => {
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
  const ofReset = await codeFor(other, 2);
  const refused = await post('/auth/sign-in-by-code', { email: other, verificationCode: ofReset });
  expect(at(refused.body, 'code')).toBe('TOKEN_INVALID');
  expect((await post('/auth/sign-in-by-code', { email, verificationCode: code })).status).toBe(200);
});

test('five wrong guesses make a sign-in code void, and to a closed account none opens', async () => {
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

test('to an address without an account no sign-in code goes, and the answer is the same', async () => {
  const [known, unknown] = [await instantAccount(), newEmail()];
  const answers = [
    await post('/auth/send-sign-in-code', { email: unknown }),
    await post('/auth/send-sign-in-code', { email: known }),
  ];
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { sent: true }],
    [200, { sent: true }],
  ]);
  await letters(known, 2);
  const { rows } = await sql`select from kept_mails where recipient = ${unknown}`.execute(server.db);
  expect(rows).toEqual([]);
});
