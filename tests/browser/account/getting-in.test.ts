import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesOf, openDevice, type Device } from '../../support/browser/browser.ts';
import { tokenOf } from '../../support/kinds.ts';
import { write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** Who can sign in, whose access has ended, and what a link with a token permits. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice();
});
afterEach(async () => {
  product.network.restore();
  await device?.close();
});

test('who is deactivated works on without a network, and is out at the next word from the server', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'colleague@demo.vfp');
  product.network.cut();
  await context.setOffline(true);
  await sql`update users set status = 'DEACTIVATED' where email = 'colleague@demo.vfp'`.execute(product.db);
  await page.goto(`${product.url}/one-stop-order/history`);
  await page.getByText('PO-2026-000001').first().waitFor();
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  await write(page, 'Written before the end');
  product.network.restore();
  await context.setOffline(false);
  await page.getByText('VFP Login Error').waitFor();
  await page.getByText('Unauthorized request').waitFor();
  await page.waitForURL(/\/login$/);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/\bat=|userData=/);

  await page.getByText('1 unsent on this device.').waitFor();
  await page.getByLabel('E-mail').fill('colleague@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  const left = page.getByRole('region', { name: 'Not sent before this account was closed' });
  await left.getByText('Written before the end').waitFor();
  await page.getByText('This account is closed.').waitFor();
  expect(await page.getByText('1 unsent on this device.').count()).toBe(0);
  const saving = page.waitForEvent('download');
  await left.getByRole('button', { name: 'Save as a file' }).click();
  expect((await bytesOf(await saving)).toString()).toContain('Written before the end');
  await left.getByRole('button', { name: 'Delete from this device' }).click();
  await left.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect(await page.getByText('unsent on this device').count()).toBe(0);
  await sql`update users set status = 'ACTIVE' where email = 'colleague@demo.vfp'`.execute(product.db);
});

test('a link asks a guest first, then signs in for thirty days with another token than the one in the address', async () => {
  const { page, context } = device;
  const token = await tokenOf(product.url, 'customer@demo.vfp');
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url(), request.headers()['referer'] ?? ''));
  await page.goto(`${product.url}/chat/chat-with-expert?lng=en&token=${token}`);
  const question = page.getByRole('dialog', { name: 'Sign in as customer@demo.vfp?' });
  await question.waitFor();
  expect((await context.cookies()).find(({ name }) => name === 'at')).toBeUndefined();
  await question.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('list', { name: 'Conversations' }).waitFor();
  expect(new URL(page.url()).search).toBe('?lng=en');
  const cookie = (await context.cookies()).find(({ name }) => name === 'at');
  expect(cookie?.value).toMatch(/^[\w-]{43}$/);
  expect(cookie?.value).not.toBe(token);
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(30);
  // Only the request of the document itself contained the token.
  expect(seen.filter((text) => text.includes(token))).toHaveLength(1);
  const kept = await page.evaluate(() => [...Object.values(localStorage), ...Object.values(sessionStorage)].join(' '));
  expect(kept).not.toContain(token);
  expect(device.problems).toEqual([]);
});

test('one click on a demo account signs in, and the sign-in page in another tab opens the app too', async () => {
  const { page, context } = device;
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${product.url}/login`);
    await tab.getByRole('heading', { name: 'Demo accounts' }).waitFor();
  }
  await page.getByRole('button', { name: /^Customer who may chat with experts/ }).click();
  for (const tab of [page, other]) await tab.getByRole('button', { name: /^Account/ }).waitFor();
  expect(await other.evaluate(() => document.cookie)).toMatch(/\bat=/);
});

test("another user's link asks first: staying changes nothing, switching ends the current session", async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  const before = await countSessions('customer@demo.vfp');
  const token = await tokenOf(product.url, 'customer@demo.vfp');
  const question = page.getByRole('dialog', { name: 'Continue as customer@demo.vfp?' });
  await page.goto(`${product.url}/chat/general?token=${token}`);
  await question.waitFor();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await question.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Account of Mara Lindqvist' }).waitFor();
  expect(await question.count()).toBe(0);
  await until('the session of the link has ended', async () => (await countSessions('customer@demo.vfp')) === before);

  const next = await tokenOf(product.url, 'customer@demo.vfp');
  await page.goto(`${product.url}/chat/general?token=${next}`);
  await question.waitFor();
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.getByRole('button', { name: 'Account of Tomas Okafor' }).waitFor();
  expect((await context.cookies()).find(({ name }) => name === 'at')?.value).not.toBe(next);
  await until('the session before has ended', async () => (await countSessions('engineer@demo.vfp')) === 0);
  expect(device.problems).toEqual([]);
});

test('when a guest closes the page before an answer to the question of a link, its session ends on the server', async () => {
  const { page } = device;
  const before = await countSessions('customer@demo.vfp');
  const token = await tokenOf(product.url, 'customer@demo.vfp');
  await page.goto(`${product.url}/chat/general?token=${token}`);
  await page.getByRole('dialog', { name: 'Sign in as customer@demo.vfp?' }).waitFor();
  expect(await countSessions('customer@demo.vfp')).toBe(before + 1);
  await page.goto(`${product.url}/login`);
  await until('the session of the link has ended', async () => (await countSessions('customer@demo.vfp')) === before);
  expect(device.problems).toEqual([]);
});

/** Counts the sessions of a user that have not ended. */
async function countSessions(email: string): Promise<number> {
  const { rows } = await sql`select 1 from sessions s join users u on u.id = s.user_id
    where u.email = ${email} and s.revoked_at is null`.execute(product.db);
  return rows.length;
}

test('a sign-in before the code was shown leads to the code', async () => {
  const { page } = device;
  const email = 'unconfirmed@lab.test';
  await page.goto(`${product.url}/user-on-boarding?type=new`);
  for (const [label, value] of Object.entries({
    'E-mail': email,
    Password: 'Anode-2026!',
    'Confirm password': 'Anode-2026!',
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('We have sent six digits').waitFor();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${product.url}/login`);
  await login(page, email, 'Anode-2026!');
  await page.getByRole('heading', { name: 'Verify' }).waitFor();
  await page.waitForURL(/\/v2-verify-account$/);
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  expect(await page.getByText('Login Failure').count()).toBe(0);
  expect(device.problems).toEqual([]);
});

async function login(page: Page, email: string, password: string): Promise<void> {
  // The previous form has an E-mail field too.
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('a link of an order opened in another account says so, and opens after the sign-in with the right one', async () => {
  const { page } = device;
  const found = await sql<{ id: string }>`select id from orders where status <> 'draft' and owner_id =
    (select id from users where email = 'engineer@demo.vfp') limit 1`.execute(product.db);
  const address = `/one-stop-order/history/${found.rows[0]?.id}`;
  await signIn(page, product.url, 'customer@demo.vfp');
  const other = page.getByText('You are signed in as customer@demo.vfp; this may belong to another account.');
  // As a draft it is not opened as a new order either.
  await page.goto(product.url + address.replace('history', 'Prototyping'));
  await other.waitFor();
  expect(await page.getByRole('heading', { name: 'New order' }).count()).toBe(0);
  await page.goto(product.url + address);
  await other.waitFor();
  expect(new URL(page.url()).pathname).toBe(address);
  await page.getByRole('link', { name: 'Sign in as somebody else' }).click();
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`**${address}`);
  await page.getByRole('dialog').waitFor();
  // A conversation of somebody else.
  await page.goto(`${product.url}/chat/chat-with-expert?room=${crypto.randomUUID()}`);
  await page.getByText('You are signed in as engineer@demo.vfp').waitFor();
  await page.getByRole('link', { name: 'Sign in as somebody else' }).waitFor();
});
