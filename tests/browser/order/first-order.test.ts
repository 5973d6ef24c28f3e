import { expect, test } from 'vitest';
import { phone } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The first order of a user, on a phone whose connection comes and goes. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp', { viewport: phone });

test('one press starts a new order, also while the app connects again', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  await page.getByRole('button', { name: /^Discard / }).click();
  await page.getByText('Order prototypes and tests').waitFor();
  const start = page.getByRole('button', { name: 'Start a new order' });
  await context.setOffline(true);
  await page.getByText('No connection.').waitFor();
  await start.hover();
  await page.mouse.down();
  await context.setOffline(false);
  // The banner has gone, and what is below it is where it was.
  const banners = page.locator('#main').locator('xpath=preceding-sibling::output');
  await expect.poll(() => banners.innerText()).toBe('');
  await page.mouse.up();
  await page.waitForURL('**?step=service');
  await page.getByText('Order prototypes and tests').waitFor({ state: 'detached' });
  expect(await page.getByRole('heading', { name: 'New order' }).count()).toBe(1);
});

test('a new order in which nothing is typed yet is still new after a reload, at any step', async () => {
  const { page } = device;
  const title = page.getByRole('heading', { name: 'New order' });
  await page.getByRole('button', { name: 'Next: Cell' }).click();
  await page.waitForURL('**?step=cell');
  await page.reload();
  await title.waitFor();
  await page.goBack();
  await page.waitForURL('**?step=service');
  await expect.poll(() => title.count()).toBe(1);
});

test('one press in the order history starts a new order', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/history`);
  await page.getByRole('button', { name: 'Start a new order' }).click();
  await page.waitForURL('**?step=service');
  await expect.poll(() => page.getByRole('heading', { name: 'New order' }).count()).toBe(1);
});
