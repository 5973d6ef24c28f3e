import { expect, test } from 'vitest';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';
import { newId } from '../../support/users.ts';

/** Which requests must carry the device id in the header `x-device-id`, and which are accepted without it. */

const server = await provideServer();
const engineer = await server.signIn('engineer');

const deviceId = 'a'.repeat(64);
const browser = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
const olderBrowser = { origin: 'http://localhost:0' };

async function send(method: string, url: string, user: SignedIn | null, headers: Record<string, string>) {
  const authorization: Record<string, string> = user === null ? {} : { authorization: `Bearer ${user.token}` };
  const isRead = method === 'GET' || method === 'HEAD';
  const response = await server.app.inject({
    method: method as 'GET',
    url: url.replace(':id', newId()).replace(':email', 'a@test.vfp').replace('*', ''),
    headers: { ...authorization, ...headers, ...(isRead ? {} : { 'content-type': 'application/json' }) },
    ...(isRead ? {} : { payload: '{}' }),
  });
  const isJson = String(response.headers['content-type']).includes('/json') && response.body !== '';
  const body: unknown = isJson ? response.json() : undefined;
  return { status: response.statusCode, isDeviceIdMissing: at(body, 'details.0.path') === 'x-device-id', body };
}

test.each([
  ['a browser', browser],
  ['an older browser', olderBrowser],
])('every request of a page in %s needs the device id, except to the listed routes', async (_what, headers) => {
  const accepted = new Set<string>();
  for (const { method, url, policy } of server.app.guardedRoutes.filter((route) => route.url.startsWith('/api/'))) {
    // Routes that need other rights refuse the request for that reason instead.
    if (!['anyone', 'signedIn', 'navigator', 'assistant', 'company'].includes(policy) || method === 'HEAD') continue;
    if (url.endsWith('/logout') || url.endsWith('/devices') || url.endsWith('/me/password')) continue;
    const response = await send(method, url, engineer, headers);
    if (!response.isDeviceIdMissing) accepted.add(url.replace('/api/v1', ''));
  }
  expect([...accepted].toSorted()).toEqual([
    '/subscriptions/plans',
    '/subscriptions/premium_plans',
    '/subscriptions/products',
    '/sync/knowledge',
    '/sync/pull',
    '/sync/push',
    '/sync/snapshot',
    '/uploads',
    '/uploads/:id',
    '/users/me',
  ]);
});

test('a browser request with a device id is accepted', async () => {
  const response = await send('GET', '/api/v1/users/me/devices', engineer, { ...browser, 'x-device-id': deviceId });
  expect(response.status).toBe(200);
});

test('a program with a valid token needs no device id; one without a valid token does', async () => {
  expect((await send('GET', '/api/v1/users/me/devices', engineer, {})).status).toBe(200);
  const urls = ['/api/v1/auth/login', '/api/v2/auth/register', '/api/v1/bot/unregister_user/questions'];
  // A made-up token does not count. Neither does a valid one here, because public routes do not check tokens.
  const tokens = [{}, { authorization: 'Bearer made-up' }, { authorization: `Bearer ${engineer.token}` }];
  for (const [url, headers] of urls.flatMap((each) => tokens.map((token) => [each, token] as const))) {
    const response = await send('POST', url, null, headers);
    expect([url, response.status, at(response.body, 'details')]).toEqual([
      url,
      400,
      [{ path: 'x-device-id', code: 'required' }],
    ]);
  }
});

test('a public route requires the device id, whatever token is sent', async () => {
  const publicRoutes = server.app.guardedRoutes.filter(
    ({ url, policy }) => url.startsWith('/api/') && policy === 'anyone',
  );
  const needingDeviceId = publicRoutes.filter(
    ({ method, url }) => method !== 'HEAD' && !/\/subscriptions\/(plans|p)/.test(url),
  );
  expect(needingDeviceId.length).toBeGreaterThan(15);
  for (const { method, url } of needingDeviceId) {
    for (const token of ['junk', 'a'.repeat(43), engineer.token]) {
      const response = await send(method, url, { ...engineer, token }, {});
      expect([url, token, response.status, response.isDeviceIdMissing]).toEqual([url, token, 400, true]);
    }
  }
});

test('a missing session gets 401 and an unknown route 404, before the device id is checked', async () => {
  expect((await send('GET', '/api/v1/users/me/devices', null, browser)).status).toBe(401);
  expect((await send('GET', '/api/v1/nothing', null, browser)).status).toBe(404);
});

test('the webhooks of Stripe and of carriers, health checks, version, API description and robots.txt need no device id', async () => {
  for (const url of ['/subscriptions/webhooks/stripe', '/hooks/carrier'])
    expect((await send('POST', `/api/v1${url}`, null, {})).isDeviceIdMissing).toBe(false);
  for (const url of ['/healthz', '/readyz', '/version.json', '/docs/json', '/robots.txt'])
    expect([url, (await send('GET', url, null, browser)).status]).toEqual([url, 200]);
});

test.each(['', 'x', 'a'.repeat(63), 'g'.repeat(64), `${deviceId},${deviceId}`])(
  'the malformed device id %j is refused, also with a valid token',
  async (malformed) => {
    for (const [method, url] of [
      ['GET', '/users/me'],
      ['POST', '/sync/pull'],
      ['GET', '/subscriptions/current'],
    ] as const) {
      const response = await send(method, `/api/v1${url}`, engineer, { 'x-device-id': malformed });
      expect([url, response.status, at(response.body, 'details')]).toEqual([
        url,
        400,
        [{ path: 'x-device-id', code: 'pattern' }],
      ]);
    }
  },
);
