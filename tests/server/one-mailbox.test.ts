import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverLimits } from '#domain/server-limits.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { openSession } from '../../server/accounts/sessions.ts';
import { lettersTo } from '../support/letters.ts';
import { newDevice } from '../support/people.ts';
import { at, startServer, type TestServer } from '../support/server.ts';

/** One mailbox is one identity, however its address is spelt, and no stranger can shut its owner out. */

let server: TestServer;
let count = 0;
const password = 'Right-2026!';
const fresh = 'Fresh-2026!';
const mine = 'a'.repeat(64);

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const newEmail = () => `one-${++count}@demo.vfp`;

interface From {
  address?: string;
  device?: string;
}

/** From a device that was never seen before, if none is named. */
async function post(path: string, payload: object, { address = '127.0.0.1', device = newDevice() }: From = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    remoteAddress: address,
    headers: { 'x-device-id': device },
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

async function account(email = newEmail(), device?: string): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  await sql`insert into users (id, email, password_hash, display_name)
    values (${id}, ${email}, ${await hashPassword(password)}, 'Somebody')`.execute(server.db);
  if (device !== undefined) await openSession(server.db, id, { deviceId: device, userAgent: null, remember: true });
  return { id, email };
}

const forgot = (email: string, from?: From) => post('/auth/forgot-password', { email }, from);
const confirm = (email: string, confirmationCode: string | undefined, from?: From) =>
  post('/auth/confirm-password', { email, confirmationCode: confirmationCode ?? '', newPassword: fresh }, from);
const wrongOf = (code = '') => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** How many letters have been written to this mailbox, once all that were asked for are. */
async function lettersOf(mailbox: string): Promise<number> {
  await lettersTo(server.url, await signedUp());
  const [name, host] = mailbox.split('@');
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from kept_mails where recipient = ${mailbox} or recipient like ${`${name}+%@${host}`}`.execute(
    server.db,
  );
  return rows[0]?.n ?? 0;
}

/** Jobs go in order: when this letter is there, those before it are. */
async function signedUp(): Promise<string> {
  const email = newEmail();
  await post('/auth/register', { email, password }, { address: `10.250.${count >> 8}.${count & 255}` });
  return email;
}

test.each([
  'tester@demo.vfp,a.b',
  'tester@demo.vfp;c.d',
  'tester@demo\u200b.vfp',
  'tester@demo.vfp>',
  'tester@demo.vfp, a@b.c',
])('with %j nobody gets a trial, a code, an invitation or a letter', async (email) => {
  const manager = await server.signIn('companyAdmin');
  const answers = [
    await post('/auth/instant_test', { email }),
    await post('/auth/free_trial', { email, password, plan: 'premium' }),
    await post('/auth/register', { email, password }),
    await forgot(email),
    await post('/auth/re-send-confirmation-code', { email }),
    await server.request(manager, 'POST', '/auth/create_user', { email }),
    await post('/subscriptions/contact_us', { name: 'Nia', email, message: 'Hello' }),
  ];
  for (const { status, body } of answers) {
    expect([status, at(body, 'details.0')]).toEqual([422, { path: 'email', code: 'email' }]);
  }
  expect((await post('/auth/login', { email, password })).status).toBe(401);
  const { rows } = await sql`select from sign_ups where email like 'tester@%'`.execute(server.db);
  expect(rows).toEqual([]);
});

test('an address in other signs of the same meaning is the same account', async () => {
  const { email } = await account();
  const wide = email.replace('one', 'ｏｎｅ').replace('@', '＠').toUpperCase();
  expect((await post('/auth/login', { email: wide, password })).status).toBe(200);
  await forgot(wide);
  const [letter] = await lettersTo(server.url, email);
  expect((await confirm(wide, letter?.code)).status).toBe(200);
  const domain = newEmail().replace('demo', 'bücher');
  const ascii = domain.replace('bücher', 'xn--bcher-kva');
  await post('/auth/register', { email: domain, password });
  const verificationCode = (await lettersTo(server.url, ascii))[0]?.code;
  expect((await post('/auth/verify', { email: ascii, verificationCode })).status).toBe(200);
  expect((await post('/auth/login', { email: domain, password })).status).toBe(200);
  expect((await post('/auth/login', { email: ascii, password })).status).toBe(200);
});

test('accounts from before the normal form keep working, twins too, and their mailbox gets no third trial', async () => {
  const [plain, listed, wide] = ['before@demo.vfp', 'before@demo.vfp,a.b', 'ｂefore@demo.vfp'];
  for (const email of [plain, listed, wide]) {
    const { id } = await account(email);
    const inside = await post('/auth/login', { email, password });
    expect([inside.status, at(inside.body, 'user.id')]).toEqual([200, id]);
  }
  const { rows } = await sql`select distinct mailbox from users where mailbox like '%before@%'`.execute(server.db);
  expect(rows).toEqual([{ mailbox: plain }]);
  await sql`delete from users where email = ${plain}`.execute(server.db);
  await post('/auth/instant_test', { email: plain }, { address: '10.60.1.1' });
  expect((await lettersTo(server.url, plain))[0]?.subject).toBe('You have a VFP account already');
});

test('a user who signs in with an older spelling gets an e-mail there, and sets a new password', async () => {
  const { email } = await account('ｏlder@demo.vfp');
  expect((await forgot(email)).status).toBe(200);
  const [letter] = await lettersTo(server.url, email);
  expect((await confirm(email, letter?.code)).status).toBe(200);
  expect((await post('/auth/login', { email, password: fresh })).status).toBe(200);
});

test('who signs in by an older spelling gets a code there, and it signs in, also beside a twin of the normal form', async () => {
  const older = await account('ｏldest@demo.vfp');
  for (const letters of [1, 2]) {
    if (letters === 2) await account('oldest@demo.vfp');
    await post('/auth/send-sign-in-code', { email: older.email });
    const [letter] = await lettersTo(server.url, older.email, letters);
    const inside = await post('/auth/sign-in-by-code', { email: older.email, verificationCode: letter?.code });
    expect([inside.status, at(inside.body, 'user.id')]).toEqual([200, older.id]);
  }
});

test('whatever is put before and behind a mailbox, it is sent so many codes an hour', async () => {
  const victim = newEmail();
  const [name] = victim.split('@');
  for (let i = 0; i < 24; i++) await forgot(`${name}+${i}@demo.vfp`);
  await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      post('/auth/register', { email: `${name}+${i}@demo.vfp`, password }, { address: `10.61.${i}.1` }),
    ),
  );
  expect(await lettersOf(victim)).toBe(serverLimits.codeRequestsOfMailbox);
});

test('a stranger who asks for codes does not keep the owner from a new password', async () => {
  const { email } = await account();
  for (let i = 0; i < 8; i++) await forgot(email, { address: '10.62.0.1' });
  expect((await forgot(email, { address: '10.62.1.1' })).status).toBe(200);
  const [letter] = await lettersTo(server.url, email, serverLimits.codeRequests + 1);
  expect((await confirm(email, letter?.code)).status).toBe(200);
});

test('when strangers have used up a mailbox’s e-mails, its owner still has a valid code, and soon another', async () => {
  const { email } = await account();
  for (let i = 0; i < 20; i++) expect((await forgot(email, { address: `10.63.${i}.1` })).status).toBe(200);
  expect((await forgot(email, { address: '10.64.1.1' })).body).toEqual({ sent: true });
  const before = await lettersTo(server.url, email, serverLimits.codeRequestsOfMailbox);
  expect(await lettersOf(email)).toBe(serverLimits.codeRequestsOfMailbox);
  await sql`update code_requests set at = at - ${serverLimits.codeMs} * interval '1 millisecond'`.execute(server.db);
  await sql`update codes set expires_at = now() where email = ${email}`.execute(server.db);
  expect((await confirm(email, before[0]?.code)).status).toBe(400);
  expect((await forgot(email, { address: '10.64.1.1' })).status).toBe(200);
  const [letter] = await lettersTo(server.url, email, serverLimits.codeRequestsOfMailbox + 1);
  expect((await confirm(email, letter?.code)).status).toBe(200);
});

test("a mailbox gets a limited number of sign-in codes an hour, and the owner's device still gets a valid one", async () => {
  const { email } = await account(newEmail(), mine);
  const ask = (from: From) => post('/auth/send-sign-in-code', { email }, from);
  for (let i = 0; i < 20; i++) expect((await ask({ address: `10.69.${i}.1` })).status).toBe(200);
  expect(await lettersOf(email)).toBe(serverLimits.codeRequestsOfMailbox);
  expect((await ask({ address: '10.69.1.1', device: mine })).status).toBe(200);
  const [letter] = await lettersTo(server.url, email, serverLimits.codeRequestsOfMailbox + 1);
  const shown = { email, verificationCode: letter?.code };
  expect((await post('/auth/sign-in-by-code', shown, { device: mine })).status).toBe(200);
});

test("the owner's device always gets an e-mail, and no one else can by naming that device", async () => {
  const { email } = await account(newEmail(), mine);
  for (let i = 0; i < 20; i++) await forgot(email, { address: `10.65.${i}.1`, device: String(i % 10).repeat(64) });
  await lettersTo(server.url, email, serverLimits.codeRequestsOfMailbox);
  expect((await forgot(email, { address: '10.65.1.1', device: mine })).status).toBe(200);
  const [letter] = await lettersTo(server.url, email, serverLimits.codeRequestsOfMailbox + 1);
  for (let i = 0; i < 20; i++) {
    expect((await confirm(email, wrongOf(letter?.code), { address: `10.66.${i}.1` })).status).toBe(400);
  }
  expect((await confirm(email, letter?.code, { address: '10.66.1.1' })).status).toBe(400);
  expect((await confirm(email, letter?.code, { address: '10.66.1.1', device: mine })).status).toBe(200);
});

test('the owner’s device has five attempts of its own, and no more', async () => {
  const { email } = await account(newEmail(), mine);
  await forgot(email);
  const [letter] = await lettersTo(server.url, email);
  for (let i = 0; i < serverLimits.codeTries; i++) await confirm(email, wrongOf(letter?.code), { device: mine });
  expect((await confirm(email, letter?.code, { device: mine })).status).toBe(400);
});

test.each([
  ['an address', (): From => ({ address: '10.67.7.1' })],
  ['a device', (i: number): From => ({ address: `10.68.${i}.1`, device: 'e'.repeat(64) })],
])('%s makes three free trials a day, also when twenty are asked for at once', async (_, origin) => {
  const asked = Array.from({ length: 20 }, (_each, i) =>
    post('/auth/free_trial', { email: newEmail(), password, plan: 'premium' }, origin(i)),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(17);
});

const register = (email: string, chosen: string, from?: From) =>
  post('/auth/register', { email, password: chosen }, from);
const strange = 'Zqintruder-7319!';
/** Signs up, and gives the letter that comes of it. */
async function letterOf(email: string, chosen: string, from: From, letters: number) {
  expect((await register(email, chosen, from)).status).toBe(201);
  return (await lettersTo(server.url, email, letters))[0]?.code;
}

test.each([
  ['the device that signed up', mine],
  ['another device', newDevice()],
])('the code of a stranger’s sign-up, entered on %s without naming it, makes no account', async (_, device) => {
  const email = newEmail();
  const own = await letterOf(email, password, { device: mine }, 1);
  const theirs = await letterOf(email, strange, { address: '10.80.0.1' }, 2);
  if (own === theirs) throw new Error('one in a million');
  const shown = await post('/auth/verify', { email, verificationCode: theirs }, { device });
  expect([shown.status, at(shown.body, 'code')]).toEqual([400, 'TOKEN_INVALID']);
  expect((await post('/auth/login', { email, password: strange })).status).not.toBe(200);
  expect((await post('/auth/verify', { email, verificationCode: own }, { device: mine })).status).toBe(200);
  expect((await post('/auth/login', { email, password })).status).toBe(200);
  expect((await post('/auth/login', { email, password: strange })).status).toBe(401);
});

const trial = (email: string, address: string) => post('/auth/instant_test', { email }, { address });
async function trials(hosts: number[], network: string): Promise<string[]> {
  const emails = hosts.map(() => newEmail());
  for (const [i, email] of emails.entries()) {
    expect((await trial(email, `${network}.${hosts[i]}`)).status).toBe(201);
  }
  return emails;
}

test('unconfirmed trials lock out the device that requested them, and no neighbor', async () => {
  await trials([1, 1, 1], '10.81.0');
  expect((await trial(newEmail(), '10.81.0.1')).status).toBe(429);
  expect((await trial(newEmail(), '10.81.0.200')).status).toBe(201);
});

test('a network has three trials a day confirmed, and no fourth is asked for or confirmed', async () => {
  const emails = await trials([1, 2, 3, 4], '10.82.0');
  const ends = [];
  for (const email of emails) {
    const verificationCode = (await lettersTo(server.url, email))[0]?.code;
    const { status, body } = await post('/auth/verify', { email, verificationCode });
    ends.push([status, at(body, 'code')]);
  }
  const made = [200, undefined];
  expect(ends).toEqual([made, made, made, [429, 'RATE_LIMITED']]);
  expect((await trial(newEmail(), '10.82.0.5')).status).toBe(429);
  expect((await trial(newEmail(), '10.82.1.5')).status).toBe(201);
});

test('a network can request a limited number of trials a day, even if none is confirmed', async () => {
  const hosts = Array.from({ length: serverLimits.signUpsOfNetworkPerDay + 5 }, (_, i) => i);
  const asked = await Promise.all(hosts.map((host) => trial(newEmail(), `10.83.0.${host}`)));
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(serverLimits.signUpsOfNetworkPerDay);
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(5);
});
