import { expect, test } from 'vitest';
import { mayBeCached } from '../../../src/workers/cached-responses.ts';
import { trustedScript } from '../../../src/workers/trusted-script.ts';

/** A response with the given `type` and `redirected`, which the `Response` constructor does not accept. */
function answer(is: {
  status?: number;
  type?: ResponseType;
  redirected?: boolean;
  headers?: Record<string, string>;
}): Response {
  const response = new Response('x', {
    status: is.status ?? 200,
    headers: is.headers ?? { 'content-type': 'text/css' },
  });
  Object.defineProperty(response, 'type', { value: is.type ?? 'basic' });
  Object.defineProperty(response, 'redirected', { value: is.redirected ?? false });
  return response;
}

const request = new Request('http://localhost/assets/a.css');

test('a plain file of ours is kept', () => {
  expect(mayBeCached(request, answer({}))).toBe(true);
});

test('replies to authorized requests are never cached', () => {
  const authorised = new Request('http://localhost/assets/a.css', { headers: { authorization: 'Bearer x' } });
  expect(mayBeCached(authorised, answer({}))).toBe(false);
});

test.each([
  ['opaque', { type: 'opaque' as const }],
  ['from elsewhere', { type: 'cors' as const }],
  ['redirected', { redirected: true }],
  ['an error', { status: 404 }],
  ['a part', { status: 206 }],
  ['a captive portal’s page', { headers: { 'content-type': 'text/html; charset=utf-8' } }],
  ['marked as not to be stored', { headers: { 'content-type': 'text/css', 'cache-control': 'private, no-store' } }],
])('what is %s is not kept', (_, is) => {
  expect(mayBeCached(request, answer(is))).toBe(false);
});

test('only our own workers may be started', () => {
  expect(trustedScript('/service-worker.js')).toBe('/service-worker.js');
  expect(trustedScript('/assets/search-Kfu0C8os.js')).toBe('/assets/search-Kfu0C8os.js');
  for (const path of [
    'https://evil.example/assets/a.js',
    '//evil.example/assets/a.js',
    '/api/v1/files/x.js',
    '/assets/../api/a.js',
    'data:text/javascript,1',
  ]) {
    expect(() => trustedScript(path)).toThrow('Not a script of this app');
  }
});
