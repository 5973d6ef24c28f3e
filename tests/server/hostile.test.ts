import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../support/people.ts';
import { form, png } from '../support/sample-files.ts';
import { at, startServer, type SignedIn, type TestServer } from '../support/server.ts';

/** What somebody sends who wants to break something: it is refused or cleaned, and never fails inside. */

let server: TestServer;
let engineer: SignedIn;
let room: string;

beforeAll(async () => {
  server = await startServer({ knowledge: true });
  engineer = await server.signIn('engineer');
  room = String(
    at((await server.request(engineer, 'POST', '/po-chats/rooms', { result_name: 'Batch 7' })).body, 'room.id'),
  );
});
afterAll(() => server.close());

const password = 'Right-2026!';
const nul = 'a\0b';
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Sends JSON as it stands, because it may be such that no program of ours would write it. */
function raw(path: string, payload: string, who: SignedIn | null = engineer) {
  const headers = {
    'content-type': 'application/json',
    ...(who === null ? {} : { authorization: `Bearer ${who.token}` }),
  };
  return server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload });
}

const push = (args: string, type = 'chat.send') =>
  `{"protocol":1,"clientId":"${newId()}","actor":"${engineer.person.id}","commands":[{"cmdId":"${newId()}","n":1,"type":"${type}","v":1,"args":${args}}]}`;

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
  test.each([40, 10_000, 100_000])('nested %i times fails nothing inside', async (levels) => {
    const answer = await raw(...make(deep(levels)));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'VALIDATION' });
  });
});

test.each([
  ['/auth/login', { email: `${nul}@test.vfp`, password: 'x' }],
  ['/auth/login', { email: 'a@test.vfp', password: nul }],
  ['/auth/register', { email: 'nul-1@test.vfp', password, display_name: nul, username: nul }],
  ['/auth/register', { email: 'nul-2@test.vfp', password: `${password}${nul}` }],
  ['/auth/register', { email: 'nul-3@test.vfp', password, display_name: '\ud800' }],
  ['/auth/forgot-password', { email: `${nul}@test.vfp` }],
  ['/auth/verify', { email: `${nul}@test.vfp`, verificationCode: nul }],
  ['/auth/verify', { email: 'a@test.vfp', verificationCode: nul }],
  ['/auth/confirm-password', { email: `${nul}@test.vfp`, confirmationCode: nul, newPassword: password }],
  ['/auth/re-send-confirmation-code', { email: `${nul}@test.vfp` }],
  ['/bot/questions_v2', { text: `How wide is a 4680 cell?${nul}\ud800` }],
  ['/po-chats/rooms', { result_name: nul, name: nul }],
  ['/po_system/orders/save', { data: { chemistry: nul } }],
  ['/po_system/orders/save', { data: { [nul]: 1 } }],
  ['/po_system/calculate', { data: { chemistry: nul } }],
])('%s takes or refuses what no database can hold: %j', async (path, body) => {
  expect((await server.request(engineer, 'POST', path, body)).status).toBeLessThan(500);
});

test.each([
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'electrodes/__proto__/x',
  'tests/constructor/x',
])('a field called %s is no field of an order', async (name) => {
  for (const path of ['/po_system/orders/save', '/po_system/calculate']) {
    const answer = await server.request(engineer, 'POST', path, { data: { [name]: 1 } });
    expect([answer.status, at(answer.body, 'code')], path).toEqual([422, 'INVALID']);
  }
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a command called %s is an unknown one',
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

test('however an address of the API is spelt, its answer is kept nowhere', async () => {
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

test("a write from another site's page is refused, whatever it carries", async () => {
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

test('no cookie opens any door', async () => {
  for (const { method, url, policy } of server.app.doors) {
    if (policy === 'anyone' || policy === 'proof') continue;
    const headers = { cookie: `at=${engineer.token}` };
    const answer = await server.app.inject({ method: method as 'GET', url: url.replace(':id', newId()), headers });
    expect([method, url, answer.statusCode]).toEqual([method, url, 401]);
  }
});

test('who stands behind a proxy cannot choose another address to be counted under', async () => {
  const behind = await startServer({ proxies: 1, allowed: { requestsPerMinute: 3 } });
  try {
    const states: number[] = [];
    for (let i = 0; i < 10; i++) {
      const forwarded = `10.1.1.${i}, 203.0.113.7`;
      states.push((await behind.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': forwarded } })).statusCode);
    }
    expect(states).toContain(429);
  } finally {
    await behind.close();
  }
});
