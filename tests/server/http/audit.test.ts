import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { auditedRoutes, auditedReads } from '../../../server/http/audit.ts';
import { routePolicies } from '../../../server/http/policies.ts';
import { deleteOldAuditEntries } from '../../../server/session/audit-entries.ts';
import { newDevice, newId, wish } from '../../support/users.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** What the audit log records, and what it leaves out. */

const server = await provideServer();
const admin = await server.signIn('admin');
const customer = await server.signIn('engineer');

async function newest(): Promise<unknown> {
  return at((await server.request(admin, 'GET', '/admin-api/audit?limit=1')).body, 'items.0');
}

test('an audited change is in the log when its response arrives, with action, actor, subject and request id', async () => {
  const other = await server.signIn('engineer');
  const { body } = await server.request(other, 'GET', '/users/me/devices');
  const id = String(at(body, 'items.0.id'));
  const done = await server.request(other, 'DELETE', `/users/me/devices/${id}`);
  expect(done.status).toBe(204);
  expect(await newest()).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    what: 'device.ended',
    actor: other.user.id,
    about: id,
    fields: [],
    request_id: done.headers['x-request-id'],
    network: null,
    times: 1,
  });
});

test('a request refused as invalid adds no entry', async () => {
  const before = await newest();
  expect((await server.request(customer, 'PUT', '/users/me/password', {})).status).toBe(400);
  expect(await newest()).toEqual(before);
});

test('a server-owned field in a request is refused, and the log contains its name but not its value', async () => {
  await server.request(customer, 'PUT', '/users/me/password', { old_password: 'x', role: 'CHATBOT', isAdmin: true });
  expect(await newest()).toMatchObject({
    what: 'fields.refused',
    actor: customer.user.id,
    fields: ['role', 'isAdmin'],
  });
  const { rows } = await sql`select 1 from audit_entries e where e::text like '%CHATBOT%'`.execute(server.db);
  expect(rows).toEqual([]);
});

test('repeated attempts of one user, at whichever objects, make one entry an hour, with their count and all field names', async () => {
  const other = await server.signIn('engineer');
  for (let i = 0; i < 10; i++) {
    await server.request(other, 'PUT', '/users/me/password', { old_password: 'x', isAdmin: 1 });
    await server.request(other, 'POST', `/experts/messages/${newId()}/feedbacks`, { rating: 'good', role: 'ADMIN' });
  }
  const { rows } = await sql<{ times: number; fields: string[] }>`select times, fields from audit_entries
    where what = 'fields.refused' and actor = ${other.user.id}`.execute(server.db);
  // A new hour may start during the loop.
  expect([1, 2]).toContain(rows.length);
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(20);
  expect(new Set(rows.flatMap(({ fields }) => fields))).toEqual(new Set(['role', 'isAdmin']));
});

test('attempts of guests make one entry for each network and hour, with their count, and are kept for 30 days', async () => {
  const attempt = (remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'x-device-id': newDevice() },
      payload: { email: `nobody-${Math.random()}@test.vfp`, password: 'Wrong-2026!', role: 'CHATBOT' },
      remoteAddress,
    });
  const networks = async () => {
    const { rows } = await sql<{ network: string; times: number }>`select network, times from audit_entries
      where actor is null and network is not null order by network, at`.execute(server.db);
    return rows.map(({ network }) => network);
  };
  // A new hour may start during the loop.
  for (let i = 0; i < 25; i++) await attempt(`10.80.1.${i}`);
  for (let i = 0; i < 5; i++) await attempt('10.80.2.1');
  expect([2, 3]).toContain((await networks()).length);
  expect(new Set(await networks())).toEqual(new Set(['10.80.1', '10.80.2']));
  const { rows } = await sql`select sum(times)::int as n from audit_entries where network = '10.80.1'`.execute(
    server.db,
  );
  expect(rows).toEqual([{ n: 25 }]);
  await sql`update audit_entries set at = now() - interval '31 days' where actor is null`.execute(server.db);
  await deleteOldAuditEntries(server.db);
  expect(await networks()).toEqual([]);
});

test('an entry of a user is deleted after 400 days', async () => {
  await sql`update audit_entries set at = now() - interval '401 days'
    where id = (select min(id) from audit_entries)`.execute(server.db);
  expect(await deleteOldAuditEntries(server.db)).toBe(1);
});

test('every audited route exists', () => {
  expect(Object.keys(auditedRoutes).filter((route) => !Object.hasOwn(routePolicies, route))).toEqual([]);
});

test('reads of a customer by staff are logged once an hour per object; reads by customers are not', async () => {
  const expert = await server.signIn('expert');
  const roomId = newId();
  await server.bus.executeCommands(customer.user.id, [wish('room.open', { roomId, type: 7, resultName: roomId })]);
  const { body } = await server.request(customer, 'POST', '/po_system/orders/save', { data: { quantity: 3 } });
  const orderId = String(at(body, 'order.id'));
  for (const user of [expert, expert, customer]) {
    for (const path of [`/conversations/${roomId}`, `/po-chats/rooms/${roomId}`, `/po_system/orders/${orderId}/load`])
      expect((await server.request(user, 'GET', path)).status).toBe(200);
    const headers = { authorization: `Bearer ${user.token}` };
    expect((await server.app.inject({ url: '/api/v1/sync/snapshot', headers })).statusCode).toBe(200);
  }
  expect((await server.request(expert, 'GET', `/conversations/${newId()}`)).status).toBe(404);
  const read = async () => {
    const { rows } = await sql<{ what: string; about: string | null; actor: string }>`
      select what, about, actor from audit_entries where what = any(${Object.values(auditedReads)}) order by id`.execute(
      server.db,
    );
    return rows;
  };
  const actor = expert.user.id;
  const oneHour = [
    { what: 'conversation.read', about: roomId, actor },
    { what: 'order.read', about: orderId, actor },
    { what: 'all.synced', about: null, actor },
  ];
  expect(await read()).toEqual(oneHour);
});

const readsBy = async ({ user }: SignedIn) => {
  const { rows } = await sql<{ what: string; about: string | null; times: number }>`
    select what, about, times from audit_entries where actor = ${user.id} order by id`.execute(server.db);
  return rows;
};

test.each(['/po-chat', '/sync'])(
  'staff who only receive events on %s are in the log, once an hour; customers are not',
  async (name) => {
    const [expert, engineer] = [await server.signIn('expert'), await server.signIn('engineer')];
    const roomId = newId();
    await server.bus.executeCommands(engineer.user.id, [wish('room.open', { roomId, type: 7, resultName: roomId })]);
    const sockets = [expert, engineer].map(({ token }) =>
      io(`${server.url}${name}`, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false }),
    );
    const received = sockets.map(
      (socket) => new Promise((resolve) => socket.once(name === '/sync' ? 'sync:hint' : 'receiveMessage', resolve)),
    );
    await Promise.all(
      sockets.map((socket) => new Promise((joined) => socket.once('connect', () => joined(undefined)))),
    );
    for (let i = 0; i < 3; i++) {
      const message = wish('chat.send', { roomId, content: `figure ${i}`, files: [] });
      await server.bus.executeCommands(engineer.user.id, [message]);
    }
    await Promise.all(received);
    await expect.poll(() => readsBy(expert)).toEqual([{ what: 'all.synced', about: null, times: 1 }]);
    expect(await readsBy(engineer)).toEqual([]);
    for (const socket of sockets) socket.close();
  },
);

test('staff who request one room, or all rooms, over a socket are in the log', async () => {
  const [expert, engineer] = [await server.signIn('expert'), await server.signIn('engineer')];
  const roomId = newId();
  await server.bus.executeCommands(engineer.user.id, [wish('room.open', { roomId, type: 7, resultName: roomId })]);
  for (const user of [expert, engineer]) {
    const auth = { token: user.token };
    const socket = io(`${server.url}/po-chat`, {
      transports: ['websocket'],
      auth,
      forceNew: true,
      reconnection: false,
    });
    await new Promise((joined) => socket.once('connect', () => joined(undefined)));
    for (const query of [{ conversation_id: roomId }, {}]) {
      expect(JSON.stringify(await socket.emitWithAck('get_rooms', query))).toContain(roomId);
    }
    socket.close();
  }
  expect(await readsBy(expert)).toEqual([
    { what: 'conversation.read', about: roomId, times: 1 },
    { what: 'all.synced', about: null, times: 1 },
  ]);
  expect(await readsBy(engineer)).toEqual([]);
});

test('reads by staff of companies, users and invoices are in the log, with their subject', async () => {
  const [expert, reader] = [await server.signIn('expert'), await server.signIn('admin')];
  const email = 'looked-up@test.vfp';
  const company = customer.user.company_id;
  const paths = [`/company_v2?company_id=${company}`, `/company_users?company_id=${company}`, `/users/email/${email}`];
  for (const path of [...paths, ...paths]) expect((await server.request(expert, 'GET', path)).status).toBe(200);
  expect(await readsBy(expert)).toEqual([
    { what: 'company.read', about: String(company), times: 1 },
    { what: 'members.read', about: String(company), times: 1 },
    { what: 'person.looked_up', about: email, times: 1 },
  ]);
  expect((await server.request(reader, 'GET', '/admin-api/invoices')).status).toBe(200);
  expect(await readsBy(reader)).toEqual([{ what: 'invoices.read', about: null, times: 1 }]);
});

/** Routes that staff may GET and that are not audited, with the reason. */
const unaudited: Record<string, string> = {
  'GET /auth/logout': 'their own session',
  'GET /users/me': 'their own account',
  'GET /users/me/quotas': 'their own',
  'GET /users/me/mails': 'their own',
  'GET /users/me/profile': 'their own',
  'GET /users/me/devices': 'their own',
  'GET /users/me/deletion': 'their own',
  'GET /users/me/copies': 'their own',
  'GET /users/me/copies/:id': 'their own',
  'GET /users/files': 'their own',
  'GET /users/files/:id': 'their own',
  'GET /subscriptions/current': 'their own',
  'GET /chat/search': 'their own conversations with the assistant',
  'GET /sync/knowledge': 'the knowledge base, which holds no user data',
  'GET /po_system/rate_card': 'prices, no user data',
  'POST /admin-api/knowledge/retrieval_test': 'a search in the knowledge base, no user data',
  'GET /admin-api/knowledge/questions': 'questions of the question set and the names of staff who added them',
  'GET /qnas/synchronizes': 'the state of the sync and entries of the knowledge base, no user data',
  'GET /admin-api/knowledge/questions/csv': 'questions of the question set, which hold no user data',
  'GET /admin-api/knowledge/questions/figures':
    'figures of versions of the knowledge base and the names of staff who made them',
  'GET /qnas/synchronizes/history': 'versions of the knowledge base and the names of staff who made them',
  'GET /bot/qandas': 'the knowledge base, which holds no user data',
  'GET /bot/knowledges': 'the knowledge base, which holds no user data',
  'GET /bot/one-drive': 'nothing is read',
  'GET /qnas': 'the knowledge base, and the names of staff who changed it',
  'GET /qnas/categories': 'the knowledge base, which holds no user data',
  'GET /qnas/category_tree': 'the categories of the knowledge base, and the names of staff who changed them',
  'GET /qnas/csv': 'the knowledge base, and the names of staff who changed it',
  'GET /qnas/:id': 'the knowledge base, and the names of staff who changed it',
  'GET /qnas/:id/versions': 'the knowledge base, and the names of staff who changed it',
  'GET /admin-api/empty_combinations': 'entries of the knowledge base and counts, no user data',
  'GET /admin-api/finder_trees': 'trees of the failure finder and the names of staff who changed them',
  'GET /admin-api/finder_trees/:id/versions': 'trees of the failure finder and the names of staff who changed them',
  'GET /qnas/imports': 'imports of Q&As by staff, no data of customers',
  'GET /qnas/imports/example': 'an example file',
  'GET /qnas/imports/:id': 'an import of Q&As by staff, no data of customers',
  'GET /admin-api/knowledge_documents': 'documents of staff, no data of customers',
  'GET /admin-api/knowledge_documents/:id': 'documents of staff, no data of customers',
  'GET /admin-api/knowledge_documents/:id/file': 'documents of staff, no data of customers',
  'GET /admin-api/model': 'sums of tokens, no user data',
  'GET /bot/answers/:id': 'their own conversation with the assistant',
  'GET /admin-api/records/entries': 'questions of the knowledge base, no data of customers',
  'GET /admin-api/assistant_settings': 'settings and the name of who saved them, no data of customers',
  'GET /admin-api/rate_cards': 'prices and the names of staff who changed them, no data of customers',
  'GET /po-chats/unread_messages_count': 'only counts',
  'GET /admin-api/audit': 'the log itself: what staff and customers did, not what they wrote',
};

test('every GET route open to staff is audited, or listed with the reason why not, and every listed route exists', () => {
  const open = Object.entries(routePolicies).flatMap(([route, policy]) => {
    return route.startsWith('GET ') && policy !== 'anyone' && policy !== 'proof' ? [route] : [];
  });
  const known = [...Object.keys(auditedReads), ...Object.keys(unaudited)];
  expect(open.filter((route) => !known.includes(route))).toEqual([]);
  expect(known.filter((route) => !Object.hasOwn(routePolicies, route))).toEqual([]);
  expect(Object.keys(unaudited).filter((route) => Object.hasOwn(auditedReads, route))).toEqual([]);
});
