import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueRenewals } from '../../../server/payment/renewals.ts';
import { buy, current, endsIn, meNow, order, pay, paymentsOf } from '../../support/orders/buying.ts';
import { acceptInvitation, invite, newEmail } from '../../support/company.ts';
import { invitationPassword } from '../../support/servers/letters.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** The licenses of a company when its plan is bought, renewed and downgraded. */

const server = await provideServer();

/** The administrator of a new company with the professional plan, which has five licenses. */
async function boss(): Promise<SignedIn> {
  const who = await server.signIn('stranger');
  await buy(server, who, 'professional', { company: 'Licenses Ltd' });
  return who;
}

const licenses = async (who: SignedIn) => {
  const { body } = await server.request(who, 'GET', '/company_v2');
  return [at(body, 'licenses_used'), at(body, 'company_license_limit')];
};

async function inviteMany(who: SignedIn, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, newEmail);
  for (const email of emails) expect((await invite(server, who, email)).status).toBe(201);
  return emails;
}

test('a license limit that staff raised outlives a paid renewal; a new plan sets its own', async () => {
  const who = await boss();
  const [admin, id] = [await server.signIn('admin'), at(await meNow(server, who), 'company_id')];
  const raised = { company_name: 'Licenses Ltd', company_license_limit: 40 };
  await server.request(admin, 'PUT', `/company_v2?company_id=${String(id)}`, raised);
  await endsIn(server, who, 5);
  await issueRenewals(paymentsOf(server));
  expect((await pay(server, String(at(await current(server, who), 'invoices.0.id')))).status).toBe(200);
  expect(await licenses(who)).toEqual([1, 40]);
  await buy(server, who, 'premium');
  expect(await licenses(who)).toEqual([1, 15]);
});

test('a company cannot order a plan with fewer licenses than it uses, and is told what to do', async () => {
  const who = await boss();
  const [first = '', ...others] = await inviteMany(who, 3);
  await acceptInvitation(server, first);
  const refused = await order(server, who, 'professional-flex');
  expect([refused.status, at(refused.body, 'code'), at(refused.body, 'message')]).toEqual([
    422,
    'INVALID',
    'Your company uses 4 licenses and this plan has 3. Remove users, cancel invitations, or choose a larger plan.',
  ]);
  expect(at(refused.body, 'details.0')).toMatchObject({ path: 'plan', code: 'too_small' });
  expect(at(await current(server, who), 'pending')).toBeNull();
  const { body } = await server.request(who, 'GET', '/company_users/invitations');
  const last = (at(body, 'items') as { id: string; email: string }[]).find(({ email }) => email === others[0]);
  await server.request(who, 'DELETE', `/company_users/invitations/${last?.id}`);
  expect((await order(server, who, 'professional-flex')).status).toBe(200);
});

test('an invitation from before a downgrade is refused while all licenses are taken, and valid again later', async () => {
  const who = await boss();
  const smaller = await order(server, who, 'professional-flex');
  const [one = '', two = '', three = ''] = await inviteMany(who, 3);
  await pay(server, String(at(smaller.body, 'invoice.id')));
  await acceptInvitation(server, one);
  const member = await acceptInvitation(server, two);
  expect(await licenses(who)).toEqual([4, 3]);
  const password = await invitationPassword(server.url, three);
  const login = (body: object) => server.request(null, 'POST', '/auth/login', { email: three, password, ...body });
  const session = at((await login({})).body, 'session');
  const refused = await login({ newPassword: 'Anode-2026!', session });
  expect([refused.status, at(refused.body, 'code'), at(refused.body, 'message')]).toEqual([
    409,
    'LICENSES_USED_UP',
    'All licenses of the company that invited you are used. Ask its administrator for one, then sign in again.',
  ]);
  await server.request(who, 'DELETE', `/company_users/${member.user.id}`);
  expect((await login({ newPassword: 'Anode-2026!', session })).status).toBe(200);
  const { rows } = await sql`select from users where email = ${three}`.execute(server.db);
  expect(rows).toHaveLength(1);
});
