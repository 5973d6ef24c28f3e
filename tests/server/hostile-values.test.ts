import { expect, test } from 'vitest';
import { newId } from '../support/users.ts';
import { at, provideServer } from '../support/servers/server.ts';

/** Values that are valid JSON but not valid for the field: they are refused with the field's path, and not stored. */

const server = await provideServer({ knowledge: true });
const engineer = await server.signIn('engineer');
const admin = await server.signIn('admin');

/** As JSON text, because JSON.stringify cannot write some of these values. */
const badQuantities = [
  '-1',
  '1.5',
  '1e308',
  '-1e308',
  '1e999',
  '9007199254740993',
  'true',
  '[5]',
  '{"value":5}',
  '"5"',
  JSON.stringify('9'.repeat(100_000)),
  '""',
];

const routes: Record<string, (value: string) => [path: string, payload: string]> = {
  'saving an order': (value) => ['/po_system/orders/save', `{"data":{"quantity":${value}}}`],
  'calculating a price': (value) => ['/po_system/calculate', `{"data":{"quantity":${value}}}`],
};

function send(path: string, payload: string) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${engineer.token}` };
  return server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload });
}

test.each(Object.entries(routes).flatMap(([what, route]) => badQuantities.map((value) => ({ what, route, value }))))(
  '$what with a quantity of $value is refused, and the reply names the field',
  async ({ route, value }) => {
    const answer = await send(...route(value));
    expect([answer.statusCode, at(answer.json(), 'code')]).toEqual([422, 'INVALID']);
    expect(at(answer.json(), 'details.0.path')).toBe('quantity');
  },
);

test.each(['NaN', 'Infinity', '-Infinity', '0x10', '+1', '01'])(
  '%s is refused as invalid JSON by every route',
  async (value) => {
    for (const route of Object.values(routes)) {
      const answer = await send(...route(value));
      expect([answer.statusCode, at(answer.json(), 'code')]).toEqual([400, 'VALIDATION']);
    }
  },
);

test.each(badQuantities)(
  'a pushed change to a quantity of %s is refused, and the reply names the field',
  async (value) => {
    const orderId = newId();
    const patch = (n: number, text: string) =>
      `{"cmdId":"${newId()}","n":${n},"type":"order.patch","v":1,"args":{"orderId":"${orderId}","changes":[{"path":"quantity","value":${text},"base":null}]}}`;
    const answer = await send(
      '/sync/push',
      `{"protocol":1,"clientId":"${newId()}","actor":"${engineer.user.id}","commands":[${patch(1, value)}]}`,
    );
    expect(answer.statusCode).toBe(200);
    expect(at(answer.json(), 'results.0')).toMatchObject({
      s: 'rejected',
      details: [{ path: expect.stringMatching(/quantity|changes/) }],
    });
  },
);

/** Questions, and the status of each reply. */
const questions: [what: string, text: string, status: number][] = [
  ['a megabyte', 'a'.repeat(1024 * 1024), 413],
  ['a character too many', 'a'.repeat(2_001), 422],
  ['a hundred thousand invisible characters', '\u200b'.repeat(100_000), 422],
  ['only invisible characters', '\u200b\u200d\u2060', 422],
  ['repetitions that slow down a backtracking regular expression', `${'a'.repeat(1_000)}!${' '.repeat(999)}`, 200],
  ['nested parentheses', '(((((((((('.repeat(200), 200],
  ['a thousand words of one letter', 'a '.repeat(1_000).trim(), 200],
];

test.each(questions)('a question of %s gets the expected status', async (_what, text, status) => {
  const answer = await server.request(engineer, 'POST', '/bot/questions_v2', { text });
  expect(answer.status).toBe(status);
  expect((await server.request(engineer, 'GET', '/users/me')).status).toBe(200);
});

/** Lists, and page parameters that every list refuses. */
const lists = [
  '/admin-api/po_orders/orders',
  '/admin-api/invoices',
  '/admin-api/audit',
  '/company_users?company_id=102',
  '/company_users/invitations?company_id=102',
];
const badPages = [
  'page=0',
  'page=-1',
  'page=1.5',
  'page=1e9999',
  'page=99999999999999999999',
  'limit=0',
  'limit=101',
  'limit=1e9',
  'limit=-1',
  'limit=x',
  'page=1&page=2',
  'page[$gt]=1',
  "page=1'--",
];

test.each(lists.flatMap((list) => badPages.map((query) => [list, query] as const)))(
  '%s with %s is refused',
  async (list, query) => {
    const answer = await server.request(admin, 'GET', `${list}${list.includes('?') ? '&' : '?'}${query}`);
    expect([answer.status, at(answer.body, 'code')]).toEqual([400, 'VALIDATION']);
  },
);

test.each(["status=open' or 1=1--", 'status[$ne]=void', 'sort=password_hash'])(
  'a list refuses the filter %s',
  async (query) => {
    for (const list of ['/admin-api/invoices', '/admin-api/audit', '/admin-api/po_orders/orders']) {
      const answer = await server.request(admin, 'GET', `${list}?${query}`);
      expect([answer.status, at(answer.body, 'code')]).toEqual([400, 'VALIDATION']);
    }
  },
);
