import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { buy, letEnd, meNow } from '../../support/buying.ts';
import { acceptInvitation, invite, newEmail, newManager } from '../../support/company.ts';
import { at, startServer, type SignedIn, type TestServer } from '../../support/server.ts';

/** People who pay for themselves in a company that has a plan, too. */

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const open = {
  plan: { name: 'professional' },
  subscription: { status: 'active' },
  flags: { canChatWithExperts: true },
};
const closed = { subscription: { status: 'cancelled' }, flags: { canChatWithExperts: false } };

/** A company with the professional plan, and a member. */
async function company(): Promise<{ boss: SignedIn; member: SignedIn; id: unknown }> {
  const boss = await server.signIn('stranger');
  await buy(server, boss, 'professional', { company: 'Own and Co' });
  const email = newEmail();
  await invite(server, boss, email);
  return { boss, member: await acceptInvitation(server, email), id: at(await meNow(server, boss), 'company_id') };
}

/** The member buys the same plan for themselves, as they may while the company has none, and the company buys again. */
async function withBoth() {
  const made = await company();
  await letEnd(server, made.boss);
  await buy(server, made.member, 'professional');
  await buy(server, made.boss, 'professional');
  return made;
}

test("a company's plan that ends takes nothing from a member who pays for the same plan", async () => {
  const { boss, member } = await withBoth();
  await letEnd(server, boss);
  expect(await meNow(server, boss)).toMatchObject(closed);
  expect(await meNow(server, member)).toMatchObject(open);
});

test("a member whose own plan ends continues with the company's", async () => {
  const { boss, member } = await withBoth();
  await letEnd(server, member);
  expect(await meNow(server, member)).toMatchObject(open);
  expect(await meNow(server, boss)).toMatchObject(open);
  await letEnd(server, boss);
  expect(await meNow(server, member)).toMatchObject(closed);
});

test("who once bought a company's plan and has left it loses nothing when that ends", async () => {
  const { boss, member, id } = await company();
  await sql`update users set role = 'COMPANY_ADMIN' where id = ${member.person.id}`.execute(server.db);
  const gone = await server.request(member, 'DELETE', `/company_users/${boss.person.id}`);
  expect(gone.status, gone.text).toBeLessThan(300);
  await buy(server, boss, 'professional', { company: 'A new start' });
  expect(at(await meNow(server, boss), 'company_id')).not.toBe(id);
  await letEnd(server, member);
  expect(await meNow(server, member)).toMatchObject(closed);
  expect(await meNow(server, boss)).toMatchObject(open);
});

test('a member who pays for themselves and is removed keeps what they pay for', async () => {
  const { boss, member } = await withBoth();
  const gone = await server.request(boss, 'DELETE', `/company_users/${member.person.id}`);
  expect(gone.status, gone.text).toBeLessThan(300);
  expect(await meNow(server, member)).toMatchObject({ ...open, company_id: null });
});

test.each([
  ['set by hand', "plan_name = 'professional', billing_type = 'fixed', sub_status = 'active'"],
  [
    'a trial set by hand',
    "plan_name = 'professional', billing_type = 'fixed', sub_status = 'trailing', status = 'FREE_TRIAL'",
  ],
])('a member whose plan was %s loses it with the company, also after somebody looked at it', async (_how, rights) => {
  const boss = await newManager(server);
  const email = newEmail();
  await invite(server, boss, email);
  const member = await acceptInvitation(server, email);
  await sql`update users set ${sql.raw(rights)} where id = ${member.person.id}`.execute(server.db);
  const shown = await server.request(member, 'GET', '/subscriptions/current');
  expect(at(shown.body, 'subscription.plan.name')).toBe('professional');
  const gone = await server.request(boss, 'DELETE', `/company_users/${member.person.id}`);
  expect(gone.status, gone.text).toBe(204);
  const nothing = { plan: null, subscription: null, company_id: null, flags: { canChatWithExperts: false } };
  expect(await meNow(server, member)).toMatchObject(nothing);
  expect(at((await server.request(member, 'GET', '/subscriptions/current')).body, 'subscription')).toBeNull();
  expect(await meNow(server, member)).toMatchObject(nothing);
});
