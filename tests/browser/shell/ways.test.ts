import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { routeAt } from '../../../src/routing/resolve-route.ts';
import { addKinds, emailOf, setStatus, tokenOf } from '../../support/kinds.ts';
import { addresses, landingFor, titles, type Kind } from '../../support/browser/landings.ts';
import { patience } from '../../support/patience.ts';
import { provideProduct, untilReadyOffline } from '../../support/servers/product.ts';

/** Where users end up, online and offline; the table of every address is in tests/support/browser/landings.ts. */

let device: Device;

const product = await provideProduct();
beforeAll(async () => {
  await addKinds(product.db);
});
/** Opens a link that signs in a guest, who confirms it. */
async function openByLink(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`${product.url}${path}?token=${await tokenOf(product.url, email)}`);
  const question = page.getByRole('dialog', { name: `Sign in as ${email}?` });
  await question.getByRole('button', { name: 'Sign in' }).click();
  await question.waitFor({ state: 'detached' });
}

beforeEach(async () => {
  device = await openDevice();
});
afterEach(async () => {
  product.network.restore();
  await device?.close();
});

const asked = ['/', '/chat/chat-with-expert', '/company', '/admin/records', '/login', '/one-stop-order/data-center'];

/** By hand: where the addresses above lead, and the content of the sidebar, with its group headings. */
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
      '/chat/general',
      '/chat/general',
      '/chat/general',
      '/one-stop-order/data-center',
    ],
    menu: 'Chat General Expert One stop order Prototyping Order History Data Center Data Gallery Messenger Logout',
  },
  companyAdmin: {
    lands: [
      '/chat/general',
      '/chat/chat-with-expert',
      '/settings/upload?tab=company',
      '/chat/general',
      '/chat/general',
      '/chat/general',
    ],
    menu: 'Chat General Expert Settings (Admin Center) Logout',
  },
  adminNoPlan: {
    lands: [
      '/chat/general',
      '/pricing',
      '/settings/upload?tab=company',
      '/chat/general',
      '/chat/general',
      '/chat/general',
    ],
    menu: 'Chat General Expert Logout',
  },
  expert: {
    lands: [
      '/admin/expert-chat-messages',
      '/chat/chat-with-expert',
      '/admin/expert-chat-messages',
      '/admin/records',
      '/admin/expert-chat-messages',
      '/one-stop-order/data-center',
    ],
    menu: 'Chat General Expert One stop order Prototyping Order History Data Center Data Gallery Messenger Switch to admin Logout',
  },
};
expected['admin'] = expected['expert'] as (typeof expected)[string];

test('a guest is sent to the login from every page but the public ones, also without a network', async () => {
  const { page } = device;
  await page.goto(`${product.url}/login`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const isOffline of [false, true]) {
    await device.context.setOffline(isOffline);
    for (const address of asked) {
      await page.goto(`${product.url}${address}`);
      await page.getByRole('heading', { name: 'Login to your Account' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/login');
      await expect.poll(() => page.title()).toBe('Login to your Account · Virtual Factory Platform');
    }
    await page.goto(`${product.url}/pay`);
    await page.waitForURL(/\/user-on-boarding\?type=new$/);
  }
  await expectEveryLanding(page, 'guest');
  expect(device.problems).toEqual([]);
});

/** The users that try every address offline, besides guests and deactivated users: each takes seconds. */
const walkers: ReadonlySet<Kind> = new Set(['standard', 'navigator', 'expert']);

// Online by navigation inside the app, as with links; offline by loading each address.
test.each(Object.keys(expected) as Kind[])('%s lands where they belong, also without a network', async (kind) => {
  const { page } = device;
  await openByLink(page, '/chat/supplier-provider', emailOf(kind));
  await page.getByRole('main').waitFor();
  await untilReadyOffline(page);
  const { lands, menu } = expected[kind] ?? { lands: [], menu: '' };
  await expectWalk(page, asked, lands);
  expect(await sidebarOf(page)).toBe(menu);
  product.network.cut();
  await device.context.setOffline(true);
  await expectLandings(page, lands);
  expect(await sidebarOf(page)).toBe(menu);
  if (walkers.has(kind)) await expectEveryLanding(page, kind);
  expect(device.problems).toEqual([]);
});

test('a deactivated user who does not know it yet goes everywhere as before; afterwards they are a guest, also offline', async () => {
  const { page, context } = device;
  await setStatus(product.db, 'deactivated', 'ACTIVE');
  await openByLink(page, '/chat/supplier-provider', emailOf('deactivated'));
  await page.getByRole('main').waitFor();
  await untilReadyOffline(page);
  product.network.cut();
  await context.setOffline(true);
  await setStatus(product.db, 'deactivated', 'DEACTIVATED');
  await expectEveryLanding(page, 'professional');
  await page.goto(`${product.url}/waiting`);
  await page.getByText('Nothing is waiting').waitFor();
  product.network.restore();
  await context.setOffline(false);
  await page.getByText('VFP Login Error').waitFor();
  await page.waitForURL(/\/login$/);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  product.network.cut();
  await context.setOffline(true);
  await page.goto(`${product.url}/login`);
  await page.getByRole('heading', { name: 'Login to your Account' }).waitFor();
  await expectEveryLanding(page, 'deactivated');
  expect(device.problems).toEqual([]);
});

/** Loads each address and waits until the right page is shown, with its title. */
async function expectLandings(page: Page, lands: string[]): Promise<void> {
  for (const [i, address] of asked.entries()) {
    await page.goto(`${product.url}${address}`);
    const place = async () => page.evaluate(() => `${location.pathname}${location.search}`);
    await expect.poll(place, { message: `${address} leads on` }).toBe(lands[i]);
    await page.locator('main, header').getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    const site = lands[i]?.startsWith('/admin') === true ? 'VFP Admin' : 'Virtual Factory Platform';
    await expect.poll(() => page.title()).toMatch(new RegExp(` · ${site}$`));
    expect(await place()).toBe(lands[i]);
  }
}

/** Navigates to every address of the table inside the app, as a link would, and checks where each leads. */
async function expectEveryLanding(page: Page, kind: Kind): Promise<void> {
  // Signing out is a page too, and would end the test.
  const others = addresses.filter((address) => address !== '/logout');
  await expectWalk(
    page,
    others,
    others.map((address) => landingFor(kind, address) ?? ''),
  );
}

async function expectWalk(page: Page, from: string[], lands: string[]): Promise<void> {
  const rows = from.map((address, i) => ({ address, lands: lands[i] ?? '', title: titleOf(lands[i] ?? '') }));
  expect(await page.evaluate(walk, { rows, forMs: patience.condition })).toEqual(rows);
}

function titleOf(address: string): string {
  const found = routeAt(new URL(address, 'https://vfp.test').pathname);
  return 'page' in found ? titles[found.page] : '';
}

/**
 * Runs in the page.
 * @returns for each address where it led and the title there, once both are stable or the time is over
 */
async function walk({ rows, forMs }: { rows: { address: string; lands: string; title: string }[]; forMs: number }) {
  const led = [];
  for (const { address, lands, title } of rows) {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
    const until = performance.now() + forMs;
    let stood = 0;
    // A correct result must be stable, because a late redirect may still follow.
    while (stood < 2 && performance.now() < until) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const isThere = `${location.pathname}${location.search}` === lands && document.title === title;
      stood = isThere && document.querySelector('h1') !== null ? stood + 1 : 0;
    }
    led.push({ address, lands: `${location.pathname}${location.search}`, title: document.title });
  }
  return led;
}

async function sidebarOf(page: Page): Promise<string> {
  await page.goto(`${product.url}/chat/supplier-provider`);
  const sidebar = page.getByRole('complementary').getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('link', { name: 'Logout' }).waitFor();
  const texts = await sidebar.locator('h2, li, a[data-variant]').allInnerTexts();
  return texts.map((text) => text.trim()).join(' ');
}

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
  await openByLink(page, '/', emailOf('expert'));
  await page.getByRole('main').waitFor();
  await page.goto(`${product.url}/about_us`);
  await header.getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL(/\/admin$/);
  await expect.poll(() => page.title()).toBe('Dashboard · VFP Admin');
  expect(device.problems).toEqual([]);
});
