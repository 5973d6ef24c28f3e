import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { lettersTo } from '../support/servers/letters.ts';
import { newId } from '../support/users.ts';
import { form, png } from '../support/files/sample-files.ts';
import { at, startServer, provideServer, type SignedIn } from '../support/servers/server.ts';

/** Malicious requests are refused or sanitized, and never cause an internal error. */

const server = await provideServer({ knowledge: true });
const engineer = await server.signIn('engineer');
const room = String(
  at((await server.request(engineer, 'POST', '/po-chats/rooms', { result_name: 'Batch 7' })).body, 'room.id'),
);

const password = 'Right-2026!';
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Sends JSON text unchanged, because our clients cannot produce some of it. */
function raw(path: string, payload: string, who: SignedIn | null = engineer) {
  const headers = {
    'content-type': 'application/json',
    ...(who === null ? {} : { authorization: `Bearer ${who.token}` }),
  };
  return server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload });
}

const push = (args: string, type = 'chat.send') =>
  `{"protocol":1,"clientId":"${newId()}","actor":"${engineer.user.id}","commands":[{"cmdId":"${newId()}","n":1,"type":"${type}","v":1,"args":${args}}]}`;

const bodies: Record<string, (value: string) => [path: string, payload: string]> = {
  'a price': (value) => ['/po_system/calculate', `{"data":{"quantity":${value}}}`],
  'an order': (value) => ['/po_system/orders/save', `{"data":{"quantity":${value}}}`],
  'a command': (value) => ['/sync/push', push(`{"roomId":${value}}`)],
  'an unknown command': (value) => ['/sync/push', push(value, 'x')],
  'a message': (value) => [`/po-chats/rooms/${room}/messages`, `{"content":"x","more":${value}}`],
  'a question': (value) => ['/bot/questions_v2', `{"text":"x","files":${value}}`],
  'a login': (value) => ['/auth/login', `{"email":${value},"password":${value}}`],
};

describe.each(Object.entries(bodies))('%s', (_what, make) => {
  test.each([40, 10_000, 100_000])('nested %i times is refused without an internal error', async (levels) => {
    const answer = await raw(...make(deep(levels)));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'VALIDATION' });
  });
});

test.each([
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'electrodes/__proto__/x',
  'tests/constructor/x',
])('an order with a field called %s is refused', async (name) => {
  for (const path of ['/po_system/orders/save', '/po_system/calculate']) {
    const answer = await server.request(engineer, 'POST', path, { data: { [name]: 1 } });
    expect([answer.status, at(answer.body, 'code')], path).toEqual([422, 'INVALID']);
  }
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a command called %s is refused as unknown',
  async (type) => {
    const answer = await raw('/sync/push', push('{}', type));
    expect(at(answer.json(), 'results.0')).toMatchObject({ s: 'rejected', code: 'UPDATE_NEEDED' });
  },
);

test.each(['__proto__', 'constructor', 'toString'])('a form with a field called %s is refused', async (name) => {
  const { payload, headers } = form({ [name]: 'x', content: 'hello' }, [{ name: 'a.png', bytes: png(1) }]);
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/v1/po-chats/rooms/${room}/messages`,
    headers: { ...headers, authorization: `Bearer ${engineer.token}` },
    payload,
  });
  expect([answer.statusCode, at(answer.json(), 'code')]).toEqual([400, 'VALIDATION']);
});

test('replies of the API are never cached, however the URL is spelled', async () => {
  for (const url of [
    '/api/v1/users/me',
    '/v1/users/me',
    '/%61pi/v1/users/me',
    '/api/v1/users/%6De',
    '/api/v1/users/me/',
  ]) {
    const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${engineer.token}` } });
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-store']);
  }
});

test("a write from another site's page is refused, even with a valid token", async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost:0.evil.example', 'not an address']) {
    const answer = await server.request(engineer, 'POST', '/po-chats/rooms', { result_name: 'x' }, { origin });
    expect([origin, answer.status, at(answer.body, 'code')]).toEqual([origin, 403, 'FORBIDDEN']);
  }
  const own = await server.request(
    engineer,
    'POST',
    '/po-chats/rooms',
    { result_name: 'x' },
    { origin: 'http://localhost:0' },
  );
  expect(own.status).toBe(201);
});

test('no cookie gives access to any route', async () => {
  for (const { method, url, policy } of server.app.guardedRoutes) {
    if (policy === 'anyone' || policy === 'proof') continue;
    const headers = { cookie: `at=${engineer.token}` };
    const answer = await server.app.inject({ method: method as 'GET', url: url.replace(':id', newId()), headers });
    expect([method, url, answer.statusCode]).toEqual([method, url, 401]);
  }
});

const privileges = {
  id: newId(),
  user_id: newId(),
  role: 'CHATBOT',
  company_id: 102,
  plan_name: 'premium',
  subscription: { status: 'active' },
  sub_status: 'active',
  status: 'ACTIVE',
  question_limit: 9999,
  question_usage: -5,
  isAdmin: true,
  flags: { isAdmin: true },
  permissions: ['invoices.write'],
};

test.each([
  ['/auth/register', {}, { status: 'ACTIVE', plan: null }],
  ['/auth/instant_test', {}, { status: 'INSTANT_TEST', plan: null }],
  ['/auth/free_trial', { plan: 'professional' }, { status: 'FREE_TRIAL', plan: { name: 'professional' } }],
])('a sign-up at %s cannot set role, plan, company or permissions', async (path, more, becomes) => {
  const email = `chosen-${path.split('/').at(-1)}@test.vfp`;
  const forced = await server.request(null, 'POST', path, { ...privileges, email, password, ...more });
  expect([forced.status, at(forced.body, 'code')]).toEqual([400, 'VALIDATION']);
  const asked = await server.request(null, 'POST', path, { email, password, ...more });
  const [receivedEmail] = await lettersTo(server.url, email);
  const body = { user_id: at(asked.body, 'user_id'), email, verificationCode: receivedEmail?.code };
  const { user_id: _, ...others } = privileges;
  expect((await server.request(null, 'POST', '/api/v2/auth/verify', { ...others, ...body })).status).toBe(400);
  const verified = await server.request(null, 'POST', '/api/v2/auth/verify', body);
  expect(at(verified.body, 'user')).toMatchObject({
    id: at(asked.body, 'user_id'),
    role: 'USER',
    company_id: null,
    question_limit: 10,
    question_usage: 0,
    permissions: [],
    flags: { isAdmin: false, hasNavigatorPremiumPass: false },
    ...becomes,
  });
  const staff = await server.signIn('admin');
  const log = await server.request(staff, 'GET', '/admin-api/audit?what=fields.refused&limit=1');
  const refused = Object.keys(privileges).filter((name) => name !== 'id' && name !== 'user_id');
  const entry = at(log.body, 'items.0');
  expect(entry).toMatchObject({ what: 'fields.refused', actor: null, network: '127.0.0' });
  expect(at(entry, 'times')).toBeGreaterThanOrEqual(2);
  expect(at(entry, 'fields')).toEqual(expect.arrayContaining(refused));
});

test('the same message sent a hundred times at once is one message, and every call gets the same reply', async () => {
  const client_message_id = newId();
  const path = `/po-chats/rooms/${room}/messages`;
  const sent = await Promise.all(
    Array.from({ length: 100 }, () => server.request(engineer, 'POST', path, { content: 'once', client_message_id })),
  );
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
});

test('links in e-mails lead to our host, whatever host the request named', async () => {
  const email = 'poisoned@test.vfp';
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  await server.request(null, 'POST', '/auth/register', { email, password }, headers);
  const [receivedEmail] = await lettersTo(server.url, email);
  expect(receivedEmail?.html).toContain('http://localhost:0/');
  expect(`${receivedEmail?.html} ${receivedEmail?.text}`).not.toContain('evil');
});

test('no request can add texts to the app, and no language name reaches files outside its folder', async () => {
  for (const path of ['add/en/chat', 'add/..%2f..%2fx/chat', 'add/en/__proto__', 'en/chat']) {
    const answer = await server.app.inject({ method: 'POST', url: `/locales/${path}`, payload: { key: 'x' } });
    expect([path, answer.statusCode]).toEqual([path, 404]);
  }
  for (const path of ['..%2f..%2fpackage.json', '%2e%2e/%2e%2e/package.json', '__proto__/chat.json']) {
    const answer = await server.app.inject({ url: `/locales/${path}` });
    expect([path, answer.statusCode]).toEqual([path, 404]);
  }
});

test('a header of a megabyte is refused immediately', async () => {
  const { status, served } = await withHeader('x-device-id', 'a'.repeat(1024 * 1024));
  // The reply may be lost when the server closes the connection.
  expect(['HTTP/1.1 431 Request Header Fields Too Large', '']).toContain(status);
  expect(served).toBe(true);
});

/** Sends a request with this header over a raw connection. @returns the status line, and whether the server still serves */
async function withHeader(name: string, value: string): Promise<{ status: string; served: boolean }> {
  const { port, host } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  // Writing fails once the server has closed the connection.
  socket.on('error', () => undefined);
  socket.write(`GET /api/v1/users/me HTTP/1.1\r\nhost: ${host}\r\n${name}: ${value}\r\n\r\n`);
  await new Promise((resolve) => socket.on('close', resolve));
  return { status: text.split('\r\n')[0] ?? '', served: (await fetch(`${server.url}/healthz`)).ok };
}

test('a device id gives no access, and a malformed one is refused', async () => {
  const device = { 'x-device-id': 'a'.repeat(64) };
  expect((await server.request(null, 'GET', '/users/me', undefined, device)).status).toBe(401);
  const body = { email: 'nobody@test.vfp', password };
  for (const forged of ['', 'x', 'a'.repeat(63), `${'a'.repeat(64)}, ${'b'.repeat(64)}`, "' or 1=1", 'é'.repeat(64)]) {
    const answer = await server.request(null, 'POST', '/auth/login', body, { 'x-device-id': forged });
    expect([forged, answer.status]).toEqual([forged, 400]);
  }
});

test('a client behind a proxy cannot choose the address it is counted under', async () => {
  const proxied = await startServer({ proxies: 1, allowed: { requestsPerMinute: 3 } });
  try {
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) {
      const forwarded = `10.1.1.${i}, 203.0.113.7`;
      statuses.push(
        (await proxied.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': forwarded } })).statusCode,
      );
    }
    expect(statuses).toContain(429);
  } finally {
    await proxied.close();
  }
});
