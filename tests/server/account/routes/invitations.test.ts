import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { acceptInvitation, invite as inviteBy, newCompany, newEmail, newManager } from '../../../support/company.ts';
import { invitationPassword, lettersTo } from '../../../support/servers/letters.ts';
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
const login = (body: object) => as(null, 'POST', '/auth/login', body);
const passwordFor = (email: string, atLeast = 1) => invitationPassword(server.url, email, atLeast);
const newPassword = 'Anode-2026!';

test('an invited colleague signs in with the password from the e-mail, must set another, and joins the company', async () => {
  const email = newEmail();
  const invited = await invite(email, { display_name: 'Nia Fischer' });
  expect([invited.status, invited.body]).toEqual([
    201,
    { user_id: expect.any(String), email, status: 'INVITED', expires_at: expect.any(String) },
  ]);
  const [message] = await lettersTo(server.url, email);
  expect(message?.subject).toBe('manager invites you to VFP');
  const link = new URL(/https?:\S+/.exec(message?.text ?? '')?.[0] ?? '');
  expect(link.pathname + link.search).toBe('/login');
  // The password is in the link only: there is nothing to type.
  expect(message?.text.split('#')[0]).not.toContain(String(new URLSearchParams(link.hash.slice(1)).get('invitation')));
  expect(new URLSearchParams(link.hash.slice(1)).get('email')).toBe(email);
  const password = await passwordFor(email);
  const asked = await login({ email, password: ` ${password.toUpperCase()} ` });
  expect([asked.status, asked.body]).toEqual([
    200,
    { challenge: 'NewPasswordRequired', session: expect.stringMatching(/^[\w-]{43}$/) },
  ]);
  const session = at(asked.body, 'session');
  const weak = await login({ email, password, newPassword: 'short', session });
  expect([weak.status, at(weak.body, 'details.0.path')]).toEqual([422, 'newPassword']);
  const signedIn = await login({ email, password, newPassword, session });
  expect(signedIn.status).toBe(200);
  expect(at(signedIn.body, 'user')).toMatchObject({
    id: at(invited.body, 'user_id'),
    email,
    display_name: 'Nia Fischer',
    role: 'USER',
    status: 'ACTIVE',
    company_id: manager.user.company_id,
    plan: { name: 'professional' },
    subscription: { status: 'active' },
    flags: { canChatWithExperts: true },
  });
  // Neither the e-mailed password nor the challenge can be used again.
  expect((await login({ email, password })).status).toBe(401);
  expect((await login({ email, password, newPassword: 'Other-2026!', session })).status).toBe(400);
  expect((await login({ email, password: newPassword })).status).toBe(200);
});

test('both versions of the API accept an invited user', async () => {
  const email = newEmail();
  await invite(email);
  const password = await passwordFor(email);
  const asked = await as(null, 'POST', '/api/v2/auth/login', { email, password });
  expect(at(asked.body, 'challenge')).toBe('NewPasswordRequired');
});

test('a challenge is valid for one e-mail address, for ten minutes and once, also with concurrent requests', async () => {
  const [email, other] = [newEmail(), newEmail()];
  await invite(email);
  await invite(other);
  const password = await passwordFor(email);
  const challenged = async () => at((await login({ email, password })).body, 'session');
  const stolen = await login({ email: other, password, newPassword, session: await challenged() });
  expect([stolen.status, at(stolen.body, 'code')]).toEqual([400, 'TOKEN_INVALID']);
  const late = await challenged();
  await sql`update invitations set challenge_until = now() where email = ${email}`.execute(server.db);
  expect((await login({ email, password, newPassword, session: late })).status).toBe(400);
  const session = await challenged();
  const attempts = Array.from({ length: 4 }, () => login({ email, password, newPassword, session }));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 400, 400, 400]);
});

test('an e-mailed password is void when the invitation is sent again, expires or is canceled', async () => {
  const email = newEmail();
  const id = String(at((await invite(email)).body, 'user_id'));
  const first = await passwordFor(email);
  expect(await as(manager, 'POST', `/company_users/invitations/${id}/resend`)).toMatchObject({
    status: 200,
    body: { sent: true },
  });
  const second = await passwordFor(email, 2);
  expect((await login({ email, password: first })).status).toBe(401);
  expect((await login({ email, password: second })).status).toBe(200);
  await sql`update invitations set expires_at = now() where id = ${id}`.execute(server.db);
  expect((await login({ email, password: second })).status).toBe(401);
  expect(at((await as(manager, 'GET', '/company_users/invitations')).body, 'items.0.state')).toBe('expired');
  await as(manager, 'POST', `/company_users/invitations/${id}/resend`);
  const third = await passwordFor(email, 3);
  expect((await as(manager, 'DELETE', `/company_users/invitations/${id}`)).status).toBe(204);
  expect((await login({ email, password: third })).status).toBe(401);
  expect((await as(manager, 'DELETE', `/company_users/invitations/${id}`)).status).toBe(404);
  expect((await as(manager, 'POST', `/company_users/invitations/${id}/resend`)).status).toBe(404);
});

test('wrong guesses at an e-mailed password are counted like those at any password', async () => {
  const email = newEmail();
  await invite(email);
  const password = await passwordFor(email);
  for (let i = 0; i < 5; i++) expect((await login({ email, password: `guess-${i}` })).status).toBe(401);
  expect((await login({ email, password })).status).toBe(429);
});

test('of twenty concurrent invitations only as many succeed as there are free licenses', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { status, body } = await invite(newEmail());
      return status === 201 ? status : [status, at(body, 'code')];
    }),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  expect(statuses.filter((status) => status !== 201)).toEqual(
    Array.from({ length: 18 }, () => [409, 'LICENSES_USED_UP']),
  );
  const company = await as(manager, 'GET', '/company_v2');
  expect(company.body).toMatchObject({ company_license_limit: 3, licenses_used: 3 });
});

test('an expired invitation and a removed member free their license; resending an expired invitation needs a free one', async () => {
  const [first, second, third] = [newEmail(), newEmail(), newEmail()];
  await invite(first);
  const colleague = await accept(first);
  const id = String(at((await invite(second)).body, 'user_id'));
  expect((await invite(third)).status).toBe(409);
  await sql`update invitations set expires_at = now() where id = ${id}`.execute(server.db);
  expect((await invite(third)).status).toBe(201);
  expect(at((await as(manager, 'POST', `/company_users/invitations/${id}/resend`)).body, 'code')).toBe(
    'LICENSES_USED_UP',
  );
  expect((await as(manager, 'DELETE', `/company_users/${colleague.user.id}`)).status).toBe(204);
  expect((await as(manager, 'POST', `/company_users/invitations/${id}/resend`)).status).toBe(200);
});

test('inviting a member, an invited user or a malformed address is refused with the reason', async () => {
  const email = newEmail();
  await invite(email);
  expect(at((await invite(email.toUpperCase())).body, 'details')).toEqual([{ path: 'email', code: 'invited' }]);
  await accept(email);
  expect(at((await invite(email)).body, 'details')).toEqual([{ path: 'email', code: 'member' }]);
  expect(at((await invite('no address')).body, 'details')).toEqual([{ path: 'email', code: 'email' }]);
});

test('an administrator does not learn whether an address has an account: only the e-mail differs, not the response', async () => {
  const stranger = await server.signIn('stranger');
  const { rows } = await sql<{ email: string }>`select email from users where id = ${stranger.user.id}`.execute(
    server.db,
  );
  const email = rows[0]?.email ?? '';
  const [known, unknown] = [await invite(email), await invite(newEmail())];
  expect([known.status, Object.keys(known.body as object)]).toEqual([
    unknown.status,
    Object.keys(unknown.body as object),
  ]);
  const [message] = await lettersTo(server.url, email);
  expect(message?.text).toContain('You have an account with this address already');
  expect(message?.text).not.toMatch(/^ {4}\w{4}-/m);
});

test('an administrator cannot choose the role, company or plan of an invited user', async () => {
  const email = newEmail();
  const foreign = await newCompany(server);
  expect((await invite(email, { plan: 'premium', status: 'FREE_TRIAL' })).status).toBe(400);
  await invite(email, { role: 'CHATBOT', company_id: foreign });
  const { user } = await accept(email);
  expect(user).toMatchObject({ role: 'USER', company_id: manager.user.company_id, plan: { name: 'professional' } });
});

test('staff can invite to any company; experts can invite experts only, admins also admins', async () => {
  const [expert, admin] = [await server.signIn('expert'), await server.signIn('admin')];
  const [free, colleague, newExpert, newAdmin] = [newEmail(), newEmail(), newEmail(), newEmail()];
  expect((await invite(free, {}, expert)).status).toBe(201);
  expect((await accept(free)).user).toMatchObject({ company_id: null, plan: null, role: 'USER' });
  const asAdministrator = { company_id: manager.user.company_id, role: 'COMPANY_ADMIN' };
  expect((await invite(colleague, asAdministrator, expert)).status).toBe(201);
  expect((await accept(colleague)).user).toMatchObject({ ...asAdministrator, plan: { name: 'professional' } });
  expect((await invite(newExpert, { role: 'EXPERT' }, expert)).status).toBe(201);
  expect((await accept(newExpert)).user).toMatchObject({ role: 'EXPERT', plan: null });
  expect((await invite(newAdmin, { role: 'CHATBOT' }, expert)).status).toBe(403);
  expect((await invite(newAdmin, { role: 'CHATBOT' }, admin)).status).toBe(201);
  expect((await invite(newEmail(), { company_id: 999_999 }, admin)).status).toBe(404);
});

test('the name that the inviter gave is not in the e-mail, which greets by the address and has no other link', async () => {
  const email = newEmail().replace('colleague', 'nia.fischer');
  await invite(email, { display_name: 'You have won, see https://evil.test/login\r\nBcc: all@evil.test' });
  const [message] = await lettersTo(server.url, email);
  expect(message?.text).toContain('Hello Nia Fischer');
  const links = [...`${message?.html} ${message?.text}`.matchAll(/https?:\/\/[^\s"<#]+/g)].map(([link]) => link);
  expect(new Set(links)).toEqual(new Set(['http://localhost:0/login']));
  expect(`${message?.html} ${message?.text}`).not.toMatch(/won|evil/);
});
