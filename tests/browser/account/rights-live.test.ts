import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/**
 * A user's rights change while windows are open: menus and pages follow without a reload, also when the rights return.
 */

const product = await provideProduct();
const device = await product.device();

const setPlan = (name: 'navigator-premium' | 'professional') =>
  sql`update users set plan_name = ${name} where email = 'engineer@demo.vfp'`.execute(product.db);

const wizard = (page: Page) => page.getByLabel('Your name for this order');
const menuItem = (page: Page) => page.getByRole('link', { name: 'Order History' });

test('the pass for orders is taken away and given again: every window follows, also one that was offline', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  const draft = `${product.url}/one-stop-order/Prototyping/${demoId('draft')}?step=service`;
  await page.goto(draft);
  await wizard(page).waitFor();
  const other = await context.newPage();
  await other.goto(`${product.url}/chat/general`);
  await menuItem(other).waitFor();
  let loads = 0;
  for (const each of [page, other]) each.on('load', () => loads++);

  await setPlan('professional');
  await page.waitForURL(/\/chat\/general$/);
  await menuItem(other).waitFor({ state: 'detached' });
  expect(await wizard(page).count()).toBe(0);

  await setPlan('navigator-premium');
  await menuItem(page).waitFor();
  await menuItem(other).waitFor();
  await page.getByRole('link', { name: 'Prototyping' }).click();
  await page.getByText('24 × 21700').first().waitFor();

  await context.setOffline(true);
  await other.getByText('No connection. What you write is kept and sent later.').waitFor();
  await setPlan('professional');
  expect(await menuItem(other).count()).toBe(1);
  await context.setOffline(false);
  await menuItem(other).waitFor({ state: 'detached' });
  await page.waitForURL(/\/chat\/general$/);
  expect(loads).toBe(0);
  expect(device.problems).toEqual([]);
});
