import { describe, expect, test } from 'vitest';
import { sendRaw } from '../../support/servers/raw-http.ts';
import { at, provideServer } from '../../support/servers/server.ts';

/** Ambiguous request heads are refused; unusual ones that HTTP allows are accepted. */

const server = await provideServer();
const engineer = await server.signIn('engineer');

const device = `x-device-id: ${'a'.repeat(64)}`;
const request = (first: string, lines: string[], body = '') =>
  `${first} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}connection: close\r\n\r\n${body}`;
const problemOf = async (text: string) => {
  const { status, body } = await sendRaw(server.url, [text]);
  return [status, at(body, 'details.0.path'), at(body, 'details.0.code')];
};

describe('a duplicate of a single-valued header is refused', () => {
  test.each([
    ['host', ['host: localhost', 'host: evil.example']],
    ['authorization', ['host: x', 'authorization: Bearer a', 'Authorization: Bearer b']],
    ['x-device-id', ['host: x', device, device]],
    ['content-type', ['host: x', device, 'content-type: application/json', 'content-type: text/plain']],
    ['origin', ['host: x', device, 'origin: http://localhost:0', 'origin: https://evil.example']],
    ['idempotency-key', ['host: x', device, 'idempotency-key: a', 'idempotency-key: b']],
    ['tus-resumable', ['host: x', device, 'tus-resumable: 1.0.0', 'tus-resumable: 1.0.0']],
  ])('%s', async (name, lines) => {
    for (const path of ['/api/v1/auth/login', '/healthz', '/nothing', '/metrics'])
      expect(await problemOf(request(`POST ${path}`, [...lines, 'content-length: 2'], '{}'))).toEqual([
        400,
        name,
        'duplicate',
      ]);
  });

  test('host, in a WebSocket upgrade', async () => {
    const upgrade = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'];
    const lines = ['host: a', 'host: b', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', ...upgrade];
    const { status } = await sendRaw(server.url, [
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
    ]);
    expect(status).toBe(400);
  });
});

test.each([
  ['with the host of the Host header is accepted', 'localhost', 200],
  ['with another host than the Host header is refused', 'evil.example', 400],
])('an absolute request URL %s', async (_what, host, status) => {
  const response = await sendRaw(server.url, [request(`GET http://${host}/healthz`, ['host: localhost'])]);
  expect(response.status).toBe(status);
});

const bodies: [string, string[], string][] = [
  ['a content-length', ['content-length: 7'], '{"a":1}'],
  ['chunked encoding', ['transfer-encoding: chunked'], '7\r\n{"a":1}\r\n0\r\n\r\n'],
  ['a content-length of half a megabyte', ['content-length: 500000'], 'x'.repeat(500_000)],
];

describe.each(['GET', 'HEAD'])('a %s with a body', (method) => {
  test.each(bodies)(
    'with %s is refused on every route, and the next request is answered',
    async (_what, framing, body) => {
      const routes = server.app.guardedRoutes.filter((route) => route.method === method && !route.url.includes('*'));
      expect(routes.length).toBeGreaterThan(20);
      for (const { url } of routes) {
        const path = url.replace(/:\w+/g, '1');
        const first = request(
          `${method} ${path}`,
          ['host: x', `authorization: Bearer ${engineer.token}`, 'content-type: application/json', ...framing],
          body,
        ).replace('connection: close\r\n', '');
        const { text } = await sendRaw(server.url, [first, request('GET /healthz', ['host: x'])]);
        expect([path, [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, each]) => each)]).toEqual([
          path,
          ['400', '200'],
        ]);
      }
    },
  );
});

test('a GET with content-length 0 is accepted', async () => {
  const response = await sendRaw(server.url, [request('GET /healthz', ['host: x', 'content-length: 0'])]);
  expect(response.status).toBe(200);
});

test('a client that sends Expect: 100-continue gets 100 Continue, then a response', async () => {
  const body = '{"email":"a@test.vfp","password":"x"}';
  const lines = ['host: x', device, 'content-type: application/json', `content-length: ${body.length}`];
  const { text } = await sendRaw(server.url, [
    request('POST /api/v1/auth/login', [...lines, 'expect: 100-continue'], body),
  ]);
  expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 401']);
});

test('trailers after a chunked body are ignored', async () => {
  const trailers = `authorization: Bearer ${engineer.token}\r\nhost: evil.example\r\n`;
  const response = await sendRaw(server.url, [
    request(
      'POST /api/v1/auth/getToken',
      ['host: x', device, 'content-type: application/json', 'transfer-encoding: chunked', 'trailer: authorization'],
      `2\r\n{}\r\n0\r\n${trailers}\r\n`,
    ),
  ]);
  expect(response.status).toBe(401);
});
