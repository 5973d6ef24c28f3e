import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../../../server/account/passwords.ts';
import { at, startServer, provideServer, type SignedIn, type TestServer } from '../../../support/servers/server.ts';

const password = 'Right-2026!';

const server = await provideServer();

/** A user with `password` as password. */
async function account(kind: Parameters<TestServer['signIn']>[0] = 'engineer'): Promise<SignedIn & { email: string }> {
  const user = await server.signIn(kind);
  const { rows } = await sql<{ email: string }>`
    update users set password_hash = ${await hashPassword(password)} where id = ${user.user.id} returning email`.execute(
    server.db,
  );
  return { ...user, email: rows[0]?.email ?? '' };
}

const login = (body: object, path = '/auth/login') => server.request(null, 'POST', path, body);

test.each(['/api/v1/auth/login', '/api/v2/auth/login'])(
  'a user who signs in at %s gets a token and their own account data',
  async (path) => {
    const { email, user } = await account();
    const response = await login({ email: email.toUpperCase(), password }, path);
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({ 'x-vfp-api': '1', 'cache-control': 'no-store' });
    expect(response.headers['x-request-id']).toBeTruthy();
    expect(response.body).toMatchObject({
      expires_in: 7 * 24 * 3600,
      user: {
        id: user.id,
        company_id: 102,
        plan: { name: 'navigator-premium' },
        flags: { hasNavigatorPremiumPass: true },
      },
    });
    const me = await server.request({ user, token: String(at(response.body, 'accessToken')) }, 'GET', '/users/me');
    expect(me.body).toEqual(at(response.body, 'user'));
  },
);

test('a wrong password and an unknown e-mail address get the same response', async () => {
  const { email } = await account();
  const responses = [
    await login({ email, password: 'Wrong-2026!' }),
    await login({ email: 'nobody@test.vfp', password }),
  ];
  for (const { status, body } of responses) {
    expect(status).toBe(401);
    expect(body).toEqual({
      statusCode: 401,
      code: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
      requestId: expect.any(String),
    });
  }
});

test('only the correct password reveals that an account is closed', async () => {
  const { email, user } = await account();
  await sql`update users set disabled_at = now() where id = ${user.id}`.execute(server.db);
  const guess = await login({ email, password: 'Wrong-2026!' });
  expect([guess.status, at(guess.body, 'code')]).toEqual([401, 'NotAuthorizedException']);
  expect(guess.body).not.toHaveProperty('details');
  const response = await login({ email, password });
  expect([response.status, at(response.body, 'code')]).toEqual([403, 'DEACTIVATED']);
  // Its owner's device finds by it what was not sent.
  expect(at(response.body, 'details')).toEqual({ userId: user.id });
});

test('both versions of the API count wrong passwords together', async () => {
  const { email } = await account();
  const paths = [
    '/api/v1/auth/login',
    '/api/v2/auth/login',
    '/api/v1/auth/login',
    '/api/v2/auth/login',
    '/api/v1/auth/login',
  ];
  for (const path of paths) await login({ email, password: 'Wrong-2026!' }, path);
  expect((await login({ email, password }, '/api/v2/auth/login')).status).toBe(429);
});

test('all processes count wrong passwords together, also concurrent ones', async () => {
  const sibling = await startServer({ database: server.databaseUrl });
  onTestFinished(() => sibling.close());
  const { email } = await account();
  const guesses = Array.from({ length: 12 }, (_, i) => {
    const body = { email, password: `Wrong-2026!${i}` };
    return (i % 2 === 0 ? server : sibling).request(null, 'POST', '/auth/login', body);
  });
  const states = (await Promise.all(guesses)).map(({ status }) => status);
  expect(states.filter((status) => status === 401)).toHaveLength(5);
  expect(states.filter((status) => status === 429)).toHaveLength(7);
  for (const each of [server, sibling]) {
    expect((await each.request(null, 'POST', '/auth/login', { email, password })).status).toBe(429);
  }
});

test('a correct password resets the count of wrong ones', async () => {
  const { email } = await account();
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) expect((await login({ email, password: 'Wrong-2026!' })).status).toBe(401);
    expect((await login({ email, password })).status).toBe(200);
  }
});

test('only the correct password reveals that an account is unconfirmed', async () => {
  const { email, user } = await account();
  await sql`update users set status = 'UNCONFIRMED' where id = ${user.id}`.execute(server.db);
  expect((await login({ email, password: 'Wrong-2026!' })).body).toMatchObject({ code: 'NotAuthorizedException' });
  expect(await login({ email, password })).toMatchObject({ status: 403, body: { code: 'UserNotConfirmedException' } });
});

test('a disabled account loses its session at once and cannot sign in again', async () => {
  const user = await account();
  expect((await server.request(user, 'GET', '/users/me')).status).toBe(200);
  await sql`update users set disabled_at = now() where id = ${user.user.id}`.execute(server.db);
  expect((await server.request(user, 'GET', '/users/me')).status).toBe(401);
  expect((await login({ email: user.email, password })).status).toBe(403);
});

test.each([
  ['nothing', {}],
  ['no password', { email: 'a@b.c' }],
  ['a number as password', { email: 'a@b.c', password: 5 }],
  ['an object as address', { email: { $ne: null }, password: 'x' }],
  ['a list', []],
])('signing in with %s is refused as invalid input', async (_what, body) => {
  const response = await login(body);
  expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION', details: expect.any(Array) } });
});

test('signing out ends the session and needs the bearer token: a cookie is not accepted', async () => {
  const user = await server.signIn('engineer');
  const byCookie = await server.request(null, 'GET', '/auth/logout', undefined, { cookie: `at=${user.token}` });
  expect(byCookie.status).toBe(401);
  expect((await server.request(user, 'GET', '/users/me')).status).toBe(200);
  expect((await server.request(user, 'GET', '/auth/logout')).status).toBe(204);
  expect((await server.request(user, 'GET', '/users/me')).status).toBe(401);
});

test.each([
  ['silent for 30 days', sql`last_seen_at = now() - interval '31 days'`],
  ['90 days old', sql`expires_at = now() - interval '1 second'`],
  ['revoked', sql`revoked_at = now()`],
])('a session that is %s is refused', async (_what, change) => {
  const user = await server.signIn('engineer');
  await sql`update sessions set ${change} where user_id = ${user.user.id}`.execute(server.db);
  expect((await server.request(user, 'GET', '/users/me')).body).toMatchObject({
    code: 'UNAUTHORIZED',
    message: 'Unauthorized request',
  });
});

test.each(['', 'Bearer', 'Bearer x', 'Basic abc', 'Bearer eyJhbGciOiJub25lIn0.e30.', `Bearer ${'a'.repeat(43)}`])(
  'the authorization header %j is refused',
  async (authorization) => {
    expect((await server.request(null, 'GET', '/users/me', undefined, { authorization })).status).toBe(401);
  },
);

test('the database contains no token and no password in plain text', async () => {
  const user = await account();
  const { rows } = await sql<{ text: string }>`
    select s::text || u::text as text from sessions s join users u on u.id = s.user_id where u.id = ${user.user.id}`.execute(
    server.db,
  );
  expect(rows[0]?.text).toContain('$argon2id$');
  expect(rows[0]?.text).not.toContain(password);
  expect(rows[0]?.text).not.toContain(user.token);
});
