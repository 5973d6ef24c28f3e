import { expect, test } from 'vitest';
import { call, download, downloadFrom, reading } from '../../../src/net/call.ts';
import { silenceMs } from '../../../src/net/deadlines.ts';
import type { Api, Call } from '../../../src/net/http.ts';

/** An API that notes what it is asked, and replies with the same text each time. */
function notingApi() {
  const asked: Call[] = [];
  const reply = (given: Call) => {
    asked.push(given);
    return Promise.resolve(new Response('"done"'));
  };
  const api: Api = { raw: reply, json: async (given) => await (await reply(given)).json() };
  return { api, asked };
}

test('a call has the method and the path of its route, with its parameters encoded', async () => {
  const { api, asked } = notingApi();
  const params = { id: 'a/b', version: 2 };
  await call(api, 'POST /qnas/:id/versions/:version/restore', { params, body: { replaces: 3 }, key: 'once' });
  await call(api, 'GET /auth/logout', { timeoutMs: 5 });
  await call(api, 'POST /api/v2/auth/instant_test', { body: { email: 'a@b.test' } });
  expect(asked).toEqual([
    {
      method: 'POST',
      path: '/qnas/a%2Fb/versions/2/restore',
      body: { replaces: 3 },
      headers: { 'idempotency-key': 'once' },
    },
    { method: 'GET', path: '/auth/logout', timeoutMs: 5 },
    { method: 'POST', path: '/api/v2/auth/instant_test', body: { email: 'a@b.test' } },
  ]);
});

test('a query has what it is given, and nothing of what is left out', async () => {
  const { api, asked } = notingApi();
  await call(api, 'GET /admin-api/records/entries', { query: { q: 'copper foil & tabs' } });
  await call(api, 'GET /company_users', { query: { page: 2, q: undefined } });
  await call(api, 'POST /qnas', {
    body: { large_category: '', question: '', answer: '' },
    query: { questions: undefined },
  });
  await reading('GET /qnas')(api, 'sort=-updated_at&page=1');
  await reading('GET /qnas/categories')(api);
  expect(asked.map(({ path }) => path)).toEqual([
    '/admin-api/records/entries?q=copper+foil+%26+tabs',
    '/company_users?page=2',
    '/qnas',
    '/qnas?sort=-updated_at&page=1',
    '/qnas/categories',
  ]);
});

test('a download may take as long as bytes arrive', async () => {
  const { api, asked } = notingApi();
  const file = await download(api, 'GET /qnas/csv', { query: 'ids=1,2' });
  await downloadFrom(api, '/api/v1/users/files/1');
  expect(await file.text()).toBe('"done"');
  expect(asked).toEqual([
    { method: 'GET', path: '/qnas/csv?ids=1,2', silenceMs },
    { path: '/api/v1/users/files/1', silenceMs },
  ]);
});
