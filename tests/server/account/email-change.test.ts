import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../server/account/passwords.ts';
import { makeCode, codeTries } from '../../../server/account/store/codes.ts';
import { closeAccount } from '../../../server/account/store/deletion.ts';
import { forgetUser } from '../../../server/account/store/forget-user.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { lettersTo, type Letter } from '../../support/servers/letters.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';
import { newDevice, somebody } from '../../support/users.ts';
import { loginFailures, loginFailuresOfNetwork, codeFailures } from '../../../server/account/store/login-limits.ts';
import { emailChangesAsked } from '../../../server/account/email-change.ts';

/** A user changes the e-mail address of their account, proves both mailboxes, and can undo it from the old one. */

let stored = '';
let count = 0;
const password = 'Right-2026!';

const server = await provideServer();
beforeAll(async () => {
  stored = await hashPassword(password);
});

const newEmail = () => `moved-${++count}@test.vfp`;

/** A user with a password, signed in on a device of their own. */
interface Owner extends SignedIn {
  email: string;
  device: string;
}

async function owner(kind: Parameters<typeof somebody>[1] = 'stranger'): Promise<Owner> {
  const user = await somebody(server.db, kind);
  const [email, device] = [newEmail(), newDevice()];
  await sql`update users set email = ${email}, password_hash = ${stored} where id = ${user.id}`.execute(server.db);
  return { user, email, device, token: await openSession(server.db, user.id, deviceOf(device)) };
}

const deviceOf = (deviceId: string) => ({ deviceId, userAgent: null, remember: true });

const call = (who: Owner, path: string, body: object, device = who.device) =>
  server.request(who, 'POST', path, body, { 'x-device-id': device });
const ask = (who: Owner, email: string, proof = password) => call(who, '/users/me/email', { email, password: proof });
const confirm = (who: Owner, email: string, code: string | undefined, device?: string) =>
  call(who, '/users/me/email/confirm', { email, code: code ?? '' }, device);
const confirmFrom = (remoteAddress: string, who: Owner, email: string, code: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/users/me/email/confirm',
    payload: { email, code },
    headers: { authorization: `Bearer ${who.token}`, 'x-device-id': who.device },
    remoteAddress,
  });
const undo = (token: string | undefined) => server.request(null, 'POST', '/auth/undo_email_change', { token });
const login = (email: string) => server.request(null, 'POST', '/auth/login', { email, password });
const addressOf = async (who: Owner) => at((await server.request(who, 'GET', '/users/me')).body, 'email');
const newest = async (email: string, atLeast = 1): Promise<Letter | undefined> =>
  (await lettersTo(server.url, email, atLeast))[0];

/** Changes the address. @returns the token of the link in the e-mail to the old one */
async function change(who: Owner, to: string, from = who.email, lettersBefore = 0): Promise<string | undefined> {
  expect((await ask(who, to)).status).toBe(200);
  const letter = await newest(to);
  expect((await confirm(who, to, letter?.code)).body).toEqual({ email: to });
  const notice = await newest(from, lettersBefore + 1);
  return /\/undo-email-change#token=(\S+)$/m.exec(notice?.text ?? '')?.[1];
}

test('after the code from the new mailbox the user signs in with the new address and not with the old one; sessions continue', async () => {
  const who = await owner();
  const other = await openSession(server.db, who.user.id, deviceOf(newDevice()));
  const to = newEmail();
  expect((await ask(who, ` ${to.toUpperCase()} `)).body).toEqual({ sent: true });
  expect(await addressOf(who)).toBe(who.email);
  expect((await confirm(who, to, (await newest(to))?.code)).body).toEqual({ email: to });
  expect([(await login(to)).status, (await login(who.email)).status]).toEqual([200, 401]);
  expect([await addressOf(who), await addressOf({ ...who, token: other })]).toEqual([to, to]);
  const { rows } =
    await sql`select what, actor::text from audit_entries where actor::text = ${who.user.id} order by id`.execute(
      server.db,
    );
  expect(rows).toEqual([
    { what: 'email.change_asked_for', actor: who.user.id },
    { what: 'email.changed', actor: who.user.id },
  ]);
});

test('a confirmation whose reply was lost is repeated on the same device without another effect', async () => {
  const who = await owner();
  const to = newEmail();
  await ask(who, to);
  const code = (await newest(to))?.code;
  for (const _ of [1, 2]) expect((await confirm(who, to, code)).body).toEqual({ email: to });
  expect((await confirm(who, to, code, newDevice())).status).toBe(400);
  await newest(who.email);
  const { rows } = await sql`select from email_changes where user_id = ${who.user.id}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('wrong passwords are counted together with those at the sign-in, and no code is sent', async () => {
  const who = await owner();
  const to = newEmail();
  const wrong = await ask(who, to, 'Wrong-2026!');
  expect([wrong.status, at(wrong.body, 'details')]).toEqual([422, [{ path: 'password', code: 'wrong' }]]);
  for (let i = 1; i < loginFailures; i++) await ask(who, to, 'Wrong-2026!');
  expect((await ask(who, to)).status).toBe(429);
  const here = { 'x-device-id': who.device };
  const signIn = await server.request(null, 'POST', '/auth/login', { email: who.email, password }, here);
  expect(signIn.status).toBe(429);
  const { rows } = await sql`select from codes where subject = ${who.user.id}`.execute(server.db);
  expect(rows).toEqual([]);
});

test('wrong codes are counted like wrong passwords, and the code is void after five', async () => {
  const who = await owner();
  const to = newEmail();
  await ask(who, to);
  const code = (await newest(to))?.code ?? '';
  const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  for (let i = 0; i < codeTries; i++) expect((await confirm(who, to, other)).status).toBe(400);
  expect(await confirm(who, to, code)).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } });
  for (let i = codeTries + 1; i < codeFailures; i++) await confirm(who, to, other);
  expect((await confirm(who, to, code)).status).toBe(429);
  expect(await addressOf(who)).toBe(who.email);
});

test('wrong codes for new addresses count for their network, from whichever accounts and known devices', async () => {
  // As many as the network may send, spread over accounts.
  const wrong = '000000';
  const replies = [];
  for (let i = 0; i <= loginFailuresOfNetwork / codeTries; i++) {
    const who = await owner();
    const to = newEmail();
    for (let n = 0; n < codeTries; n++) replies.push((await confirmFrom('10.7.7.7', who, to, wrong)).statusCode);
  }
  const most = loginFailuresOfNetwork;
  expect(replies.slice(0, most)).toEqual(Array.from({ length: most }, () => 400));
  expect(replies.slice(most)).toEqual(Array.from({ length: codeTries }, () => 429));
});

test('a code works only for its user, on the device that asked, and for the address that it was sent to', async () => {
  const [who, stranger] = [await owner(), await owner()];
  const to = newEmail();
  await ask(who, to);
  const code = (await newest(to))?.code;
  const here = who.device;
  expect((await confirm(stranger, to, code)).status).toBe(400);
  expect((await confirm(stranger, to, code, here)).status).toBe(400);
  expect((await confirm(who, to, code, newDevice())).status).toBe(400);
  expect((await confirm(who, newEmail(), code)).status).toBe(400);
  expect((await confirm(who, to, code)).status).toBe(200);
});

test('a user without a password is asked to set one first', async () => {
  const who = await owner('trial');
  await sql`update users set password_hash = null where id = ${who.user.id}`.execute(server.db);
  const answers = [];
  for (let i = 0; i <= loginFailures; i++) answers.push(await ask(who, newEmail()));
  for (const { status, body } of answers)
    expect([status, at(body, 'details')]).toEqual([422, [{ path: 'password', code: 'none' }]]);
  expect((await server.request(who, 'GET', '/users/me/profile')).body).toMatchObject({ has_password: false });
});

test.each([
  ['no address', 'nowhere', 'email'],
  ['a list of addresses', 'a@test.vfp, b@test.vfp', 'email'],
])('%s is refused', async (_what, email, code) => {
  const answer = await ask(await owner(), email);
  expect([answer.status, at(answer.body, 'details')]).toEqual([422, [{ path: 'email', code }]]);
});

test('the own address in another spelling is no new address', async () => {
  const who = await owner();
  const answer = await ask(who, who.email.toUpperCase().replace('@', '＠'));
  expect([answer.status, at(answer.body, 'details')]).toEqual([422, [{ path: 'email', code: 'same' }]]);
});

test('the reply does not reveal that an address has an account: its owner gets an e-mail without a code', async () => {
  const [who, other] = [await owner(), await owner()];
  const free = newEmail();
  const replies = [await ask(who, other.email.toUpperCase()), await ask(who, free)];
  const seen = replies.map(({ status, text, headers }) => [status, text, Object.keys(headers).toSorted()]);
  expect(seen[0]).toEqual(seen[1]);
  const letter = await newest(other.email);
  expect([letter?.subject, letter?.code]).toEqual(['Your address was entered for another VFP account', undefined]);
  expect(`${letter?.text}${letter?.html}`).not.toContain(who.email);
  expect((await newest(free))?.code).toMatch(/^\d{6}$/);
});

test('of two users who confirm one address at the same time exactly one gets it, and the other one reads why', async () => {
  const both = [await owner(), await owner()];
  const to = newEmail();
  const codes: (string | undefined)[] = [];
  for (const [i, who] of both.entries()) {
    await ask(who, to);
    codes.push((await newest(to, i + 1))?.code);
  }
  const replies = await Promise.all(both.map((who, i) => confirm(who, to, codes[i])));
  const ordered = replies.toSorted((a, b) => a.status - b.status);
  expect(ordered.map(({ status, body }) => [status, at(body, 'code')])).toEqual([
    [200, undefined],
    [409, 'EMAIL_TAKEN'],
  ]);
  expect((await Promise.all(both.map(addressOf))).filter((email) => email === to)).toHaveLength(1);
});

test('an address that was signed up meanwhile cannot be confirmed any more', async () => {
  const who = await owner();
  const to = newEmail();
  await ask(who, to);
  const code = (await newest(to))?.code;
  await server.request(null, 'POST', '/auth/register', { email: to, password }, { 'x-device-id': who.device });
  const verificationCode = (await newest(to, 2))?.code;
  const signedUp = { email: to, verificationCode };
  await server.request(null, 'POST', '/auth/verify', signedUp, { 'x-device-id': who.device });
  expect(await confirm(who, to, code)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
});

test('after the change no code that was sent to the old address works', async () => {
  const who = await owner();
  const here = { 'x-device-id': who.device };
  await server.request(null, 'POST', '/auth/send-sign-in-code', { email: who.email }, here);
  const verificationCode = (await newest(who.email))?.code;
  await server.request(null, 'POST', '/auth/forgot-password', { email: who.email }, here);
  const confirmationCode = (await newest(who.email, 2))?.code;
  await change(who, newEmail(), who.email, 2);
  const signIn = { email: who.email, verificationCode };
  const reset = { email: who.email, confirmationCode, newPassword: 'Fresh-2026!' };
  expect((await server.request(null, 'POST', '/auth/sign-in-by-code', signIn, here)).status).toBe(400);
  expect((await server.request(null, 'POST', '/auth/confirm-password', reset, here)).status).toBe(400);
});

test('a user can ask for five codes an hour, for whichever addresses', async () => {
  const who = await owner();
  const asked = [];
  for (let i = 0; i <= emailChangesAsked; i++) asked.push((await ask(who, newEmail())).status);
  expect(asked).toEqual([...Array.from({ length: emailChangesAsked }, () => 200), 429]);
});

test('a trial cannot move to a mailbox that has an account, and the mailbox that it leaves gets no second trial', async () => {
  const [who, other] = [await owner('freeTrial'), await owner()];
  const alias = other.email.replace('@', '+b@');
  await ask(who, alias);
  expect((await newest(alias))?.code).toBeUndefined();
  await change(who, newEmail());
  const again = who.email.replace('@', '+again@');
  await server.request(null, 'POST', '/auth/instant_test', { email: again });
  expect((await newest(again))?.code).toBeUndefined();
});

test('opening the link changes nothing; the button sets the old address back, ends sessions and removes the password', async () => {
  const who = await owner();
  const to = newEmail();
  const token = await change(who, to);
  const opened = await server.app.inject({
    url: `/undo-email-change?token=${token}`,
    headers: { accept: 'text/html' },
  });
  expect(opened.statusCode).toBeLessThan(500);
  expect(await addressOf(who)).toBe(to);

  for (const _ of [1, 2]) expect(await undo(token)).toMatchObject({ status: 200, body: { email: who.email } });
  expect((await server.request(who, 'GET', '/users/me')).status).toBe(401);
  expect([(await login(who.email)).status, (await login(to)).status]).toEqual([401, 401]);
  const here = { 'x-device-id': newDevice() };
  await server.request(null, 'POST', '/auth/forgot-password', { email: who.email }, here);
  const confirmationCode = (await newest(who.email, 2))?.code;
  const reset = { email: who.email, confirmationCode, newPassword: password };
  expect((await server.request(null, 'POST', '/auth/confirm-password', reset, here)).status).toBe(200);
  const signedIn = await login(who.email);
  expect([signedIn.status, at(signedIn.body, 'user.id')]).toEqual([200, who.user.id]);
  const { rows } = await sql`select about from audit_entries where what = 'email.change_undone'
    and about = ${who.user.id}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('codes that were sent to the changed address are void after the change is undone', async () => {
  const who = await owner();
  const to = newEmail();
  const token = await change(who, to);
  const here = { 'x-device-id': who.device };
  await server.request(null, 'POST', '/auth/forgot-password', { email: to }, here);
  const confirmationCode = (await newest(to, 2))?.code;
  expect((await undo(token)).status).toBe(200);
  const reset = { email: to, confirmationCode, newPassword: 'Taken-2026!' };
  expect((await server.request(null, 'POST', '/auth/confirm-password', reset, here)).status).toBe(400);
});

test('a reset code made for the changed address while the change is undone sets no password', async () => {
  const who = await owner();
  const to = newEmail();
  expect((await undo(await change(who, to))).status).toBe(200);
  // The job had read the address before the change was undone.
  const codes = { RESET: '', SIGN_IN: '' };
  for (const each of ['RESET', 'SIGN_IN'] as const)
    codes[each] = await makeCode(server.db, each, to, who.user.id, who.device);
  const here = { 'x-device-id': who.device };
  const reset = { email: to, confirmationCode: codes.RESET, newPassword: 'Taken-2026!' };
  const signIn = { email: to, verificationCode: codes.SIGN_IN };
  expect((await server.request(null, 'POST', '/auth/confirm-password', reset, here)).status).toBe(400);
  expect((await server.request(null, 'POST', '/auth/sign-in-by-code', signIn, here)).status).toBe(400);
  const { rows } = await sql`select password_hash from users where id = ${who.user.id}`.execute(server.db);
  expect(rows).toEqual([{ password_hash: null }]);
});

test('undoing the change also cancels a deletion that was asked for meanwhile, and an e-mail says so', async () => {
  const who = await owner();
  const token = await change(who, newEmail());
  expect((await call(who, '/users/me/deletion', { password })).status).toBe(200);
  expect((await undo(token)).status).toBe(200);
  const { rows } = await sql`select deletion_due_at as due from users where id = ${who.user.id}`.execute(server.db);
  expect(rows).toEqual([{ due: null }]);
  expect((await newest(who.email, 2))?.subject).toMatch(/kept|stays|not be deleted|canceled/i);
});

test('a stranger who changes the address twice cannot undo the undoing', async () => {
  const who = await owner();
  const [strangers, next] = [newEmail(), newEmail()];
  const mine = await change(who, strangers);
  const theirs = await change(who, next, strangers, 1);
  expect((await undo(mine)).body).toEqual({ email: who.email });
  expect((await undo(theirs)).status).toBe(400);
  const { rows } = await sql`select email from users where id = ${who.user.id}`.execute(server.db);
  expect(rows).toEqual([{ email: who.email }]);
});

test('a link is void after seven days, and when a character of it is wrong', async () => {
  const who = await owner();
  const token = await change(who, newEmail());
  expect((await undo(`${token}x`)).status).toBe(400);
  await sql`update email_changes set undo_until = now() where user_id = ${who.user.id}`.execute(server.db);
  expect(await undo(token)).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } });
});

test('the change is not undone when another account has the old address by now', async () => {
  const [who, other] = [await owner(), await owner()];
  const to = newEmail();
  const token = await change(who, to);
  await sql`update users set email = ${who.email} where id = ${other.user.id}`.execute(server.db);
  expect(await undo(token)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
  expect(await addressOf(who)).toBe(to);
});

test('the token of the link is stored only as a hash, and neither token nor code is in the queue of jobs', async () => {
  const who = await owner();
  const token = (await change(who, newEmail())) ?? '';
  expect(token).toHaveLength(43);
  const { rows } = await sql<{ found: boolean }>`
    select strpos(c::text, ${token}) > 0 as found from email_changes c where user_id = ${who.user.id}
    union all select strpos(payload::text, ${token}) > 0 from graphile_worker._private_jobs`.execute(server.db);
  expect(rows.filter(({ found }) => found)).toEqual([]);
});

test('the deletion of an account also erases its earlier addresses, unless another account has them now', async () => {
  const [who, next] = [await owner(), await owner()];
  const [first, second] = [who.email, newEmail()];
  await change(who, second);
  await change(who, newEmail(), second, 1);
  await sql`update users set email = ${second} where id = ${next.user.id}`.execute(server.db);
  await sql`update users set deletion_due_at = now() where id = ${who.user.id}`.execute(server.db);
  await server.db.transaction().execute(async (tx) => {
    await closeAccount(tx, who.user.id);
    await forgetUser(tx, who.user.id);
  });
  const left = await sql<{ recipient: string }>`
    select distinct recipient from kept_mails where recipient in (${first}, ${second})`.execute(server.db);
  expect(left.rows).toEqual([{ recipient: second }]);
  const { rows } = await sql`select from email_changes where user_id = ${who.user.id}`.execute(server.db);
  expect(rows).toEqual([]);
});
