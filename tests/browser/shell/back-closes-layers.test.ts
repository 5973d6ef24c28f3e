import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { phone } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** Back on a phone: it closes what lies over the page, and only then leaves the page. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp', { viewport: phone });
const { page } = device;

const draft = `/one-stop-order/Prototyping/${demoId('pilot')}`;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

/** Each kind of layer: the page under it, how it is opened, and what is seen of it. */
const layers: Record<string, { path: string; open: () => Promise<void>; seen: () => Locator }> = {
  'the menu': {
    path: '/chat/general',
    open: () => button('Menu').click(),
    seen: () => dialog('Menu'),
  },
  'the account menu': {
    path: '/chat/general',
    open: () => button(/^Account/).click(),
    seen: () => button('My devices'),
  },
  'the search for pages and conversations': {
    path: '/chat/general',
    open: async () => {
      await button(/^Find/).waitFor();
      await page.keyboard.press('Control+k');
    },
    seen: () => page.getByRole('combobox'),
  },
  'past conversations': {
    path: '/chat/general',
    open: () => button('Past conversations').click(),
    seen: () => dialog('Past conversations'),
  },
  'the question before an order is cancelled': {
    path: `/one-stop-order/history/${demoId('pilot')}`,
    open: () => button('Cancel the order').click(),
    seen: () => page.getByRole('group', { name: 'Cancel the order' }),
  },
  'the floating messenger': {
    path: draft,
    open: () => button(/Open messages/).click(),
    seen: () => dialog('Messages'),
  },
};

beforeEach(async () => {
  // The page before the one under the layer: Back must not lead here while a layer is open.
  await page.goto(`${product.url}/waiting`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

for (const [name, { path, open, seen }] of Object.entries(layers)) {
  test(`Back closes ${name} and stays on the page; the next Back leaves it`, async () => {
    await page.goto(`${product.url}${path}`);
    await open();
    await seen().waitFor();
    await page.goBack();
    await seen().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe(path);
    await page.goBack();
    await page.waitForURL('**/waiting');
  });
}

test('a menu closed by Escape leaves nothing in the history', async () => {
  await page.goto(`${product.url}/chat/general`);
  await button('Menu').click();
  await dialog('Menu').waitFor();
  await page.keyboard.press('Escape');
  await dialog('Menu').waitFor({ state: 'hidden' });
  await page.waitForFunction(() => Reflect.get(history.state.layer, 'depth') === 0);
  await page.goBack();
  await page.waitForURL('**/waiting');
  expect(await dialog('Menu').count()).toBe(0);
});

test('a page chosen in the menu is left by one Back', async () => {
  await page.goto(`${product.url}/chat/general`);
  await button('Menu').click();
  await dialog('Menu').getByRole('link', { name: 'Order History' }).click();
  await page.waitForURL('**/history');
  await page.goBack();
  await page.waitForURL('**/chat/general');
  expect(await dialog('Menu').count()).toBe(0);
});

test('the sheet of an order, closed by its button, does not open again by Back', async () => {
  await page.goto(`${product.url}/one-stop-order/history`);
  await page.locator('a[href*="/history/"]').first().click();
  await page.waitForURL('**/history/*');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/history');
  await page.waitForFunction(() => Reflect.get(history.state.layer, 'at') === 0);
  await page.goBack();
  await page.waitForURL('**/waiting');
  expect(await page.getByRole('dialog').count()).toBe(0);
});
