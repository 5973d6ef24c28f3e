import { expect, test } from 'vitest';
import { newId } from '../support/users.ts';
import { form } from '../support/files/sample-files.ts';
import { at, provideServer } from '../support/servers/server.ts';

/** A malformed request gets a 4xx reply that names the reason and the field, never a 5xx. */

const server = await provideServer({ knowledge: true });
const [engineer, staff] = [await server.signIn('engineer'), await server.signIn('admin')];
const room = String(
  at((await server.request(engineer, 'POST', '/po-chats/rooms', { result_name: 'A' })).body, 'room.id'),
);
const order = String(
  at((await server.request(engineer, 'POST', '/po_system/orders/save', { data: { quantity: 5 } })).body, 'order.id'),
);

const device = { 'x-device-id': 'd'.repeat(64) };

function raw(path: string, payload: string | Buffer, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: path.startsWith('/api/') ? path : `/api/v1${path}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${engineer.token}`, ...device, ...headers },
    payload,
  });
}

const cursor = (xid: unknown, seq: unknown) => ({ cursor: { epoch: 'a', xid, seq }, limit: 1 });
const command = (change: object) => ({ cmdId: newId(), n: 1, type: 'chat.send', v: 1, args: {}, ...change });
const push = (change: object, more: object = {}) => {
  return { protocol: 1, clientId: newId(), actor: engineer.user.id, commands: [command(change)], ...more };
};

/** One request for each parameter that takes a number. */
const numbers: Record<string, (value: unknown) => ['GET' | 'POST' | 'PUT', string, object?]> = {
  'before of a room': (value) => ['GET', `/po-chats/rooms/${room}?before=${String(value)}`],
  'limit of a room': (value) => ['GET', `/po-chats/rooms/${room}?limit=${String(value)}`],
  'before of a conversation': (value) => ['GET', `/conversations/${room}?before=${String(value)}`],
  'page of own files': (value) => ['GET', `/users/files?page=${String(value)}`],
  'company_id of colleagues': (value) => ['GET', `/company_users?company_id=${String(value)}`],
  'company_id of a company': (value) => ['GET', `/company_v2?company_id=${String(value)}`],
  'company_id of invitations': (value) => ['GET', `/company_users/invitations?company_id=${String(value)}`],
  'company_id of an account': (value) => ['POST', '/auth/create_user', { email: 'n@test.vfp', company_id: value }],
  licenses: (value) => ['PUT', '/company_v2?company_id=102', { company_name: 'x', company_license_limit: value }],
  'version of an order': (value) => ['POST', '/po_system/orders/save', { id: order, version: value, data: {} }],
  'type of a room': (value) => ['POST', '/po-chats/rooms', { type: value }],
  'chat_type of a question': (value) => ['POST', '/bot/questions_v2', { text: 'x', chat_type: value }],
  'rating of an answer': (value) => ['POST', '/bot/feedback', { answer_id: newId(), rating: value }],
  'limit of a pull': (value) => ['POST', '/sync/pull', { ...cursor('1', 1), limit: value }],
  'seq of a cursor': (value) => ['POST', '/sync/pull', cursor('1', value)],
  'protocol of a push': (value) => ['POST', '/sync/push', push({}, { protocol: value })],
  'n of a command': (value) => ['POST', '/sync/push', push({ n: value })],
  'v of a command': (value) => ['POST', '/sync/push', push({ v: value })],
};

const odd = [2 ** 31, 1e10, 2 ** 53, 2 ** 63, 1e20, 1e300, -2, -(2 ** 31) - 1, 0.5, 'x', '١', '1e5'];

test.each(Object.entries(numbers))('%s is refused if it is not a number in range', async (what, ask) => {
  for (const value of odd) {
    const answer = await server.request(staff, ...ask(value));
    const fits = /^(seq|n) of/.test(what) && Number(value) >= 0 && Number.isSafeInteger(Number(value));
    const wanted = fits && answer.status < 500 ? [answer.status, at(answer.body, 'code')] : [400, 'VALIDATION'];
    expect([value, answer.status, at(answer.body, 'code')]).toEqual([value, ...wanted]);
  }
});

test.each([
  ['18446744073709551616', 1],
  ['99999999999999999999', 1],
  ['1'.repeat(50), 1],
  ['007', 1],
  ['', 1],
  ['-1', 1],
  ['1', 1e300],
  ['1', 2 ** 53],
])('a cursor with transaction id "%s" and sequence number %s is refused', async (xid, seq) => {
  const answer = await server.request(engineer, 'POST', '/sync/pull', cursor(xid, seq));
  expect([answer.status, at(answer.body, 'details.0.path')]).toEqual([400, seq === 1 ? 'cursor/xid' : 'cursor/seq']);
});

test.each(['0', '9', '10', '9999999999999999999'])('a cursor with transaction id %s is accepted', async (xid) => {
  expect((await server.request(engineer, 'POST', '/sync/pull', cursor(xid, 2 ** 53 - 1))).status).toBe(200);
});

test.each(['upTo', 'size'])(
  'a command with a %s too large for its column is refused, and the others in the push are applied',
  async (name) => {
    const file = { id: newId(), name: 'a.png', size: 2 ** 53, mime: 'image/png', sha256: 'a'.repeat(64) };
    const commands = {
      upTo: command({ type: 'read.mark', args: { roomId: room, upTo: 2 ** 31 } }),
      size: command({ args: { roomId: room, content: '', files: [file] } }),
    };
    const body = push(
      {},
      { commands: [commands[name as 'upTo'], command({ args: { roomId: room, content: 'x', files: [] } })] },
    );
    const answer = await server.request(engineer, 'POST', '/sync/push', body);
    expect(at(answer.body, 'results.0')).toMatchObject({ s: 'rejected', code: 'VALIDATION' });
    expect(at(answer.body, 'results.1.s')).toBe('ok');
  },
);

test.each(['x', '%00', '..%2f..%2fetc', 'a'.repeat(36), '00000000-0000-0000-0000-00000000000g', 'ü'])(
  'a path with the invalid id %s is refused or not found',
  async (id) => {
    for (const path of [
      '/po-chats/rooms',
      '/conversations',
      '/files',
      '/users/files',
      '/subscriptions/invoices',
      '/uploads',
    ]) {
      const ending = path.endsWith('invoices') ? '/pdf' : '';
      const method = path === '/uploads' ? 'HEAD' : 'GET';
      const answer = await server.request(engineer, method, `${path}/${id}${ending}`, undefined, {
        'tus-resumable': '1.0.0',
      });
      expect([path, [400, 404].includes(answer.status)]).toEqual([path, true]);
    }
  },
);

const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i])));

test.each([
  ['a duplicate key', '{"result_name":"x","result_name":"y"}', 'body', 'duplicate'],
  ['a duplicate key in another spelling', '{"result_name":"x","result\\u005fname":"y"}', 'body', 'duplicate'],
  ['a nested duplicate key', '{"result_name":"x","a":[{"b":1,"b" : 2}]}', 'body', 'duplicate'],
  ['a byte order mark', '\ufeff{"result_name":"x"}', 'body', 'byte-order-mark'],
  ['bytes that are not UTF-8', Buffer.from('{"result_name":"\xff\xfe"}', 'latin1'), 'body', 'utf-8'],
  ['half of a surrogate pair', Buffer.from('{"result_name":"\xed\xa0\x80"}', 'latin1'), 'body', 'utf-8'],
  ['20,000 unknown keys', manyKeys, 'k0', 'additionalProperties'],
  ['an unknown key', '{"result_name":"x","price":1}', 'price', 'additionalProperties'],
  ['__proto__', '{"result_name":"x","__proto__":{"a":1}}', 'body', 'json'],
  ['constructor.prototype', '{"result_name":"x","constructor":{"prototype":{"a":1}}}', 'body', 'json'],
  ['deep nesting', `{"result_name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, '', 'depth'],
  ['text after its end', '{"result_name":"x"}x', 'body', 'json'],
  ['no end', '{"result_name":"x"', 'body', 'json'],
  ['no content', '', 'body', 'json'],
  ['an array instead of an object', '[]', '', 'type'],
  ['null instead of an object', 'null', '', 'type'],
])('a body with %s is refused with the reason', async (_what, payload, path, code) => {
  const answer = await raw('/po-chats/rooms', payload);
  expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ code: 'VALIDATION' })]);
  expect(at(answer.json(), 'details.0')).toEqual({ path, code });
});

test('a string that only looks like keys, and whitespace between keys, are accepted', async () => {
  const name = String.raw`\"a\": \\`;
  const answer = await raw('/po-chats/rooms', `{ "result_name" \t:\n "${name}" , "name":"\\\\\\":" }`);
  expect([answer.statusCode, at(answer.json(), 'room.name')]).toEqual([201, '\\":']);
});

test('a route that takes no body refuses fields in it', async () => {
  const answer = await raw('/auth/getToken', '{"accessToken":"x"}');
  expect([answer.statusCode, at(answer.json(), 'details')]).toEqual([
    400,
    [{ path: 'accessToken', code: 'additionalProperties' }],
  ]);
  expect((await raw('/auth/getToken', '{}')).statusCode).toBe(200);
});

test('an unknown query parameter is refused: a misspelled filter must not show everything', async () => {
  for (const path of [
    '/admin-api/audit?sort=password',
    '/admin-api/invoices?state=paid',
    `/po-chats/rooms/${room}?after=1`,
  ]) {
    const answer = await server.request(staff, 'GET', path);
    expect([path, answer.status, at(answer.body, 'details.0.code')]).toEqual([path, 400, 'additionalProperties']);
  }
});

test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'text/json', 'x', ''])(
  'a body of content type "%s" is refused',
  async (type) => {
    for (const path of ['/po-chats/rooms', `/po-chats/rooms/${room}/messages`, '/sync/push', '/api/v2/auth/login']) {
      const answer = await raw(path, '{"result_name":"x"}', { 'content-type': type });
      expect([path, answer.statusCode, at(answer.json(), 'code')]).toEqual([path, 415, 'CONTENT_TYPE']);
    }
  },
);

test('a form for a route that takes none, another character set, and a compressed body are refused', async () => {
  const { payload, headers } = form({ email: 'a@test.vfp' }, []);
  const tries = [
    await raw('/auth/login', payload, headers),
    await raw('/auth/getToken', payload, headers),
    await raw('/po-chats/rooms', '{}', { 'content-type': 'application/json; charset=utf-16' }),
    ...(await Promise.all(
      ['gzip', 'br', 'deflate', 'identity, gzip'].map((encoding) =>
        raw('/po-chats/rooms', '{"result_name":"x"}', { 'content-encoding': encoding }),
      ),
    )),
  ];
  for (const answer of tries) expect([answer.statusCode, at(answer.json(), 'code')]).toEqual([415, 'CONTENT_TYPE']);
  for (const type of ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])
    expect((await raw('/po-chats/rooms', '{"result_name":"x"}', { 'content-type': type })).statusCode).toBeLessThan(
      300,
    );
});
