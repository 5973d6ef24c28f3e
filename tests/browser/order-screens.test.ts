import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrders, type ShownOrder } from '../../scripts/order-screenshots/content.ts';
import { orderShots, textsIn } from '../../scripts/order-screenshots/shots.ts';
import { problemsHere } from '../support/axe.ts';
import { openDevice, type Device } from '../support/browser.ts';
import { signIn, startProduct, type Product } from '../support/product.ts';

/** The screens that `npm run screenshots:orders` shows: orders in every status, both sides, both themes. axe finds nothing. */

let product: Product;
let orders: ReadonlyMap<string, ShownOrder>;

beforeAll(async () => {
  product = await startProduct();
  orders = await createOrders(product.url);
});
afterAll(() => product?.close());

test('a customer’s screens of orders', async () => {
  const device = await openDevice();
  expect(await problemsOf(device, 'engineer')).toEqual([]);
  await device.close();
});

test('the screens of staff for orders', async () => {
  const device = await openDevice();
  expect(await problemsOf(device, 'expert')).toEqual([]);
  await device.close();
});

async function problemsOf({ page, problems: broken }: Device, user: 'engineer' | 'expert'): Promise<string[]> {
  const problems: string[] = [];
  await signIn(page, product.url, `${user}@demo.vfp`);
  const { url } = product;
  for (const { name, who, open, path, isTall, isAlike } of orderShots) {
    // A tall window shows the same page.
    if (who !== user || isAlike === true || (isTall === true && open === undefined)) continue;
    await page.goto(`${url}${path((order) => orders.get(order)?.id ?? '')}`);
    await page.locator('main').waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    await open?.({ page, url, orders, t: textsIn('en') });
    problems.push(...(await problemsHere(page, name)));
  }
  return [...problems, ...broken];
}
