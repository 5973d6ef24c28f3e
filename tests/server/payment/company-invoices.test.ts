import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueRenewals } from '../../../server/payment/renewals.ts';
import { buy, current, endsIn, meNow, pay, paymentsOf } from '../../support/orders/buying.ts';
import { acceptInvitation, invite, newEmail } from '../../support/company.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { at, provideServer, type SignedIn } from '../../support/servers/server.ts';

/** Who can see the invoices of a company, and who is e-mailed about them. */

const server = await provideServer();

/** A company whose founder has left, and its present administrator. */
async function companyWithoutFounder() {
  const founder = await server.signIn('stranger');
  const first = await buy(server, founder, 'professional', { company: 'Anode Ltd' });
  const email = newEmail();
  await invite(server, founder, email);
  const successor = await acceptInvitation(server, email);
  await sql`update users set role = 'COMPANY_ADMIN' where id = ${successor.user.id}`.execute(server.db);
  const gone = await server.request(successor, 'DELETE', `/company_users/${founder.user.id}`);
  expect(gone.status).toBe(204);
  return { founder, successor, first };
}

const emailOf = async (who: SignedIn) => String(at(await meNow(server, who), 'email'));

const pdfStatus = async (who: SignedIn, id: string) =>
  (await server.request(who, 'GET', `/subscriptions/invoices/${id}/pdf`)).status;

const renewal = async (who: SignedIn) => {
  await endsIn(server, who, 5);
  await issueRenewals(paymentsOf(server));
  return at(await current(server, who), 'invoices.0') as { id: string; email: string; number: string };
};

test("a former administrator cannot see the company's invoices, and the present one can", async () => {
  const { founder, successor, first } = await companyWithoutFounder();
  const next = await renewal(successor);
  const own = await buy(server, founder, 'standard');
  expect((at(await current(server, founder), 'invoices') as { id: string }[]).map(({ id }) => id)).toEqual([own]);
  const ids = (at(await current(server, successor), 'invoices') as { id: string }[]).map(({ id }) => id);
  expect(ids).toEqual([next.id, first]);
  for (const id of ids) {
    expect([await pdfStatus(founder, id), await pdfStatus(successor, id)]).toEqual([404, 200]);
  }
  expect([await pdfStatus(founder, own), await pdfStatus(successor, own)]).toEqual([200, 404]);
});

test('without a contact address, the next invoice goes to the present administrator', async () => {
  const { founder, successor } = await companyWithoutFounder();
  const { id, email, number } = await renewal(successor);
  expect(email).toBe(await emailOf(successor));
  await pay(server, id);
  const [paid, issued] = (await lettersTo(server.url, email, 3)).filter(({ subject }) => subject.includes(number));
  expect([paid?.subject, issued?.subject]).toEqual([`Paid: invoice ${number} from VFP`, `Invoice ${number} from VFP`]);
  const others = await lettersTo(server.url, await emailOf(founder));
  expect(others.filter(({ subject }) => subject.includes(number))).toEqual([]);
});

test("the next invoice goes to the company's contact address, even if the buyer is still a member", async () => {
  const boss = await server.signIn('stranger');
  await buy(server, boss, 'professional', { company: 'Cathode Ltd' });
  const company = { company_name: 'Cathode Ltd', company_contact_email: 'accounts@cathode.test' };
  expect((await server.request(boss, 'PUT', '/company_v2', company)).status).toBe(200);
  const { email, number } = await renewal(boss);
  expect(email).toBe('accounts@cathode.test');
  expect((await lettersTo(server.url, email))[0]?.subject).toBe(`Invoice ${number} from VFP`);
});

test('payment of an invoice whose recipient has left is confirmed to the present administrator', async () => {
  const boss = await server.signIn('stranger');
  await buy(server, boss, 'professional', { company: 'Separator Ltd' });
  const { id, number, email } = await renewal(boss);
  expect(email).toBe(await emailOf(boss));
  const colleague = newEmail();
  await invite(server, boss, colleague);
  const successor = await acceptInvitation(server, colleague);
  await sql`update users set role = 'COMPANY_ADMIN' where id = ${successor.user.id}`.execute(server.db);
  await server.request(successor, 'DELETE', `/company_users/${boss.user.id}`);
  await pay(server, id);
  const emails = await lettersTo(server.url, colleague, 2);
  expect(emails.map(({ subject }) => subject)).toContain(`Paid: invoice ${number} from VFP`);
  expect(await meNow(server, successor)).toMatchObject({ subscription: { status: 'active' } });
});
