import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../../../server/accounts/passwords.ts';
import { at, startServer, type SignedIn, type TestServer } from '../../../support/server.ts';

let server: TestServer;
const password = 'Right-2026!';

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A person with a password, who has not signed in yet. */
async function account(kind: Parameters<TestServer['signIn']>[0] = 'engineer'): Promise<SignedIn & { email: string }> {
  const who = await server.signIn(kind);
  const { rows } = await sql<{ email: string }>`
    update users set password_hash = ${await hashPassword(password)} where id = ${who.person.id} returning email`.execute(
    server.db,
  );
  return { ...who, email: rows[0]?.email ?? '' };
}

const login = (body: object, path = '/auth/login') => server.request(null, 'POST', path, body);

test.each(['/api/v1/auth/login', '/api/v2/auth/login'])(
  'a person signs in at %s and is told about themselves',
  async (path) => {
    const { email, person } = await account();
    const answer = await login({ email: email.toUpperCase(), password }, path);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'x-vfp-api': '1', 'cache-control': 'no-store' });
    expect(answer.headers['x-request-id']).toBeTruthy();
    expect(answer.body).toMatchObject({
      expires_in: 7 * 24 * 3600,
      user: {
        id: person.id,
        company_id: 102,
        plan: { name: 'navigator-premium' },
        flags: { hasNavigatorPremiumPass: true },
      },
    });
    const me = await server.request({ person, token: String(at(answer.body, 'accessToken')) }, 'GET', '/users/me');
    expect(me.body).toEqual(at(answer.body, 'user'));
  },
);

test('a wrong password and an unknown address get the same reply', async () => {
  const { email } = await account();
  const answers = [
    await login({ email, password: 'Wrong-2026!' }),
    await login({ email: 'nobody@test.vfp', password }),
  ];
  for (const { status, body } of answers) {
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
  const { email, person } = await account();
  await sql`update users set disabled_at = now() where id = ${person.id}`.execute(server.db);
  const guess = await login({ email, password: 'Wrong-2026!' });
  expect([guess.status, at(guess.body, 'code')]).toEqual([401, 'NotAuthorizedException']);
  const answer = await login({ email, password });
  expect([answer.status, at(answer.body, 'code')]).toEqual([403, 'DEACTIVATED']);
});

test('after five wrong passwords even the right one waits, from this address and for this account only', async () => {
  const { email } = await account();
  for (let i = 0; i < 5; i++) expect((await login({ email, password: 'Wrong-2026!' })).status).toBe(401);
  const refused = await login({ email, password });
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  const elsewhere = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password },
    headers: { 'x-device-id': 'b'.repeat(64) },
    remoteAddress: '10.1.2.3',
  });
  expect(elsewhere.statusCode).toBe(200);
  expect((await login({ email: (await account()).email, password })).status).toBe(200);
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

test('processes count wrong passwords together, also when they all come at the same moment', async () => {
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

test('a right password forgives the wrong ones before it', async () => {
  const { email } = await account();
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) expect((await login({ email, password: 'Wrong-2026!' })).status).toBe(401);
    expect((await login({ email, password })).status).toBe(200);
  }
});

test('only the correct password reveals that an account is unconfirmed', async () => {
  const { email, person } = await account();
  await sql`update users set status = 'UNCONFIRMED' where id = ${person.id}`.execute(server.db);
  expect((await login({ email, password: 'Wrong-2026!' })).body).toMatchObject({ code: 'NotAuthorizedException' });
  expect(await login({ email, password })).toMatchObject({ status: 403, body: { code: 'UserNotConfirmedException' } });
});

test('a disabled account is out at once, and cannot come back', async () => {
  const who = await account();
  expect((await server.request(who, 'GET', '/users/me')).status).toBe(200);
  await sql`update users set disabled_at = now() where id = ${who.person.id}`.execute(server.db);
  expect((await server.request(who, 'GET', '/users/me')).status).toBe(401);
  expect((await login({ email: who.email, password })).status).toBe(403);
});

test.each([
  ['nothing', {}],
  ['no password', { email: 'a@b.c' }],
  ['a number as password', { email: 'a@b.c', password: 5 }],
  ['an object as address', { email: { $ne: null }, password: 'x' }],
  ['a list', []],
])('signing in with %s is refused by shape', async (_what, body) => {
  const answer = await login(body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION', details: expect.any(Array) } });
});

test('a malformed device header is refused, a missing one is not', async () => {
  const { email } = await account();
  const answer = await server.request(
    null,
    'POST',
    '/auth/login',
    { email, password },
    { 'x-device-id': 'not-a-hash' },
  );
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
});

test('signing out ends the session, and only with the bearer token: a cookie is nothing', async () => {
  const who = await server.signIn('engineer');
  const byCookie = await server.request(null, 'GET', '/auth/logout', undefined, { cookie: `at=${who.token}` });
  expect(byCookie.status).toBe(401);
  expect((await server.request(who, 'GET', '/users/me')).status).toBe(200);
  expect((await server.request(who, 'GET', '/auth/logout')).status).toBe(204);
  expect((await server.request(who, 'GET', '/users/me')).status).toBe(401);
});

test('a new token replaces the old one, which lives a minute longer', async () => {
  const old = await server.signIn('engineer');
  const answer = await server.request(old, 'POST', '/auth/getToken');
  expect(answer).toMatchObject({ status: 200, body: { expires_in: 604_800 } });
  const fresh = { ...old, token: String(at(answer.body, 'accessToken')) };
  expect((await server.request(old, 'GET', '/users/me')).status).toBe(200);
  expect((await server.request(fresh, 'GET', '/users/me')).status).toBe(200);
  await sql`update session_tokens set ends_at = ends_at - interval '61 seconds'
    where session_id in (select id from sessions where user_id = ${old.person.id})`.execute(server.db);
  expect((await server.request(old, 'GET', '/users/me')).status).toBe(401);
  expect((await server.request(fresh, 'GET', '/users/me')).status).toBe(200);
});

test.each([
  ['silent for 30 days', sql`last_seen_at = now() - interval '31 days'`],
  ['90 days old', sql`expires_at = now() - interval '1 second'`],
  ['revoked', sql`revoked_at = now()`],
])('a session that is %s is over', async (_what, change) => {
  const who = await server.signIn('engineer');
  await sql`update sessions set ${change} where user_id = ${who.person.id}`.execute(server.db);
  expect((await server.request(who, 'GET', '/users/me')).body).toMatchObject({
    code: 'UNAUTHORIZED',
    message: 'Unauthorized request',
  });
});

test.each(['', 'Bearer', 'Bearer x', 'Basic abc', 'Bearer eyJhbGciOiJub25lIn0.e30.', `Bearer ${'a'.repeat(43)}`])(
  'the header %j is no session',
  async (authorization) => {
    expect((await server.request(null, 'GET', '/users/me', undefined, { authorization })).status).toBe(401);
  },
);

test('no token and no password lies in the database as it is', async () => {
  const who = await account();
  const { rows } = await sql<{ text: string }>`
    select s::text || u::text as text from sessions s join users u on u.id = s.user_id where u.id = ${who.person.id}`.execute(
    server.db,
  );
  expect(rows[0]?.text).toContain('$argon2id$');
  expect(rows[0]?.text).not.toContain(password);
  expect(rows[0]?.text).not.toContain(who.token);
});

test('two tokens in one call are refused, whichever is good and however they are spelt', async () => {
  const { token } = await server.signIn('engineer');
  const bad = `Bearer ${'x'.repeat(43)}`;
  for (const path of ['/users/me', '/subscriptions/plans']) {
    for (const [first, second] of [
      [`Bearer ${token}`, bad],
      [bad, `Bearer ${token}`],
      [`Bearer ${token}`, `Bearer ${token}`],
    ]) {
      const { hostname, port } = new URL(server.url);
      const answer = await raw(hostname, Number(port), [
        `GET /api/v1${path} HTTP/1.1`,
        `host: ${hostname}:${port}`,
        `Authorization: ${first}`,
        `AUTHORIZATION: ${second}`,
        'connection: close',
      ]);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"path":"authorization"');
    }
  }
});

/** What comes back on one connection for these lines of a request. */
async function raw(host: string, port: number, lines: string[]): Promise<string> {
  const socket = connect(port, host);
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  let answer = '';
  for await (const bytes of socket) answer += String(bytes);
  return answer;
}
