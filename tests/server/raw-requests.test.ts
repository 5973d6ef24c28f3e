import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timesOfConnections } from '../../server/http/slow-requests.ts';
import { head, sendRaw } from '../support/servers/raw-http.ts';
import { png } from '../support/files/sample-files.ts';
import { at, provideServer, startServer, type SignedIn, type TestServer } from '../support/servers/server.ts';
import { drainedBytes } from '../../server/http/unread-bodies.ts';

/** Raw requests that our clients never send get a 4xx reply or are disconnected, and others are served meanwhile. */

const server = await provideServer();
let strictServer: TestServer;
let engineer: SignedIn;

beforeAll(async () => {
  engineer = await server.signIn('engineer');
  strictServer = await startServer({ allowed: { headMs: 400, bodyPaceMs: 300, requestMs: 2_000 } });
});
afterAll(async () => {
  await strictServer.close();
});

const call = (path: string, headers: Record<string, string>, method = 'POST') =>
  head(method, `/api/v1${path}`, {
    authorization: `Bearer ${engineer.token}`,
    'content-type': 'application/json',
    ...headers,
  });

const base64 = (text: string) => Buffer.from(text).toString('base64');
const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const completeReply = /\r\n\r\n\{.*\}$/s;

/** Yields a first piece, then another piece every 20 ms without end. */
async function* slowly(first: string, more: string | undefined) {
  yield first;
  if (more === undefined) return;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield more;
  }
}

const json = { 'content-type': 'application/json', 'x-device-id': 'a'.repeat(64) };

describe('a server with short time limits', () => {
  test.each([
    ['headers that never end', 'POST /api/v1/sync/push HTTP/1.1\r\nhost: x\r\n', 'x: y\r\n'],
    ['incomplete headers', 'POST /api/v1/sync/push HTTP/1.1\r\nhost: x\r\n', undefined],
    [
      'a body sent one byte at a time',
      head('POST', '/api/v1/auth/login', { ...json, 'content-length': '100000' }),
      '1',
    ],
    [
      'a body that is never sent',
      head('POST', '/api/v1/auth/login', { ...json, 'content-length': '100000' }),
      undefined,
    ],
    [
      'chunks of one byte',
      head('POST', '/api/v1/auth/login', { ...json, 'transfer-encoding': 'chunked' }),
      '1\r\n1\r\n',
    ],
  ])('does not wait for %s', async (_what, first, more) => {
    const answer = await sendRaw(strictServer.url, slowly(first, more));
    expect([answer.status, at(answer.body, 'code')]).toEqual([408, 'TOO_SLOW']);
  });

  test('does not wait for an endless body, even if it is sent fast enough', async () => {
    const who = await strictServer.signIn('engineer');
    const first = head('PATCH', `/api/v1/uploads/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`, {
      authorization: `Bearer ${who.token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '100000000',
    });
    const answer = await sendRaw(strictServer.url, slowly(first, 'x'.repeat(1024)));
    // The upload does not exist, so the server reads only as much as is needed for the reply to arrive.
    expect([400, 404, 408]).toContain(answer.status);
  });

  test('accepts an upload over a slow network', async () => {
    // Four times the required speed: 24 KB in the time in which 6 KB must arrive.
    const who = await strictServer.signIn('engineer');
    const bytes = Buffer.concat([png(3), Buffer.alloc(40 * 1024)]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const begun = await strictServer.request(who, 'POST', '/uploads', undefined, {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64('a.png')},sha256 ${base64(sha256)}`,
    });
    const first = head('PATCH', String(begun.headers['location']), {
      authorization: `Bearer ${who.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    });
    async function* pieces() {
      yield first;
      for (let from = 0; from < bytes.length; from += 1024) {
        yield bytes.subarray(from, from + 1024);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    const answer = await sendRaw(strictServer.url, pieces(), { until: /\r\n\r\n/ });
    expect(answer.status).toBe(204);
  });
});

test('headers that never end are noticed within a quarter of the time that they have', () => {
  const headMs = 10_000;
  const { headersTimeout, connectionsCheckingInterval } = timesOfConnections({ headMs, requestMs: 300_000 }).http;
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(1.25 * headMs);
});

const many = Array.from({ length: 3_000 }, (_, i) => `x-${i}: y\r\n`).join('');
const login = '{"email":"a@test.vfp","password":"x"}';
const device = 'x-device-id: ' + 'a'.repeat(64) + '\r\n';

test.each([
  [
    'a URL of 100,000 characters',
    `GET /api/v1/${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['3,000 headers', `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\n${many}\r\n`, 431, 'HEADERS_TOO_LARGE'],
  [
    'a header of a megabyte',
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(1024 * 1024)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['no host header', 'GET /healthz HTTP/1.1\r\n\r\n', 400, undefined],
  ['text that is not HTTP', 'hello\r\n\r\n', 400, 'VALIDATION'],
  ['another protocol', '\x16\x03\x01\x02\x00\x01', 400, 'VALIDATION'],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n', 400, 'VALIDATION'],
  ['an unknown method', 'BREW /api/v1/users/me HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'VALIDATION'],
  [
    'two content-length headers',
    `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n`,
    400,
    'VALIDATION',
  ],
  [
    'both content-length and chunked encoding',
    `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'VALIDATION',
  ],
  ['a negative length', `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n`, 400, 'VALIDATION'],
  [
    'a chunk with an invalid size',
    `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\n${device}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
    400,
    'VALIDATION',
  ],
  [
    'a chunk with an endless extension',
    `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\n${device}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5;${'a'.repeat(100_000)}\r\n`,
    413,
    'TOO_LARGE',
  ],
  [
    'an unsupported transfer encoding',
    `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\nconnection: close\r\n\r\n0\r\n\r\n`,
    undefined,
    undefined,
  ],
  ['a NUL in a header', `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n`, 400, 'VALIDATION'],
  ['a folded header', `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\nx: a\r\n b\r\n\r\n`, 400, 'VALIDATION'],
  [
    'a URL with invalid percent encoding',
    'GET /api/v1/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    400,
    'VALIDATION',
  ],
  ['a URL with NUL', 'GET /%00 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', undefined, undefined],
  [
    'a URL with half a surrogate pair',
    'GET /assets/%ed%a0%80 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    undefined,
    undefined,
  ],
  [
    'a URL that leaves the root folder',
    'GET /../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    undefined,
    undefined,
  ],
  [
    'an absolute URL',
    'GET http://evil.example/api/v1/users/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    undefined,
    undefined,
  ],
  ['an asterisk as URL', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', undefined, undefined],
  [
    'an unknown expectation',
    'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\nexpect: cake\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
    417,
    undefined,
  ],
  ['an upgrade to HTTP/2', 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n', 404, undefined],
])('%s is refused', async (_what, bytes, status, code) => {
  const answer = await sendRaw(server.url, [Buffer.from(bytes, 'latin1')]);
  // Where the table names no status, any 4xx is accepted.
  const isRefused = status === undefined && answer.status >= 400 && answer.status < 500;
  const wanted = isRefused ? [answer.status, undefined] : [status, code];
  expect([answer.status, isRefused ? undefined : at(answer.body, 'code')]).toEqual(wanted);
  expect((await fetch(`${server.url}/healthz`)).ok).toBe(true);
});

test('pipelined requests are each answered, in order', async () => {
  const last = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  const body = `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\n${device}content-type: application/json\r\ncontent-length: ${login.length}\r\n\r\n${login}`;
  const { text } = await sendRaw(server.url, [
    getRequest('/healthz') + getRequest('/api/v1/users/me') + body + getRequest('/nothing.js') + last,
  ]);
  expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
    '200',
    '401',
    '401',
    '404',
    '200',
  ]);
});

test.each([
  ['/sync/push', 'content-length', 413, 'TOO_LARGE'],
  ['/sync/push', 'transfer-encoding', 413, 'TOO_LARGE'],
  ['/po-chats/rooms', 'content-length', 413, 'TOO_LARGE'],
  ['/po-chats/rooms', 'transfer-encoding', 413, 'TOO_LARGE'],
  ['/nothing', 'transfer-encoding', 413, 'TOO_LARGE'],
  ['/uploads', 'transfer-encoding', 415, 'CONTENT_TYPE'],
])('an endless body to %s with %s is refused and disconnected', async (path, how, status, code) => {
  const megabyte = 'a'.repeat(1024 * 1024);
  const isChunked = how === 'transfer-encoding';
  function* pieces() {
    yield call(
      path,
      isChunked
        ? { [how]: 'chunked', 'content-type': path === '/uploads' ? 'text/html' : 'application/json' }
        : { [how]: '100000000' },
    );
    for (let i = 0; i < 100; i++) yield isChunked ? `100000\r\n${megabyte}\r\n` : megabyte;
  }
  const answer = await sendRaw(server.url, pieces(), { until: completeReply });
  expect([answer.status, at(answer.body, 'code')]).toEqual([status, code]);
});

test('an upload that exceeds its limit is refused with the reason and disconnected', async () => {
  const begun = await server.request(engineer, 'POST', '/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '100',
    'upload-metadata': `filename ${base64('a.png')},sha256 ${base64('a'.repeat(64))}`,
  });
  function* pieces() {
    yield head('PATCH', String(begun.headers['location']), {
      authorization: `Bearer ${engineer.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'transfer-encoding': 'chunked',
    });
    for (let i = 0; i < 100; i++) yield `100000\r\n${'a'.repeat(1024 * 1024)}\r\n`;
  }
  const answer = await sendRaw(server.url, pieces());
  expect([answer.status, at(answer.body, 'code')]).toEqual([422, 'FILE_TOO_LARGE']);
  expect(answer.sent).toBeLessThan(drainedBytes + 16 * 1024 * 1024);
});
