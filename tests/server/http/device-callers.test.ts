import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, startServer, type SignedIn, type TestServer } from '../../support/server.ts';
import { newId } from '../../support/people.ts';

/** Which calls carry the device's fingerprint, and who is let through without. */

let server: TestServer;
let engineer: SignedIn;

beforeAll(async () => {
  server = await startServer();
  engineer = await server.signIn('engineer');
});
afterAll(() => server.close());

const id = 'a'.repeat(64);
const browser = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
const olderBrowser = { origin: 'http://localhost:0' };

async function ask(method: string, url: string, who: SignedIn | null, headers: Record<string, string>) {
  const authorization: Record<string, string> = who === null ? {} : { authorization: `Bearer ${who.token}` };
  const isRead = method === 'GET' || method === 'HEAD';
  const answer = await server.app.inject({
    method: method as 'GET',
    url: url.replace(':id', newId()).replace(':email', 'a@test.vfp').replace('*', ''),
    headers: { ...authorization, ...headers, ...(isRead ? {} : { 'content-type': 'application/json' }) },
    ...(isRead ? {} : { payload: '{}' }),
  });
  const isJson = String(answer.headers['content-type']).includes('/json') && answer.body !== '';
  const body: unknown = isJson ? answer.json() : undefined;
  return { status: answer.statusCode, isMissing: at(body, 'details.0.path') === 'x-device-id', body };
}

test.each([
  ['a browser', browser],
  ['an older browser', olderBrowser],
])('a page in %s shows its device at every call, or is refused', async (_what, headers) => {
  const letThrough = new Set<string>();
  for (const { method, url, policy } of server.app.doors.filter((door) => door.url.startsWith('/api/'))) {
    // What needs other rights is refused for that.
    if (!['anyone', 'signedIn', 'navigator', 'assistant', 'company'].includes(policy) || method === 'HEAD') continue;
    if (url.endsWith('/logout') || url.endsWith('/devices') || url.endsWith('/me/password')) continue;
    const answer = await ask(method, url, engineer, headers);
    if (!answer.isMissing) letThrough.add(url.replace('/api/v1', ''));
  }
  expect([...letThrough].toSorted()).toEqual([
    '/subscriptions/plans',
    '/subscriptions/premium_plans',
    '/subscriptions/products',
    '/sync/pull',
    '/sync/push',
    '/sync/snapshot',
    '/uploads',
    '/uploads/:id',
    '/users/me',
  ]);
});

test('with its device it is let through', async () => {
  const answer = await ask('GET', '/api/v1/users/me/devices', engineer, { ...browser, 'x-device-id': id });
  expect(answer.status).toBe(200);
});

test('a program with a token needs none, one without a token does', async () => {
  expect((await ask('GET', '/api/v1/users/me/devices', engineer, {})).status).toBe(200);
  const doors = ['/api/v1/auth/login', '/api/v2/auth/register', '/api/v1/bot/unregister_user/questions'];
  // A token that is made up is none, nor is a real one where nobody looks at it.
  const tokens = [{}, { authorization: 'Bearer made-up' }, { authorization: `Bearer ${engineer.token}` }];
  for (const [url, headers] of doors.flatMap((door) => tokens.map((token) => [door, token] as const))) {
    const answer = await ask('POST', url, null, headers);
    expect([url, answer.status, at(answer.body, 'details')]).toEqual([
      url,
      400,
      [{ path: 'x-device-id', code: 'required' }],
    ]);
  }
});

test('on a public route any token is worthless, so the device id is required', async () => {
  const policies = server.app.doors.filter(({ url, policy }) => url.startsWith('/api/') && policy === 'anyone');
  const open = policies.filter(({ method, url }) => method !== 'HEAD' && !/\/subscriptions\/(plans|p)/.test(url));
  expect(open.length).toBeGreaterThan(15);
  for (const { method, url } of open) {
    for (const token of ['junk', 'a'.repeat(43), engineer.token]) {
      const answer = await ask(method, url, { ...engineer, token }, {});
      expect([url, token, answer.status, answer.isMissing]).toEqual([url, token, 400, true]);
    }
  }
});

test('a session is asked for first, and what does not exist does not exist', async () => {
  expect((await ask('GET', '/api/v1/users/me/devices', null, browser)).status).toBe(401);
  expect((await ask('GET', '/api/v1/nothing', null, browser)).status).toBe(404);
});

test('the payment provider, health, the description and the pages ask for none', async () => {
  const hook = await ask('POST', '/api/v1/subscriptions/webhooks/stripe', null, {});
  expect(hook.isMissing).toBe(false);
  for (const url of ['/healthz', '/readyz', '/version.json', '/docs/json', '/robots.txt'])
    expect([url, (await ask('GET', url, null, browser)).status]).toEqual([url, 200]);
});

test.each(['', 'x', 'a'.repeat(63), 'g'.repeat(64), `${id},${id}`])(
  'as %j it is refused from everybody',
  async (forged) => {
    for (const [method, url] of [
      ['GET', '/users/me'],
      ['POST', '/sync/pull'],
      ['GET', '/subscriptions/current'],
    ] as const) {
      const answer = await ask(method, `/api/v1${url}`, engineer, { 'x-device-id': forged });
      expect([url, answer.status, at(answer.body, 'details')]).toEqual([
        url,
        400,
        [{ path: 'x-device-id', code: 'pattern' }],
      ]);
    }
  },
);
