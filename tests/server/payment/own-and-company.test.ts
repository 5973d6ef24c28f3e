import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { buy, letEnd, meNow } from '../../support/orders/buying.ts';
import { acceptInvitation, invite, newEmail, newManager } from '../../support/company.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** Users with a plan of their own in a company that has a plan as well. */

const server = await provideServer();

const withPlan = {
  plan: { name: 'professional' },
  subscription: { status: 'active' },
  flags: { canChatWithExperts: true },
};
const withoutPlan = { subscription: { status: 'cancelled' }, flags: { canChatWithExperts: false } };

/** A company with the professional plan, and a member. */
async function company(): Promise<{ boss: SignedIn; member: SignedIn; id: unknown }> {
  const boss = await server.signIn('stranger');
  await buy(server, boss, 'professional', { company: 'Own and Co' });
  const email = newEmail();
  await invite(server, boss, email);
  return { boss, member: await acceptInvitation(server, email), id: at(await meNow(server, boss), 'company_id') };
}

/**
 * A company and a member who both pay for the same plan. A member may buy a plan only while the company has none, so the
 * company's first plan ends, the member buys, and then the company buys again.
 */
async function withBoth() {
  const made = await company();
  await letEnd(server, made.boss);
  await buy(server, made.member, 'professional');
  await buy(server, made.boss, 'professional');
  return made;
}

test("a member who pays for the same plan keeps it when the company's plan ends", async () => {
  const { boss, member } = await withBoth();
  await letEnd(server, boss);
  expect(await meNow(server, boss)).toMatchObject(withoutPlan);
  expect(await meNow(server, member)).toMatchObject(withPlan);
});

test("a member whose own plan ends has the company's plan", async () => {
  const { boss, member } = await withBoth();
  await letEnd(server, member);
  expect(await meNow(server, member)).toMatchObject(withPlan);
  expect(await meNow(server, boss)).toMatchObject(withPlan);
  await letEnd(server, boss);
  expect(await meNow(server, member)).toMatchObject(withoutPlan);
});

test("a user who bought a company's plan and left keeps a new plan of their own when the company's plan ends", async () => {
  const { boss, member, id } = await company();
  await sql`update users set role = 'COMPANY_ADMIN' where id = ${member.user.id}`.execute(server.db);
  const removal = await server.request(member, 'DELETE', `/company_users/${boss.user.id}`);
  expect(removal.status, removal.text).toBeLessThan(300);
  await buy(server, boss, 'professional', { company: 'A new start' });
  expect(at(await meNow(server, boss), 'company_id')).not.toBe(id);
  await letEnd(server, member);
  expect(await meNow(server, member)).toMatchObject(withoutPlan);
  expect(await meNow(server, boss)).toMatchObject(withPlan);
});

test('a member who is removed keeps the plan they pay for', async () => {
  const { boss, member } = await withBoth();
  const removal = await server.request(boss, 'DELETE', `/company_users/${member.user.id}`);
  expect(removal.status, removal.text).toBeLessThan(300);
  expect(await meNow(server, member)).toMatchObject({ ...withPlan, company_id: null });
});

test.each([
  ['set by hand', "plan_name = 'professional', billing_type = 'fixed', sub_status = 'active'"],
  [
    'set by hand as a trial',
    "plan_name = 'professional', billing_type = 'fixed', sub_status = 'trailing', status = 'FREE_TRIAL'",
  ],
])('a member whose plan was %s loses it when removed, also after the plan was viewed', async (_how, rights) => {
  const boss = await newManager(server);
  const email = newEmail();
  await invite(server, boss, email);
  const member = await acceptInvitation(server, email);
  await sql`update users set ${sql.raw(rights)} where id = ${member.user.id}`.execute(server.db);
  const shown = await server.request(member, 'GET', '/subscriptions/current');
  expect(at(shown.body, 'subscription.plan.name')).toBe('professional');
  const removal = await server.request(boss, 'DELETE', `/company_users/${member.user.id}`);
  expect(removal.status, removal.text).toBe(204);
  const noPlan = { plan: null, subscription: null, company_id: null, flags: { canChatWithExperts: false } };
  expect(await meNow(server, member)).toMatchObject(noPlan);
  expect(at((await server.request(member, 'GET', '/subscriptions/current')).body, 'subscription')).toBeNull();
  expect(await meNow(server, member)).toMatchObject(noPlan);
});
