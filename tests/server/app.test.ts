import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { at, startServer } from '../support/servers/server.ts';
import { bodyPaceBytes, headCheckMs } from '../../server/http/slow-requests.ts';
import { bodyPaceMs } from '../../server/ground/config.ts';
import { uploadChunkBytes } from '../../src/net/uploads.ts';

const distDir = await mkdtemp(join(tmpdir(), 'vfp-dist-'));
await mkdir(join(distDir, 'assets'));
await writeFile(join(distDir, 'index.html'), '<!doctype html><title>VFP</title>');
await writeFile(
  join(distDir, 'build.json'),
  JSON.stringify({ version: '1.2.3+abc', build: 7, builtAt: '2026-11-21T00:00:00.000Z' }),
);
await writeFile(join(distDir, 'service-worker.js'), '// worker');
await writeFile(join(distDir, 'assets', 'app-1234.js'), 'export {};');
await writeFile(join(distDir, 'assets', 'app-1234.js.br'), brotliCompressSync('export {};'));
const server = await startServer({ distDir, allowed: { requestsPerMinute: 500 } });
const engineer = await server.signIn('engineer');
afterAll(() => server.close());

const unknown = '00000000-0000-7000-8000-000000000000';

const otherPaths = ['/', '/chat/general', '/assets/gone-1.js', '/api/v1/nothing'];

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; " +
  "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types vfp";

test('every response has the exact content security policy, with and without a session', async () => {
  const routes = server.app.guardedRoutes.filter(({ url }) => !url.startsWith('/docs'));
  expect(routes.length).toBeGreaterThan(100);
  const requests = [...routes, ...otherPaths.map((url) => ({ method: 'GET', url }))];
  for (const { method, url } of requests) {
    // Some routes end the session.
    const { token } = await server.signIn('engineer');
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const path = url.replace(':id', unknown);
      const response = await server.app.inject({
        method: method as 'GET',
        url: path,
        headers,
        remoteAddress: '10.8.8.8',
      });
      const directives = String(response.headers['content-security-policy']).split(';');
      expect([method, url, directives.map((part) => part.trim()).join('; ')]).toEqual([method, url, policy]);
      expect(response.headers, `${method} ${url}`).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'strict-transport-security': expect.stringContaining('max-age='),
      });
    }
  }
});

interface Described {
  security?: object[];
  requestBody?: { content: Record<string, { schema: { properties: object } }> };
}

/** The description in `/docs` of every route, by method and path. */
async function described(): Promise<Record<string, Described>> {
  const { paths } = (await get('/docs/json')).json<{ paths: Record<string, Record<string, Described>> }>();
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
}

test('the description of the API has its own policy, and lists every route and whether it needs a session', async () => {
  const shown = await get('/docs/');
  expect(shown.statusCode).toBe(200);
  expect(shown.headers['content-security-policy']).not.toContain('trusted-types');
  const routes = server.app.guardedRoutes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/'));
  const wanted = routes.map(({ method, url, policy: access }): [string, object[] | undefined] => [
    `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
    access === 'anyone' || access === 'proof' ? undefined : [{ bearer: [] }],
  ]);
  const all = await described();
  const named = wanted.map(([name]) => name).filter((name) => Object.hasOwn(all, name));
  expect(Object.fromEntries(named.map((name) => [name, all[name]?.security]))).toEqual(Object.fromEntries(wanted));
  expect((await get('/docs/json')).json()).not.toHaveProperty('security');
});

test.each(['/experts/chats', '/experts/chat-reply', '/po-chats/rooms/{id}/messages'])(
  'the API description lists the fields of %s, as JSON and as a form with files',
  async (path) => {
    const content = (await described())[`POST /api/v1${path}`]?.requestBody?.content ?? {};
    const members = Object.entries(content).map(([type, { schema }]) => [type, Object.keys(schema.properties)]);
    const fields = ['content', 'roomId', 'conversation_id', 'reply_to', 'client_message_id'];
    expect(Object.fromEntries(members)).toEqual({
      'application/json': fields,
      'multipart/form-data': [...fields, 'files'],
    });
  },
);

test('a page path returns the app, an unknown API path returns 404 as JSON', async () => {
  for (const url of ['/', '/chat/general', '/one-stop-order/Prototyping', '/v2-login', '/admin/po-chat']) {
    const page = await get(url);
    expect([url, page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      url,
      200,
      expect.stringContaining('text/html'),
      'no-cache',
    ]);
  }
  for (const url of ['/api/v1/nothing', '/api/nothing', '/v1/nothing', '/assets/gone-1.js']) {
    expect((await get(url)).json()).toMatchObject({
      statusCode: 404,
      code: 'NOT_FOUND',
      requestId: expect.any(String),
    });
  }
  expect((await server.app.inject({ method: 'POST', url: '/chat/general' })).statusCode).toBe(404);
});

test('a path that is neither a page nor a file is a 404, also for scanners of forgotten files', async () => {
  const wrong = [
    '/.git/config',
    '/.env',
    '/%2egit/config',
    '/.git/HEAD',
    '/backup.sql',
    '/wp-admin/setup.php',
    '/a b',
    '/..;/x',
  ];
  for (const url of [...wrong, '/dev/mail2', '/docs2/x.y', '/metrics/x', '/api']) {
    const response = await get(url.replaceAll(' ', '%20'));
    expect([url, response.statusCode, response.headers['content-type']]).toEqual([
      url,
      404,
      expect.stringContaining('json'),
    ]);
  }
});

test("a browser that opens such a path gets the app's own page with status 404", async () => {
  const shown = await get('/old-page.html', { accept: 'text/html,application/xhtml+xml' });
  expect([shown.statusCode, shown.body]).toEqual([404, expect.stringContaining('<title>VFP</title>')]);
  const api = await get('/api/v1/nothing', { accept: 'text/html' });
  expect([api.statusCode, api.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
});

test('files with a hash in their name are compressed and cached forever; the service worker is revalidated', async () => {
  const script = await get('/assets/app-1234.js', { 'accept-encoding': 'br' });
  expect(script.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await get('/service-worker.js')).headers['cache-control']).toBe('no-cache');
});

test('a path cannot leave the folder of the built app', async () => {
  for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json']) {
    expect((await get(url)).body).not.toContain('"dependencies"');
  }
});

test('an unchanged version is requested by its ETag and gets 304', async () => {
  const first = await get('/version.json');
  expect(first.json()).toEqual({ version: '1.2.3+abc', built_at: '2026-11-21T00:00:00.000Z', min_client: 0 });
  const again = await get('/version.json', { 'if-none-match': String(first.headers['etag']) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the server reports that it is alive and ready', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toEqual({ status: 'ok' });
});

test('the API is available without the /api prefix too', async () => {
  const me = await get('/v1/users/me', { authorization: `Bearer ${engineer.token}` });
  expect([me.statusCode, me.headers['x-vfp-api']]).toEqual([200, '1']);
});

test.each([
  ['malformed JSON', 'application/json', '{"text":', 400, 'VALIDATION'],
  ['a __proto__ key', 'application/json', '{"__proto__":{"isAdmin":true},"text":"x"}', 400, 'VALIDATION'],
  ['an unsupported content type', 'text/csv', 'a;b', 415, 'CONTENT_TYPE'],
  ['a body of a megabyte', 'application/json', JSON.stringify({ text: 'x'.repeat(1024 * 1024) }), 413, 'TOO_LARGE'],
])('a question with %s is refused with the common error body', async (_what, type, payload, status, code) => {
  const headers = { authorization: `Bearer ${engineer.token}`, 'content-type': type };
  const response = await server.app.inject({ method: 'POST', url: '/api/v1/bot/questions_v2', headers, payload });
  expect([response.statusCode, response.json()]).toEqual([
    status,
    expect.objectContaining({ statusCode: status, code, requestId: response.headers['x-request-id'] }),
  ]);
});

test('an internal error reveals nothing about its cause', async () => {
  const failing = await startServer();
  try {
    const user = await failing.signIn('engineer');
    await failing.db.destroy();
    const response = await failing.request(user, 'GET', '/users/me');
    expect(response.status).toBe(500);
    expect(response.text).not.toMatch(/select|destroyed|node_modules|\.ts/);
    expect(response.body).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('our side') });
  } finally {
    await failing.close();
  }
});

test('a network address that sends too many requests gets 429 with a retry-after time', async () => {
  let response = await get('/healthz');
  // A new minute may start during the loop and reset the count.
  for (let i = 0; i < 1020 && response.statusCode === 200; i++)
    response = await server.app.inject({ url: '/healthz', remoteAddress: '10.9.9.9' });
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  expect((await get('/healthz')).statusCode).toBe(200);
});

test('a connection that sends a request too slowly is closed', () => {
  const { timeout, headersTimeout, requestTimeout } = server.app.server;
  expect(timeout).toBe(60_000);
  expect(headersTimeout + headCheckMs).toBeLessThanOrEqual(60_000);
  expect(bodyPaceMs).toBeLessThanOrEqual(60_000);
  // An upload chunk over a slow network, at 1 kB/s, must finish in time.
  expect(requestTimeout).toBeGreaterThan((uploadChunkBytes / 1024) * 1000);
  expect(bodyPaceBytes / bodyPaceMs).toBeLessThan(1024 / 1000 / 4);
});

test('malformed HTTP does not end the process', async () => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.resume();
  socket.write('\x16\x03\x01\x02\x00 not http \r\n\r\n');
  await once(socket, 'close');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('a response contains only the fields of its schema', async () => {
  const me = await server.request(engineer, 'GET', '/users/me');
  expect(at(me.body, 'password_hash')).toBeUndefined();
  expect(Object.keys(Object(me.body)).sort()).toEqual([
    'company',
    'company_id',
    'deletion_due_at',
    'display_name',
    'email',
    'flags',
    'id',
    'permissions',
    'phone',
    'plan',
    'question_limit',
    'question_usage',
    'role',
    'status',
    'subscription',
    'unread',
    'username',
  ]);
});
