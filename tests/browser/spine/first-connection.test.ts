import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** A sign-in whose network fails before any data has arrived: the device must not show empty lists. */

const product = await provideProduct();
const device = await product.device();

const unknown = 'Your conversations and orders are not on this device yet';

test('a user who goes offline right after signing in is told that their data is not here yet, and it comes with the network', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/login`);
  // The sign-in works; then nothing more gets through.
  await context.route(/\/sync\/|\/socket\.io\//, (route) => route.abort());
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/chat/);
  for (const [path, never] of lists) {
    await page.goto(`${product.url}${path}`);
    await page.getByRole('heading', { name: unknown }).first().waitFor();
    expect(await page.getByText(never).count()).toBe(0);
    expect(await problemsHere(page, `${path}, not here yet`)).toEqual([]);
  }
  await context.unroute(/\/sync\/|\/socket\.io\//);
  await page.getByText('PO-2026-000001').first().waitFor();
  expect(await page.getByRole('heading', { name: unknown }).count()).toBe(0);
});

/** Each list, with the text it must not show before the data is known. */
const lists: [path: string, never: string][] = [
  ['/chat/chat-with-expert', 'Talk to a battery expert'],
  ['/one-stop-order/Prototyping', 'Order prototypes and tests'],
  ['/one-stop-order/history', 'No orders yet'],
];
