import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { timesOfConnections } from '../../server/http/slow-requests.ts';
import { head, sendRaw } from '../support/servers/raw-http.ts';
import { png } from '../support/files/sample-files.ts';
import { at, provideServer, startServer } from '../support/servers/server.ts';
import { drainedBytes } from '../../server/http/unread-bodies.ts';

/** Raw requests that our clients never send get a 4xx reply or are disconnected, and others are served meanwhile. */

const server = await provideServer();

const engineer = await server.signIn('engineer');
const strictServer = await startServer({ allowed: { headMs: 400, bodyPaceMs: 300, requestMs: 2_000 } });
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
const loginOf = (framing: Record<string, string>) => head('POST', '/api/v1/auth/login', { ...json, ...framing });

describe('a server with short time limits', () => {
  const push = 'POST /api/v1/sync/push HTTP/1.1\r\nhost: x\r\n';
  const long = loginOf({ 'content-length': '100000' });

  test.each([
    ['headers that never end', push, 'x: y\r\n'],
    ['incomplete headers', push, undefined],
    ['a body sent one byte at a time', long, '1'],
    ['a body that is never sent', long, undefined],
    ['chunks of one byte', loginOf({ 'transfer-encoding': 'chunked' }), '1\r\n1\r\n'],
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
const device = 'x-device-id: ' + 'a'.repeat(64) + '\r\n';

const login = (framing: string, body = '') =>
  `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\n${framing}\r\n\r\n${body}`;
const chunked = `${device}content-type: application/json\r\ntransfer-encoding: chunked`;
const last = (url: string, method = 'GET') => `${method} ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
const malformed = [400, 'VALIDATION'] as const;
const longHead = [431, 'HEADERS_TOO_LARGE'] as const;
/** Any status from 400 to 499. */
const anyRefusal = [undefined, undefined] as const;

test.each([
  ['a URL of 100,000 characters', getRequest(`/api/v1/${'a'.repeat(100_000)}`), longHead],
  ['3,000 headers', `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\n${many}\r\n`, longHead],
  ['a header of a megabyte', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(1024 * 1024)}\r\n\r\n`, longHead],
  ['no host header', 'GET /healthz HTTP/1.1\r\n\r\n', [400, undefined]],
  ['text that is not HTTP', 'hello\r\n\r\n', malformed],
  ['another protocol', '\x16\x03\x01\x02\x00\x01', malformed],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n', malformed],
  ['an unknown method', 'BREW /api/v1/users/me HTTP/1.1\r\nhost: x\r\n\r\n', malformed],
  ['two content-length headers', login('content-length: 5\r\ncontent-length: 6'), malformed],
  [
    'both content-length and chunked encoding',
    login('content-length: 5\r\ntransfer-encoding: chunked', '0\r\n\r\n'),
    malformed,
  ],
  ['a negative length', login('content-length: -5'), malformed],
  ['a chunk with an invalid size', login(chunked, 'zz\r\n'), malformed],
  ['a chunk with an endless extension', login(chunked, `5;${'a'.repeat(100_000)}\r\n`), [413, 'TOO_LARGE']],
  [
    'an unsupported transfer encoding',
    login('transfer-encoding: gzip, chunked\r\nconnection: close', '0\r\n\r\n'),
    anyRefusal,
  ],
  ['a NUL in a header', `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n`, malformed],
  ['a folded header', `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\nx: a\r\n b\r\n\r\n`, malformed],
  ['a URL with invalid percent encoding', last('/api/v1/%zz'), malformed],
  ['a URL with NUL', last('/%00'), anyRefusal],
  ['a URL with half a surrogate pair', last('/assets/%ed%a0%80'), anyRefusal],
  ['a URL that leaves the root folder', last('/../../etc/passwd'), anyRefusal],
  ['an absolute URL', last('http://evil.example/api/v1/users/me'), anyRefusal],
  ['an asterisk as URL', last('*', 'OPTIONS'), anyRefusal],
  ['an unknown expectation', login('expect: cake\r\ncontent-length: 2\r\nconnection: close', '{}'), [417, undefined]],
  [
    'an upgrade to HTTP/2',
    'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
    [404, undefined],
  ],
] as const)('%s is refused', async (_what, bytes, [status, code]) => {
  const answer = await sendRaw(server.url, [Buffer.from(bytes, 'latin1')]);
  const isRefused = status === undefined && answer.status >= 400 && answer.status < 500;
  const wanted = isRefused ? [answer.status, undefined] : [status, code];
  expect([answer.status, isRefused ? undefined : at(answer.body, 'code')]).toEqual(wanted);
  expect((await fetch(`${server.url}/healthz`)).ok).toBe(true);
});

test('pipelined requests are each answered, in order', async () => {
  const body = '{"email":"a@test.vfp","password":"x"}';
  const signIn = login(`${device}content-type: application/json\r\ncontent-length: ${body.length}`, body);
  const others = [getRequest('/healthz'), getRequest('/api/v1/users/me'), signIn, getRequest('/nothing.js')];
  const { text } = await sendRaw(server.url, [[...others, last('/healthz')].join('')]);
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
