import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { acceptInvitation, invite as inviteBy, newEmail, newManager } from '../../../support/company.ts';
import { lettersTo } from '../../../support/servers/letters.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';

let manager: SignedIn;

const server = await provideServer();
beforeEach(async () => {
  manager = await newManager(server);
});

const as = (user: SignedIn | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.request(user, method, path, body);
const invite = (email: string, more: object = {}, user: SignedIn | null = manager) =>
  inviteBy(server, user, email, more);
const accept = (email: string) => acceptInvitation(server, email);
let count = 0;

test("a removed member keeps the account and its data, and loses the plan's access at once", async () => {
  const email = newEmail();
  await invite(email);
  const colleague = await accept(email);
  expect((await as(colleague, 'POST', '/experts/chats', { content: 'Hello' })).status).toBe(201);
  expect((await as(manager, 'DELETE', `/company_users/${colleague.user.id}`)).status).toBe(204);
  expect((await as(colleague, 'POST', '/experts/chats', { content: 'Again' })).status).toBe(403);
  expect((await as(colleague, 'GET', '/users/me')).body).toMatchObject({
    company_id: null,
    plan: null,
    subscription: null,
    role: 'USER',
    flags: { canChatWithExperts: false },
  });
  expect((await as(colleague, 'GET', '/company_v2')).status).toBe(404);
  const { rows } = await sql`select from rooms where customer_id = ${colleague.user.id}`.execute(server.db);
  expect(rows).toHaveLength(1);
  expect((await lettersTo(server.url, email, 2))[0]?.subject).toBe('Your VFP license has ended');
  expect((await as(manager, 'DELETE', `/company_users/${colleague.user.id}`)).status).toBe(404);
});

test.each([
  ['nothing', () => Promise.resolve()],
  ['reading the plan', (user: SignedIn) => as(user, 'GET', '/subscriptions/current')],
  [
    'ordering a plan without paying',
    (user: SignedIn) => as(user, 'POST', '/subscriptions/subscribe', { plan: 'standard' }),
  ],
])('a removed member keeps no plan that was set in the database, after %s', async (_, before) => {
  const email = newEmail();
  await invite(email);
  const colleague = await accept(email);
  await before(colleague);
  expect((await as(manager, 'DELETE', `/company_users/${colleague.user.id}`)).status).toBe(204);
  expect((await as(colleague, 'GET', '/users/me')).body).toMatchObject({
    plan: null,
    subscription: null,
    flags: { canChatWithExperts: false },
  });
  expect((await as(colleague, 'GET', '/subscriptions/current')).body).toMatchObject({ subscription: null });
});

test('company routes exist under /subscriptions too, with the same responses, effects and audit entries', async () => {
  const email = newEmail();
  await invite(email);
  // The letter renews the invitation.
  await lettersTo(server.url, email);
  for (const path of ['/company_v2', '/company_users', '/company_users/invitations']) {
    const [short, long] = [await as(manager, 'GET', path), await as(manager, 'GET', `/subscriptions${path}`)];
    expect([long.status, long.body]).toEqual([200, short.body]);
  }
  const { body } = await as(manager, 'GET', '/subscriptions/company_users/invitations');
  const id = String(at(body, 'items.0.id'));
  expect((await as(manager, 'DELETE', `/subscriptions/company_users/invitations/${id}`)).status).toBe(204);
  expect(at((await as(manager, 'GET', '/company_users/invitations')).body, 'total')).toBe(0);
  const log = await as(await server.signIn('admin'), 'GET', '/admin-api/audit?limit=1');
  expect(at(log.body, 'items.0')).toMatchObject({ what: 'invitation.withdrawn', about: id });
});

test('a user cannot remove themselves, and the last administrator cannot be removed', async () => {
  const admin = await server.signIn('admin');
  const mine = `/company_users/${manager.user.id}`;
  expect(at((await as(manager, 'DELETE', mine)).body, 'details.0.code')).toBe('self');
  const byStaff = await as(admin, 'DELETE', `${mine}?company_id=${manager.user.company_id}`);
  expect([byStaff.status, at(byStaff.body, 'details.0.code')]).toEqual([422, 'lastAdmin']);
});

test('if two administrators remove each other at once, one remains', async () => {
  const other = await server.signIn('manager');
  await sql`update users set company_id = ${manager.user.company_id} where id = ${other.user.id}`.execute(server.db);
  const responses = await Promise.all([
    as(manager, 'DELETE', `/company_users/${other.user.id}`),
    as(other, 'DELETE', `/company_users/${manager.user.id}`),
  ]);
  // The second request is refused: its target is the last administrator, or its sender no longer is one.
  const [first, second] = responses.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(first).toBe(204);
  expect([403, 422]).toContain(second);
  const { rows } = await sql`select from users
    where company_id = ${manager.user.company_id} and role = 'COMPANY_ADMIN'`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test('an administrator makes a colleague a second administrator, who has the same rights, and takes that back', async () => {
  const email = newEmail();
  await invite(email);
  const colleague = await accept(email);
  const path = `/company_users/${colleague.user.id}`;
  expect((await as(colleague, 'PUT', path, { role: 'COMPANY_ADMIN' })).status).toBe(403);
  const made = await as(manager, 'PUT', path, { role: 'COMPANY_ADMIN' });
  expect([made.status, made.body]).toEqual([200, { id: colleague.user.id, role: 'COMPANY_ADMIN' }]);
  expect((await as(colleague, 'GET', '/company_users/invitations')).status).toBe(200);
  const log = await as(await server.signIn('admin'), 'GET', '/admin-api/audit?limit=1');
  expect(at(log.body, 'items.0')).toMatchObject({ what: 'member.role_changed', about: colleague.user.id });
  expect((await as(manager, 'PUT', path, { role: 'USER' })).status).toBe(200);
  expect((await as(colleague, 'GET', '/company_users/invitations')).status).toBe(403);
  expect((await as(manager, 'PUT', path, { role: 'EXPERT' })).status).toBe(400);
});

test('the last administrator of a company stays one, also when two give it up at once', async () => {
  const mine = `/company_users/${manager.user.id}`;
  const alone = await as(manager, 'PUT', mine, { role: 'USER' });
  expect([alone.status, at(alone.body, 'details.0.code')]).toEqual([422, 'lastAdmin']);
  const email = newEmail();
  await invite(email);
  const other = await accept(email);
  await as(manager, 'PUT', `/company_users/${other.user.id}`, { role: 'COMPANY_ADMIN' });
  const replies = await Promise.all([
    as(manager, 'PUT', mine, { role: 'USER' }),
    as(other, 'PUT', `/company_users/${other.user.id}`, { role: 'USER' }),
  ]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test('a colleague who pays for a plan of their own becomes no administrator, who could not cancel it', async () => {
  const email = newEmail();
  await invite(email);
  const colleague = await accept(email);
  const path = `/company_users/${colleague.user.id}`;
  await as(colleague, 'POST', '/subscriptions/subscribe', { plan: 'standard' });
  const refused = await as(manager, 'PUT', path, { role: 'COMPANY_ADMIN' });
  expect([refused.status, at(refused.body, 'details.0.code')]).toEqual([422, 'ownPlan']);
  await as(colleague, 'POST', '/subscriptions/cancel_subscription', {});
  expect((await as(manager, 'PUT', path, { role: 'COMPANY_ADMIN' })).status).toBe(200);
});

test('all members can read company data, its administrator can change it, and only staff can set the license limit', async () => {
  const email = newEmail();
  await invite(email);
  const colleague = await accept(email);
  const body = { company_name: ' Helios ', company_contact_email: ' Office@Helios.test', company_address: 'Main St 1' };
  expect((await as(manager, 'PUT', '/company_v2', { ...body, id: 102 })).status).toBe(400);
  const written = await as(manager, 'PUT', '/company_v2', { ...body, company_license_limit: 900 });
  expect([written.status, written.body]).toEqual([
    200,
    {
      id: manager.user.company_id,
      company_name: 'Helios',
      company_contact_email: 'office@helios.test',
      company_address: 'Main St 1',
      company_vat_id: null,
      company_license_limit: 3,
      licenses_used: 2,
    },
  ]);
  expect((await as(colleague, 'GET', '/company_v2')).body).toEqual(written.body);
  expect((await as(colleague, 'PUT', '/company_v2', body)).status).toBe(403);
  const withoutName = await as(manager, 'PUT', '/company_v2', { company_name: '  ' });
  expect(at(withoutName.body, 'details')).toEqual([{ path: 'company_name', code: 'required' }]);
  const invalidEmail = await as(manager, 'PUT', '/company_v2', { ...body, company_contact_email: 'nowhere' });
  expect(at(invalidEmail.body, 'details')).toEqual([{ path: 'company_contact_email', code: 'email' }]);
  const wrongNumber = await as(manager, 'PUT', '/company_v2', { ...body, company_vat_id: 'DE12' });
  expect(at(wrongNumber.body, 'details')).toEqual([{ path: 'company_vat_id', code: 'EU_VAT' }]);
  const numbered = await as(manager, 'PUT', '/company_v2', { ...body, company_vat_id: 'de 123 456 789' });
  expect(numbered.body).toMatchObject({ company_vat_id: 'DE123456789' });
  // A device that does not know the number yet leaves it as it is.
  expect((await as(manager, 'PUT', '/company_v2', body)).body).toMatchObject({ company_vat_id: 'DE123456789' });
  const expert = await server.signIn('expert');
  const path = `/company_v2?company_id=${manager.user.company_id}`;
  const more = await as(expert, 'PUT', path, { company_name: 'Helios', company_license_limit: 9 });
  expect(more.body).toMatchObject({ company_license_limit: 9, company_address: null });
});

test('the users of a company are listed in pages, and found by name or e-mail address', async () => {
  await sql`update companies set license_limit = 20 where id = ${manager.user.company_id}`.execute(server.db);
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    await sql`insert into users (id, email, display_name, company_id) values
      (${randomUUID()}, ${`${name.toLowerCase()}-${++count}@test.vfp`}, ${name}, ${manager.user.company_id})`.execute(
      server.db,
    );
  }
  const names = async (query: string) => {
    const { body } = await as(manager, 'GET', `/company_users?${query}`);
    const { items, total } = body as { items: { display_name: string }[]; total: number };
    return [total, ...items.map(({ display_name: name }) => name)];
  };
  expect(await names('limit=2')).toEqual([4, 'Ada', 'Ben']);
  expect(await names('limit=2&page=2')).toEqual([4, 'Cleo', 'manager']);
  expect(await names('limit=2&page=9')).toEqual([4]);
  expect(await names('q=CLE')).toEqual([1, 'Cleo']);
  expect(await names('q=%25')).toEqual([0]);
  for (const query of ['page=0', 'limit=101', 'page=-1']) {
    expect((await as(manager, 'GET', `/company_users?${query}`)).status).toBe(400);
  }
});

test('an administrator can look up e-mail addresses of their own company only, staff any address', async () => {
  const email = newEmail();
  await invite(email, { display_name: 'Nia' });
  const nia = await accept(email);
  const [expert, other] = [await server.signIn('expert'), await server.signIn('customer')];
  const known = { exists: true, id: nia.user.id, display_name: 'Nia' };
  expect((await as(manager, 'GET', `/users/email/${email.toUpperCase()}`)).body).toEqual(known);
  expect((await as(expert, 'GET', `/users/email/${email}`)).body).toEqual(known);
  expect((await as(expert, 'GET', '/users/email/nobody@test.vfp')).body).toEqual({ exists: false });
  const foreign = await sql<{ email: string }>`select email from users where id = ${other.user.id}`.execute(server.db);
  const responses = [
    await as(manager, 'GET', `/users/email/${foreign.rows[0]?.email}`),
    await as(manager, 'GET', '/users/email/nobody@test.vfp'),
  ];
  expect(responses.map(({ status, body }) => [status, at(body, 'code')])).toEqual([
    [404, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
  ]);
});
