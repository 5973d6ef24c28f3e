import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepFile } from '../../../../server/files/stored-files.ts';
import { openSession } from '../../../../server/accounts/sessions.ts';
import { invite, newEmail, newManager } from '../../../support/company.ts';
import { newId } from '../../../support/people.ts';
import { png } from '../../../support/sample-files.ts';
import { at, startServer, type SignedIn, type TestServer } from '../../../support/server.ts';

/** Writes that are sent again because their answer was lost. */

let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  server = await startServer();
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

interface Write {
  who: SignedIn;
  path: string;
  body?: object;
}

const send = (method: 'POST' | 'PUT' | 'DELETE', { who, path, body }: Write, key: string) =>
  server.request(who, method, path, body, { 'idempotency-key': key });

const logged = async () => at((await server.request(admin, 'GET', '/admin-api/audit?limit=1')).body, 'total');

async function invited(by: SignedIn): Promise<string> {
  return String(at((await invite(server, by, newEmail())).body, 'user_id'));
}

async function openInvoice(): Promise<string> {
  const buyer = await server.signIn('trial');
  const { body } = await server.request(buyer, 'POST', '/subscriptions/subscribe', { plan: 'premium' });
  return String(at(body, 'invoice.id'));
}

async function fileOf({ person }: SignedIn, table: 'own_files' | 'finished_uploads'): Promise<string> {
  const id = randomUUID();
  await keepFile(server.db, server.filesDir, person.id, 'tab.png', png(9));
  const owner = sql.ref(table === 'own_files' ? 'owner' : 'uploader');
  await sql`insert into ${sql.ref(table)} (id, ${owner}, file_id, name)
    select ${id}, ${person.id}, id, 'tab.png' from files where uploader = ${person.id}`.execute(server.db);
  return id;
}

const writes: Record<string, () => Promise<Write>> = {
  'POST /auth/create_user': async () => ({
    who: await newManager(server),
    path: '/auth/create_user',
    body: { email: newEmail() },
  }),
  'PUT /company_v2': async () => ({
    who: await newManager(server),
    path: '/company_v2',
    body: { company_name: 'Helios' },
  }),
  'DELETE /company_users/:id': async () => {
    const [who, { person }] = [await newManager(server), await server.signIn('trial')];
    await sql`update users set company_id = ${who.person.company_id} where id = ${person.id}`.execute(server.db);
    return { who, path: `/company_users/${person.id}` };
  },
  'POST /company_users/invitations/:id/resend': async () => {
    const who = await newManager(server);
    return { who, path: `/company_users/invitations/${await invited(who)}/resend` };
  },
  'DELETE /company_users/invitations/:id': async () => {
    const who = await newManager(server);
    return { who, path: `/subscriptions/company_users/invitations/${await invited(who)}` };
  },
  'POST /admin-api/invoices/:id/paid': async () => ({
    who: admin,
    path: `/admin-api/invoices/${await openInvoice()}/paid`,
  }),
  'POST /admin-api/invoices/:id/void': async () => ({
    who: admin,
    path: `/admin-api/invoices/${await openInvoice()}/void`,
  }),
  'POST /users/files': async () => {
    const who = await server.signIn('trial');
    return { who, path: '/users/files', body: { upload_id: await fileOf(who, 'finished_uploads') } };
  },
  'DELETE /users/files/:id': async () => {
    const who = await server.signIn('trial');
    return { who, path: `/users/files/${await fileOf(who, 'own_files')}` };
  },
  'DELETE /users/me/devices/:id': async () => {
    const who = await server.signIn('trial');
    await openSession(server.db, who.person.id, { deviceId: null, userAgent: null, remember: true });
    const { body } = await server.request(who, 'GET', '/users/me/devices');
    return { who, path: `/users/me/devices/${String(at(body, 'items.1.id'))}` };
  },
};

describe.each(Object.entries(writes))('%s', (route, make) => {
  const method = route.split(' ')[0] as 'POST' | 'PUT' | 'DELETE';

  test('sent again with its key it gets the first answer, and neither does nor logs anything', async () => {
    const [write, key] = [await make(), newId()];
    const first = await send(method, write, key);
    expect(first.status).toBeLessThan(300);
    const before = await logged();
    const again = await send(method, write, key);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(await logged()).toEqual(before);
  });

  test('its key is refused with another write and from another user', async () => {
    const [write, other, key] = [await make(), await make(), newId()];
    await send(method, write, key);
    const refused = await send(method, { ...other, who: write.who, path: `${other.path}?company_id=1` }, key);
    expect([refused.status, at(refused.body, 'code')]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    if (other.who === write.who) return;
    const stolen = await send(method, { ...write, who: other.who }, key);
    expect([stolen.status, at(stolen.body, 'code')]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });
});

test('an invitation sent ten times at once with one key is created once, with one e-mail', async () => {
  const [who, email, key] = [await newManager(server), newEmail(), newId()];
  const write = { who, path: '/auth/create_user', body: { email } };
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('POST', write, key)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  const { rows } = await sql`select from invitations where email = ${email}`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('what was refused can be tried again with its key', async () => {
  const [who, key] = [await newManager(server), newId()];
  await sql`update companies set license_limit = 0 where id = ${who.person.company_id}`.execute(server.db);
  const write = { who, path: '/auth/create_user', body: { email: newEmail() } };
  expect((await send('POST', write, key)).status).toBe(409);
  await sql`update companies set license_limit = 3 where id = ${who.person.company_id}`.execute(server.db);
  expect((await send('POST', write, key)).status).toBe(201);
});

test('a key that is no UUID is refused by name', async () => {
  const who = await newManager(server);
  const refused = await send('PUT', { who, path: '/company_v2', body: { company_name: 'X' } }, 'again');
  expect([refused.status, at(refused.body, 'details')]).toEqual([400, [{ path: 'idempotency-key', code: 'uuid' }]]);
});

/** Why they do without: docs/decisions/0029-writes-without-a-key.md. */
const withoutKey = [
  'POST /api/v1/auth/confirm-password',
  'POST /api/v1/auth/forgot-password',
  'POST /api/v1/auth/free_trial',
  'POST /api/v1/auth/getToken',
  'POST /api/v1/auth/instant_test',
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/re-send-confirmation-code',
  'POST /api/v1/auth/register',
  'POST /api/v1/auth/send-sign-in-code',
  'POST /api/v1/auth/sign-in-by-code',
  'POST /api/v1/auth/verify',
  'POST /api/v1/experts/deactivate-expert-notification',
  'POST /api/v1/po_system/calculate',
  'POST /api/v1/subscriptions/webhooks/stripe',
  'POST /api/v1/sync/pull',
  'POST /api/v1/sync/push',
  'POST /api/v1/users/me/deletion',
  'PUT /api/v1/auth/banner/cookies',
  'PUT /api/v1/users/me/password',
];

test('every write takes a key, or is one of those that do without for a reason', async () => {
  const body: unknown = (await server.app.inject('/docs/json')).json();
  const doors = Object.entries(
    at(body, 'paths') as Record<string, Record<string, { parameters?: { name: string }[] }>>,
  );
  const without = doors.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['post', 'put', 'patch', 'delete'].includes(method))
      .filter(([, { parameters = [] }]) => parameters.every(({ name }) => name !== 'idempotency-key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const ownProtocol = /^[A-Z]+ \/api\/v1\/uploads/;
  const second = /\/api\/v2\//;
  expect(without.filter((door) => !ownProtocol.test(door) && !second.test(door)).toSorted()).toEqual(withoutKey);
});
