import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDevice, phone, type Device } from '../support/browser.ts';
import { signIn, startProduct, untilReadyOffline, type Product } from '../support/product.ts';
import { until } from '../support/until.ts';

/** Where people land, with a network and without one; the table over every address is in tests/src/screens/ways.test.ts. */

let product: Product;
let device: Device;

beforeAll(async () => {
  product = await startProduct();
  for (const [kind, { role, status, plan, sub, company }] of Object.entries(kinds)) {
    await sql`
      insert into users (id, email, display_name, password_hash, role, status, plan_name, billing_type, sub_status, company_id, question_limit)
      select gen_random_uuid(), ${emailOf(kind)}, ${kind}, password_hash, ${role}, ${status}, ${plan}, ${sub === null ? null : 'fixed'}, ${sub}, ${company}, 10
      from users where email = 'customer@demo.vfp'`.execute(product.db);
  }
});
afterAll(async () => {
  await product?.close();
});
beforeEach(async () => {
  device = await openDevice();
});
afterEach(async () => {
  product.network.restore();
  await device?.close();
});

const kinds = {
  tester: { role: 'USER', status: 'INSTANT_TEST', plan: null, sub: null, company: null },
  freeTrial: { role: 'USER', status: 'FREE_TRIAL', plan: 'professional', sub: 'trailing', company: null },
  standard: { role: 'USER', status: 'ACTIVE', plan: 'standard', sub: 'active', company: null },
  professional: { role: 'USER', status: 'ACTIVE', plan: 'professional', sub: 'active', company: null },
  navigator: { role: 'USER', status: 'ACTIVE', plan: 'navigator-premium', sub: 'active', company: 102 },
  companyAdmin: { role: 'COMPANY_ADMIN', status: 'ACTIVE', plan: 'professional', sub: 'active', company: 210 },
  adminNoPlan: { role: 'COMPANY_ADMIN', status: 'ACTIVE', plan: null, sub: null, company: 210 },
  expert: { role: 'EXPERT', status: 'ACTIVE', plan: null, sub: null, company: 102 },
  admin: { role: 'CHATBOT', status: 'ACTIVE', plan: null, sub: null, company: 102 },
  deactivated: { role: 'USER', status: 'DEACTIVATED', plan: 'professional', sub: 'active', company: null },
} as const;

const emailOf = (kind: string) => `${kind.toLowerCase()}@kinds.vfp`;

/** A session of this person, as another program of theirs would have it. */
async function tokenOf(email: string): Promise<string> {
  const reply = await fetch(`${product.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ email, password: 'Demo-2026!' }),
  });
  const { accessToken } = (await reply.json()) as { accessToken: string };
  return accessToken;
}

const asked = ['/', '/chat/chat-with-expert', '/one-stop-order/data-center', '/company', '/admin/records', '/login'];

/** By hand: where the addresses above lead, and what the sidebar holds, its groups' headings included. */
const expected: Record<string, { lands: string[]; menu: string }> = {
  tester: {
    lands: ['/chat/general', '/pricing', '/chat/general', '/chat/general', '/chat/general', '/chat/general'],
    menu: 'Chat General Expert Subscribe Now Logout',
  },
  freeTrial: {
    lands: Array.from({ length: 6 }, () => '/chat/chat-with-expert'),
    menu: 'Chat Expert Logout',
  },
  standard: {
    lands: ['/chat/general', '/pricing', '/chat/general', '/chat/general', '/chat/general', '/chat/general'],
    menu: 'Chat Expert General Logout',
  },
  professional: {
    lands: [
      '/chat/general',
      '/chat/chat-with-expert',
      '/chat/general',
      '/chat/general',
      '/chat/general',
      '/chat/general',
    ],
    menu: 'Chat General Expert Logout',
  },
  navigator: {
    lands: [
      '/chat/general',
      '/chat/chat-with-expert',
      '/one-stop-order/data-center',
      '/chat/general',
      '/chat/general',
      '/chat/general',
    ],
    menu: 'Chat General Expert One stop order Prototyping Order History Data Center Data Gallery Messenger Logout',
  },
  companyAdmin: {
    lands: [
      '/chat/general',
      '/chat/chat-with-expert',
      '/chat/general',
      '/settings/upload?tab=company',
      '/chat/general',
      '/chat/general',
    ],
    menu: 'Chat General Expert Settings (Admin Center) Logout',
  },
  adminNoPlan: {
    lands: [
      '/chat/general',
      '/pricing',
      '/chat/general',
      '/settings/upload?tab=company',
      '/chat/general',
      '/chat/general',
    ],
    menu: 'Chat General Expert Logout',
  },
  expert: {
    lands: [
      '/chat/general',
      '/chat/chat-with-expert',
      '/one-stop-order/data-center',
      '/chat/general',
      '/admin/records',
      '/chat/general',
    ],
    menu: 'Chat General Expert One stop order Prototyping Order History Data Center Data Gallery Messenger Switch to admin Logout',
  },
};
expected['admin'] = expected['expert'] as (typeof expected)[string];

test('a guest is sent to the login from every page but the public ones', async () => {
  const { page } = device;
  for (const address of asked) {
    await page.goto(`${product.url}${address}`);
    await page.getByRole('heading', { name: 'Login to your Account' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.title()).toBe('Login to your Account · Virtual Factory Platform');
  }
  await page.goto(`${product.url}/pay`);
  await page.waitForURL(/\/user-on-boarding\?type=new$/);
  expect(device.problems).toEqual([]);
});

test.each(Object.keys(expected))('%s lands where they belong, also without a network', async (kind) => {
  const { page } = device;
  await page.goto(`${product.url}/chat/supplier-provider?token=${await tokenOf(emailOf(kind))}`);
  await page.getByRole('main').waitFor();
  await untilReadyOffline(page);
  const { lands, menu } = expected[kind] ?? { lands: [], menu: '' };
  expect(await landings(page)).toEqual(lands);
  expect(await sidebarOf(page)).toBe(menu);
  product.network.cut();
  await device.context.setOffline(true);
  expect(await landings(page)).toEqual(lands);
  expect(await sidebarOf(page)).toBe(menu);
  expect(device.problems).toEqual([]);
});

/** Where each of the addresses asked for leads, with the title that belongs there. */
async function landings(page: Page): Promise<string[]> {
  const lands: string[] = [];
  for (const address of asked) {
    await page.goto(`${product.url}${address}`);
    await page.locator('main h1, header h1').first().waitFor({ state: 'attached' });
    await page.waitForFunction(() => document.title.includes(' · '));
    const { pathname, search } = new URL(page.url());
    lands.push(`${pathname}${search}`);
    const site = pathname.startsWith('/admin') ? 'VFP Admin' : 'Virtual Factory Platform';
    expect((await page.title()).endsWith(` · ${site}`)).toBe(true);
  }
  return lands;
}

async function sidebarOf(page: Page): Promise<string> {
  await page.goto(`${product.url}/chat/supplier-provider`);
  const sidebar = page.getByRole('complementary').getByRole('navigation', { name: 'Main' });
  const texts = await sidebar.locator('h2, li, a[data-variant]').allInnerTexts();
  return texts.map((text) => text.trim()).join(' ');
}

test('the locked Expert item says why and leads to the plans, and Subscribe Now to paying', async () => {
  const { page } = device;
  await page.goto(`${product.url}/?token=${await tokenOf(emailOf('tester'))}`);
  const expert = page.getByRole('link', { name: 'Expert' });
  await expert.waitFor();
  expect(await expert.getAttribute('aria-disabled')).toBe('true');
  expect(await expert.getAttribute('title')).toMatch(/^Chat with experts is part of/);
  await expert.click();
  await page.waitForURL(/\/pricing$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Subscribe Now' }).first().click();
  await page.waitForURL(/\/pay$/);
  expect(device.problems).toEqual([]);
});

test('the public header has the ways in for guests, and the Dashboard for who is in; on a phone behind a button', async () => {
  const { page } = device;
  await page.goto(`${product.url}/pricing`);
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Start Free Trial' }).waitFor();
  const links = header.getByRole('link');
  expect(await links.filter({ visible: true }).allInnerTexts()).toEqual([
    'Virtual Factory Platform',
    'About Us',
    'Pricing',
    'Contact',
    'Sign up',
    'Start Free Trial',
  ]);
  await page.setViewportSize(phone);
  await header.getByRole('button', { name: 'Menu' }).click();
  await header.getByRole('link', { name: 'Contact' }).click();
  await page.waitForURL(/\/contact_us$/);
  await header.getByRole('link', { name: 'Contact' }).waitFor({ state: 'hidden' });
  await page.goto(`${product.url}/pricing?token=of-another-page`);
  expect(new URL(page.url()).search).toBe('?token=of-another-page');
  await page.goto(`${product.url}/?token=${await tokenOf(emailOf('expert'))}`);
  await page.getByRole('main').waitFor();
  await page.goto(`${product.url}/about_us`);
  await header.getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL(/\/admin$/);
  expect(await page.title()).toBe('Dashboard · VFP Admin');
  expect(device.problems).toEqual([]);
});

test('a guest signs in where they were sent from, and goes on to the page they wanted', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/history?sort=age`);
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/one-stop-order\/history\?sort=age$/);
  await page.goto(`${product.url}/one-stop-order/prototyping`);
  await page.waitForURL(/\/one-stop-order\/Prototyping$/);
  expect(device.problems).toEqual([]);
});

test('a deactivated person cannot sign in, and is told no more than that', async () => {
  const { page } = device;
  await page.goto(`${product.url}/admin/login`);
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.getByLabel('E-mail').fill(emailOf('deactivated'));
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('Login Failure').waitFor();
  await page.getByText('Incorrect username or password.').waitFor();
});

test('who is deactivated works on without a network, and is out at the next word from the server', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'colleague@demo.vfp');
  product.network.cut();
  await context.setOffline(true);
  await sql`update users set status = 'DEACTIVATED' where email = 'colleague@demo.vfp'`.execute(product.db);
  await page.goto(`${product.url}/one-stop-order/history`);
  await page.getByText('PO-2026-000001').first().waitFor();
  product.network.restore();
  await context.setOffline(false);
  await page.getByText('VFP Login Error').waitFor();
  await page.getByText('Unauthorized request').waitFor();
  await page.waitForURL(/\/login$/);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  await sql`update users set status = 'ACTIVE' where email = 'colleague@demo.vfp'`.execute(product.db);
});

test('a start with a token nobody knows any more says so once, removes it, and leads to the login', async () => {
  const { page } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  let loads = 0;
  await sql`update sessions set revoked_at = now()
    where user_id = (select id from users where email = 'engineer@demo.vfp')`.execute(product.db);
  await page.reload();
  page.on('load', () => loads++);
  await page.getByText('VFP Authentication Error').waitFor();
  expect(await page.getByText('Invalid or Exipired Token').count()).toBe(1);
  await page.waitForURL(/\/login$/);
  expect(await page.getByText('VFP Login Error').count()).toBe(0);
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/\bat=|userData=/);
  await page.getByText('VFP Authentication Error').waitFor({ state: 'hidden' });
  expect(loads).toBe(0);
  expect(device.problems).toEqual([]);
});

test('a link signs a guest in for thirty days, and its token is nowhere to be seen', async () => {
  const { page, context } = device;
  const token = await tokenOf('customer@demo.vfp');
  const seen: string[] = [];
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => console.log(`address: ${location.href}`));
  });
  page.on('console', (message) => seen.push(message.text()));
  page.on('request', (request) => seen.push(request.url(), request.headers()['referer'] ?? ''));
  await page.goto(`${product.url}/chat/chat-with-expert?lng=en&token=${token}`);
  await page.getByRole('list', { name: 'Conversations' }).waitFor();
  expect(new URL(page.url()).search).toBe('?lng=en');
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'at');
  expect(cookie?.value).toBe(token);
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(30);
  // The document itself was asked for with it; nothing after that was.
  expect(seen.filter((text) => text.includes(token))).toHaveLength(1);
  expect(await page.evaluate((secret) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(secret), token)).toBe(
    false,
  );
  expect(device.problems).toEqual([]);
});

test('somebody else’s link asks first: to stay changes nothing, to switch keeps what was not sent for its owner', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  const token = await tokenOf('customer@demo.vfp');
  const question = page.getByRole('dialog', { name: 'Continue as customer@demo.vfp?' });
  await page.goto(`${product.url}/chat/general?token=${token}`);
  await question.waitFor();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await question.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Account of Mara Lindqvist' }).waitFor();
  expect(await question.count()).toBe(0);

  await page.goto(`${product.url}/chat/general?token=${token}`);
  await question.waitFor();
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.getByRole('button', { name: 'Account of Tomas Okafor' }).waitFor();
  expect((await context.cookies()).find(({ name }) => name === 'at')?.value).toBe(token);
  await until('the session before has ended', async () => {
    const { rows } = await sql`select 1 from sessions s join users u on u.id = s.user_id
      where u.email = 'engineer@demo.vfp' and s.revoked_at is null`.execute(product.db);
    return rows.length === 0;
  });
  expect(device.problems).toEqual([]);
});

test('a planted or an unchecked link changes nothing, and says what became of it', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  const before = (await context.cookies()).find(({ name }) => name === 'at')?.value;
  await page.goto(`${product.url}/chat/general?token=planted`);
  await page.getByText('VFP Authentication Error').waitFor();
  await page.getByRole('button', { name: 'Account of Mara Lindqvist' }).waitFor();
  product.network.cut();
  await context.setOffline(true);
  await page.goto(`${product.url}/chat/general?token=unchecked`);
  await page.getByText('This link could not be checked').waitFor();
  await page.getByRole('button', { name: 'Account of Mara Lindqvist' }).waitFor();
  expect((await context.cookies()).find(({ name }) => name === 'at')?.value).toBe(before);
  expect(device.problems).toEqual([]);
});

test('a sign-in before the code was shown leads to the code; one that asks for a new password, to that', async () => {
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
  await page.waitForURL(/\/v2-verify-account$/);
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  expect(await page.getByText('Login Failure').count()).toBe(0);

  const shown: unknown[] = [];
  await page.route('**/api/v1/auth/login', async (route) => {
    const body = route.request().postDataJSON() as { newPassword?: string };
    shown.push(body);
    if (body.newPassword !== undefined) return await route.continue({ postData: JSON.stringify(known) });
    await route.fulfill({
      headers: { 'x-vfp-api': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ challenge: 'NewPasswordRequired', session: 's1' }),
    });
  });
  const known = { email: 'customer@demo.vfp', password: 'Demo-2026!' };
  await page.goto(`${product.url}/login`);
  await login(page, known.email, 'given-for-now');
  await page.waitForURL(/\/change-password$/);
  await page.getByText('New Passowrd Required!').waitFor();
  await page.getByLabel('New password').fill('Cathode-2026!');
  await page.getByLabel('Confirm password').fill('Cathode-2027!');
  await page.getByRole('button', { name: 'Change Password and sign in' }).click();
  await page.getByText('The confirmed password does not match').waitFor();
  await page.getByLabel('Confirm password').fill('Cathode-2026!');
  await page.getByRole('button', { name: 'Change Password and sign in' }).click();
  await page.waitForURL(/\/chat\/general$/);
  expect(shown[1]).toEqual({
    email: known.email,
    password: 'given-for-now',
    remember: true,
    newPassword: 'Cathode-2026!',
    session: 's1',
  });
  expect(device.problems).toEqual([]);
});

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}
