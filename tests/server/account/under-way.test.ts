import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../server/account/passwords.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { at, provideServer, type SignedIn, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import { newDevice, somebody } from '../../support/users.ts';

/**
 * A stranger has the password and a session of an account. Their calls that are under way while the owner takes the
 * account back have no effect afterwards.
 */

let stored = '';
let count = 0;
const password = 'Right-2026!';
const fresh = 'Fresh-2026!';
const stolen = 'Stolen-2026!';

const server = await provideServer();
beforeAll(async () => {
  stored = await hashPassword(password);
});

interface Owner extends SignedIn {
  email: string;
  device: string;
}

const newEmail = () => `under-way-${++count}@test.vfp`;

async function owner(): Promise<Owner> {
  const user = await somebody(server.db, 'stranger');
  const [email, device] = [newEmail(), newDevice()];
  await sql`update users set email = ${email}, password_hash = ${stored} where id = ${user.id}`.execute(server.db);
  const token = await openSession(server.db, user.id, { deviceId: device, userAgent: null, remember: true });
  return { user, email, device, token };
}

type Call = () => ReturnType<TestServer['request']>;

const post = (who: SignedIn | null, path: string, body: object, device: string) =>
  server.request(who, 'POST', path, body, { 'x-device-id': device });
const login = (email: string, typed: string, device = newDevice()) =>
  post(null, '/auth/login', { email, password: typed }, device);
const putPassword = (who: Owner, newPassword: string) =>
  server.request(who, 'PUT', '/users/me/password', { password, newPassword }, { 'x-device-id': who.device });
const codeTo = async (email: string, atLeast = 1) => (await lettersTo(server.url, email, atLeast))[0]?.code ?? '';

/** The account after the stranger has changed its address, and the owner's way back. */
async function changed(): Promise<{ who: Owner; strangers: string; undo: Call }> {
  const [who, strangers] = [await owner(), newEmail()];
  await post(who, '/users/me/email', { email: strangers, password }, who.device);
  const code = await codeTo(strangers);
  expect((await post(who, '/users/me/email/confirm', { email: strangers, code }, who.device)).status).toBe(200);
  const notice = (await lettersTo(server.url, who.email))[0];
  const token = /\/undo-email-change#token=(\S+)$/m.exec(notice?.text ?? '')?.[1];
  return { who, strangers, undo: () => server.request(null, 'POST', '/auth/undo_email_change', { token }) };
}

/** The owner's reset of the password, on a device of their own, with the code that they have received. */
async function resetOf(who: Owner): Promise<Call> {
  const mine = newDevice();
  await post(null, '/auth/forgot-password', { email: who.email }, mine);
  const confirmationCode = await codeTo(who.email);
  const body = { email: who.email, confirmationCode, newPassword: fresh };
  return () => post(null, '/auth/confirm-password', body, mine);
}

/** Holds the account's row until both calls wait for it, the first one in front. @returns their replies */
async function inOrder({ user }: SignedIn, first: Call, second: Call) {
  return await server.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${user.id} for update`.execute(tx);
    const one = first();
    await waiting(1);
    const two = second();
    await waiting(2);
    // In an object, because a transaction ends only after a returned promise.
    return { both: Promise.all([one, two]) };
  });
}

/** Asked outside the transaction, in which PostgreSQL would repeat its first answer. */
function waiting(calls: number): Promise<unknown> {
  return until(`${calls} calls wait for the account`, async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
    return rows.length >= calls;
  });
}

const liveSessions = async ({ user }: SignedIn): Promise<number> => {
  const { rows } = await sql`select from sessions where user_id = ${user.id} and revoked_at is null`.execute(server.db);
  return rows.length;
};

test('a change of the password under way sets none after the change of the address is undone', async () => {
  const { who, undo } = await changed();
  const [undone, put] = await (await inOrder(who, undo, () => putPassword(who, stolen))).both;
  expect([undone.status, put.status, at(put.body, 'code')]).toEqual([200, 401, 'UNAUTHORIZED']);
  expect((await login(who.email, stolen)).status).toBe(401);
});

test('a change of the password under way does not replace the password of a reset', async () => {
  const who = await owner();
  const [reset, put] = await (await inOrder(who, await resetOf(who), () => putPassword(who, stolen))).both;
  expect([reset.status, put.status]).toEqual([200, 401]);
  expect([(await login(who.email, fresh)).status, (await login(who.email, stolen)).status]).toEqual([200, 401]);
});

test('of two changes of the password at the same time the second one is refused, because its old password is wrong by then', async () => {
  const who = await owner();
  const calls = [fresh, stolen].map((each) => () => putPassword(who, each));
  const [one, two] = await (await inOrder(who, calls[0] as Call, calls[1] as Call)).both;
  expect([one.status, two.status, at(two.body, 'details')]).toEqual([200, 422, [{ path: 'password', code: 'wrong' }]]);
  expect((await login(who.email, fresh)).status).toBe(200);
});

test('a change of the password leaves the code valid with which the owner resets it', async () => {
  const who = await owner();
  const reset = await resetOf(who);
  expect((await putPassword(who, stolen)).status).toBe(200);
  expect((await reset()).status).toBe(200);
  expect([(await login(who.email, fresh)).status, (await login(who.email, stolen)).status]).toEqual([200, 401]);
});

test('a sign-in under way opens no session after the change of the address is undone', async () => {
  const { who, strangers, undo } = await changed();
  const [undone, signIn] = await (await inOrder(who, undo, () => login(strangers, password, who.device))).both;
  expect([undone.status, signIn.status, await liveSessions(who)]).toEqual([200, 401, 0]);
});

test('a sign-in under way opens no session after a reset of the password', async () => {
  const who = await owner();
  const signIn = () => login(who.email, password, who.device);
  const [reset, refused] = await (await inOrder(who, await resetOf(who), signIn)).both;
  expect([reset.status, refused.status, await liveSessions(who)]).toEqual([200, 401, 0]);
});

test('a sign-in by code under way opens no session after the change of the address is undone', async () => {
  const { who, strangers, undo } = await changed();
  await post(null, '/auth/send-sign-in-code', { email: strangers }, who.device);
  const verificationCode = await codeTo(strangers, 2);
  const signIn = () => post(null, '/auth/sign-in-by-code', { email: strangers, verificationCode }, who.device);
  const [undone, refused] = await (await inOrder(who, undo, signIn)).both;
  expect([undone.status, refused.status, await liveSessions(who)]).toEqual([200, 400, 0]);
});

test('a repeated confirmation of a sign-up under way opens no session after a reset of the password', async () => {
  const [email, device] = [newEmail(), newDevice()];
  const { body } = await post(null, '/auth/register', { email, password }, device);
  const shown = { email, verificationCode: await codeTo(email), user_id: at(body, 'user_id') };
  const verify = () => post(null, '/api/v2/auth/verify', shown, device);
  expect((await verify()).status).toBe(200);
  const mine = newDevice();
  await post(null, '/auth/forgot-password', { email }, mine);
  const confirmationCode = await codeTo(email, 2);
  const reset = () => post(null, '/auth/confirm-password', { email, confirmationCode, newPassword: fresh }, mine);
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(server.db);
  const who = { user: { id: rows[0]?.id } } as SignedIn;
  const [done, refused] = await (await inOrder(who, reset, verify)).both;
  expect([done.status, refused.status, await liveSessions(who)]).toEqual([200, 400, 0]);
});

test('a request for the deletion under way schedules none after the change of the address is undone', async () => {
  const { who, undo } = await changed();
  const leave = () => post(who, '/users/me/deletion', { password }, who.device);
  const [undone, refused] = await (await inOrder(who, undo, leave)).both;
  expect([undone.status, refused.status]).toEqual([200, 401]);
  const { rows } = await sql`select deletion_due_at as due from users where id = ${who.user.id}`.execute(server.db);
  expect(rows).toEqual([{ due: null }]);
});
