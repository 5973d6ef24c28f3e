import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashPassword } from '../../../server/account/passwords.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { newDevice } from '../../support/users.ts';
import { at, provideServer } from '../../support/servers/server.ts';
import { signUpsOfNetworkPerDay } from '../../../server/account/store/sign-ups.ts';
import { codeMs, codeRequests, codeRequestsOfMailbox, codeTries } from '../../../server/account/store/codes.ts';

/** One mailbox is one identity, however its address is spelled, and no one else can lock its owner out. */

let count = 0;
const password = 'Right-2026!';
const changedPassword = 'Fresh-2026!';
const ownDevice = 'a'.repeat(64);

const server = await provideServer();

const newEmail = () => `one-${++count}@demo.vfp`;

interface From {
  address?: string;
  device?: string;
}

/** Posts from an unknown device, unless one is named. */
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
  post(
    '/auth/confirm-password',
    { email, confirmationCode: confirmationCode ?? '', newPassword: changedPassword },
    from,
  );
const wrongCodeFor = (code = '') => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The number of e-mails to this mailbox, counted once all requested ones have been sent. */
async function countEmailsTo(mailbox: string): Promise<number> {
  await lettersTo(server.url, await signUp());
  const [name, host] = mailbox.split('@');
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from kept_mails where recipient = ${mailbox} or recipient like ${`${name}+%@${host}`}`.execute(
    server.db,
  );
  return rows[0]?.n ?? 0;
}

/** Signs up a new address. Jobs run in order: once its e-mail has been sent, all earlier ones have been sent too. */
async function signUp(): Promise<string> {
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
])('the address %j is refused for accounts, trials, codes, invitations and contact messages', async (email) => {
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

test('an address in equivalent Unicode characters or in Punycode is the same account', async () => {
  const { email } = await account();
  const wide = email.replace('one', 'ｏｎｅ').replace('@', '＠').toUpperCase();
  expect((await post('/auth/login', { email: wide, password })).status).toBe(200);
  await forgot(wide, { device: ownDevice });
  const [receivedEmail] = await lettersTo(server.url, email);
  expect((await confirm(wide, receivedEmail?.code, { device: ownDevice })).status).toBe(200);
  const domain = newEmail().replace('demo', 'bücher');
  const ascii = domain.replace('bücher', 'xn--bcher-kva');
  await post('/auth/register', { email: domain, password }, { device: ownDevice });
  const verificationCode = (await lettersTo(server.url, ascii))[0]?.code;
  const verified = await post('/auth/verify', { email: ascii, verificationCode }, { device: ownDevice });
  expect(verified.status).toBe(200);
  expect((await post('/auth/login', { email: domain, password })).status).toBe(200);
  expect((await post('/auth/login', { email: ascii, password })).status).toBe(200);
});

test('accounts from before addresses were normalized keep working, and their mailbox gets no further trial', async () => {
  const [plain, listed, wide] = ['before@demo.vfp', 'before@demo.vfp,a.b', 'ｂefore@demo.vfp'];
  for (const email of [plain, listed, wide]) {
    const { id } = await account(email);
    const signedIn = await post('/auth/login', { email, password });
    expect([signedIn.status, at(signedIn.body, 'user.id')]).toEqual([200, id]);
  }
  const { rows } = await sql`select distinct mailbox from users where mailbox like '%before@%'`.execute(server.db);
  expect(rows).toEqual([{ mailbox: plain }]);
  await sql`delete from users where email = ${plain}`.execute(server.db);
  await post('/auth/instant_test', { email: plain }, { address: '10.60.1.1' });
  expect((await lettersTo(server.url, plain))[0]?.subject).toBe('You have a VFP account already');
});

test('an account with an address that is not normalized gets its reset code there and can set a new password', async () => {
  const { email } = await account('ｏlder@demo.vfp');
  expect((await forgot(email, { device: ownDevice })).status).toBe(200);
  const [receivedEmail] = await lettersTo(server.url, email);
  expect((await confirm(email, receivedEmail?.code, { device: ownDevice })).status).toBe(200);
  expect((await post('/auth/login', { email, password: changedPassword })).status).toBe(200);
});

test('an account with an address that is not normalized can sign in by code, also beside an account with the normalized one', async () => {
  const older = await account('ｏldest@demo.vfp');
  for (const emailCount of [1, 2]) {
    if (emailCount === 2) await account('oldest@demo.vfp');
    const here = { device: ownDevice };
    await post('/auth/send-sign-in-code', { email: older.email }, here);
    const [receivedEmail] = await lettersTo(server.url, older.email, emailCount);
    const shown = { email: older.email, verificationCode: receivedEmail?.code };
    const signedIn = await post('/auth/sign-in-by-code', shown, here);
    expect([signedIn.status, at(signedIn.body, 'user.id')]).toEqual([200, older.id]);
  }
});

test('a mailbox is sent a limited number of codes an hour, whatever follows its plus sign', async () => {
  const victim = newEmail();
  const [name] = victim.split('@');
  for (let i = 0; i < 24; i++) await forgot(`${name}+${i}@demo.vfp`);
  await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      post('/auth/register', { email: `${name}+${i}@demo.vfp`, password }, { address: `10.61.${i}.1` }),
    ),
  );
  expect(await countEmailsTo(victim)).toBe(codeRequestsOfMailbox);
});

test('codes requested by someone else do not keep the owner from setting a new password', async () => {
  const { email } = await account();
  for (let i = 0; i < 8; i++) await forgot(email, { address: '10.62.0.1' });
  const owner = { address: '10.62.1.1', device: newDevice() };
  expect((await forgot(email, owner)).status).toBe(200);
  const [receivedEmail] = await lettersTo(server.url, email, codeRequests + 1);
  expect((await confirm(email, receivedEmail?.code, owner)).status).toBe(200);
});

test('when others have used up the codes of a mailbox, its owner gets another one once the last has expired', async () => {
  const { email } = await account();
  for (let i = 0; i < 20; i++) expect((await forgot(email, { address: `10.63.${i}.1` })).status).toBe(200);
  const owner = { address: '10.64.1.1', device: newDevice() };
  expect((await forgot(email, owner)).body).toEqual({ sent: true });
  const before = await lettersTo(server.url, email, codeRequestsOfMailbox);
  expect(await countEmailsTo(email)).toBe(codeRequestsOfMailbox);
  await sql`update code_requests set at = at - ${codeMs} * interval '1 millisecond'`.execute(server.db);
  await sql`update codes set expires_at = now() where email = ${email}`.execute(server.db);
  expect((await confirm(email, before[0]?.code)).status).toBe(400);
  expect((await forgot(email, owner)).status).toBe(200);
  const [receivedEmail] = await lettersTo(server.url, email, codeRequestsOfMailbox + 1);
  expect((await confirm(email, receivedEmail?.code, owner)).status).toBe(200);
});

test('when others have used up the codes of a mailbox, its owner enters the last one that it was sent', async () => {
  const { email } = await account();
  for (let i = 0; i < 20; i++) await forgot(email, { address: `10.63.${i}.2` });
  const [last] = await lettersTo(server.url, email, codeRequestsOfMailbox);
  const owner = { address: '10.64.1.2', device: newDevice() };
  expect((await confirm(email, last?.code, owner)).status).toBe(400);
  expect((await forgot(email, owner)).body).toEqual({ sent: true });
  expect((await confirm(email, last?.code, owner)).status).toBe(200);
});

test("a mailbox gets a limited number of sign-in codes an hour, and the owner's device still gets a valid one", async () => {
  const { email } = await account(newEmail(), ownDevice);
  const ask = (from: From) => post('/auth/send-sign-in-code', { email }, from);
  for (let i = 0; i < 20; i++) expect((await ask({ address: `10.69.${i}.1` })).status).toBe(200);
  expect(await countEmailsTo(email)).toBe(codeRequestsOfMailbox);
  expect((await ask({ address: '10.69.1.1', device: ownDevice })).status).toBe(200);
  const [receivedEmail] = await lettersTo(server.url, email, codeRequestsOfMailbox + 1);
  const shown = { email, verificationCode: receivedEmail?.code };
  expect((await post('/auth/sign-in-by-code', shown, { device: ownDevice })).status).toBe(200);
});

test("the owner's device gets a code beyond the limit, and can use it after others have tried wrong codes", async () => {
  const { email } = await account(newEmail(), ownDevice);
  for (let i = 0; i < 20; i++) await forgot(email, { address: `10.65.${i}.1`, device: String(i % 10).repeat(64) });
  await lettersTo(server.url, email, codeRequestsOfMailbox);
  expect((await forgot(email, { address: '10.65.1.1', device: ownDevice })).status).toBe(200);
  const [receivedEmail] = await lettersTo(server.url, email, codeRequestsOfMailbox + 1);
  for (let i = 0; i < 20; i++) {
    expect((await confirm(email, wrongCodeFor(receivedEmail?.code), { address: `10.66.${i}.1` })).status).toBe(400);
  }
  expect((await confirm(email, receivedEmail?.code, { address: '10.66.1.1' })).status).toBe(400);
  expect((await confirm(email, receivedEmail?.code, { address: '10.66.1.1', device: ownDevice })).status).toBe(200);
});

test('the owner’s device has five attempts to enter a code', async () => {
  const { email } = await account(newEmail(), ownDevice);
  await forgot(email, { device: ownDevice });
  const [receivedEmail] = await lettersTo(server.url, email);
  for (let i = 0; i < codeTries; i++) await confirm(email, wrongCodeFor(receivedEmail?.code), { device: ownDevice });
  expect((await confirm(email, receivedEmail?.code, { device: ownDevice })).status).toBe(400);
});

test.each([
  ['an address', (): From => ({ address: '10.67.7.1' })],
  ['a device', (i: number): From => ({ address: `10.68.${i}.1`, device: 'e'.repeat(64) })],
])('%s can request three free trials a day, also when twenty are requested at once', async (_, origin) => {
  const asked = Array.from({ length: 20 }, (_each, i) =>
    post('/auth/free_trial', { email: newEmail(), password, plan: 'premium' }, origin(i)),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(17);
});

const register = (email: string, chosen: string, from?: From) =>
  post('/auth/register', { email, password: chosen }, from);
const intruderPassword = 'Zqintruder-7319!';
/** Signs up. @returns the code in the newest e-mail, once this many e-mails have arrived */
async function codeOfSignUp(email: string, chosen: string, from: From, emailCount: number) {
  expect((await register(email, chosen, from)).status).toBe(201);
  return (await lettersTo(server.url, email, emailCount))[0]?.code;
}

test('the code of someone else’s sign-up, entered on a device that signed up itself, creates no account', async () => {
  const email = newEmail();
  const ownCode = await codeOfSignUp(email, password, { device: ownDevice }, 1);
  const intruderCode = await codeOfSignUp(email, intruderPassword, { address: '10.80.0.1' }, 2);
  if (ownCode === intruderCode) throw new Error('both codes are equal by chance');
  const shown = await post('/auth/verify', { email, verificationCode: intruderCode }, { device: ownDevice });
  expect([shown.status, at(shown.body, 'code')]).toEqual([400, 'TOKEN_INVALID']);
  expect((await post('/auth/login', { email, password: intruderPassword })).status).not.toBe(200);
  expect((await post('/auth/verify', { email, verificationCode: ownCode }, { device: ownDevice })).status).toBe(200);
  expect((await post('/auth/login', { email, password })).status).toBe(200);
  expect((await post('/auth/login', { email, password: intruderPassword })).status).toBe(401);
});

const trial = (email: string, address: string) => post('/auth/instant_test', { email }, { address });
async function trials(hosts: number[], network: string): Promise<string[]> {
  const emails = hosts.map(() => newEmail());
  for (const [i, email] of emails.entries()) {
    expect((await trial(email, `${network}.${hosts[i]}`)).status).toBe(201);
  }
  return emails;
}

test('unconfirmed trials block the address that requested them, but not its network', async () => {
  await trials([1, 1, 1], '10.81.0');
  expect((await trial(newEmail(), '10.81.0.1')).status).toBe(429);
  expect((await trial(newEmail(), '10.81.0.200')).status).toBe(201);
});

test('a network can confirm three trials a day; a fourth can be neither requested nor confirmed', async () => {
  const emails = await trials([1, 2, 3, 4], '10.82.0');
  const replies = [];
  for (const email of emails) {
    const verificationCode = (await lettersTo(server.url, email))[0]?.code;
    const { status, body } = await post('/auth/verify', { email, verificationCode });
    replies.push([status, at(body, 'code')]);
  }
  const made = [200, undefined];
  expect(replies).toEqual([made, made, made, [429, 'RATE_LIMITED']]);
  expect((await trial(newEmail(), '10.82.0.5')).status).toBe(429);
  expect((await trial(newEmail(), '10.82.1.5')).status).toBe(201);
});

test('all networks of an IPv6 site can confirm three trials a day together', async () => {
  const replies = [];
  for (const network of [1, 2, 3, 4]) {
    const email = newEmail();
    expect((await trial(email, `2001:db8:77:${network}::1`)).status).toBe(network < 4 ? 201 : 429);
    if (network === 4) break;
    const verificationCode = (await lettersTo(server.url, email))[0]?.code;
    replies.push((await post('/auth/verify', { email, verificationCode })).status);
  }
  expect(replies).toEqual([200, 200, 200]);
  expect((await trial(newEmail(), '2001:db8:78:1::1')).status).toBe(201);
});

test('a network can request a limited number of trials a day, even if none is confirmed', async () => {
  const hosts = Array.from({ length: signUpsOfNetworkPerDay + 5 }, (_, i) => i);
  const asked = await Promise.all(hosts.map((host) => trial(newEmail(), `10.83.0.${host}`)));
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(signUpsOfNetworkPerDay);
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(5);
});
