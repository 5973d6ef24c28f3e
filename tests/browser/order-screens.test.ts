import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrders, type ShownOrder } from '../../scripts/order-screenshots/content.ts';
import { orderShots } from '../../scripts/order-screenshots/shots.ts';
import { openScreen, textsIn } from '../../scripts/screens.ts';
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
  for (const shot of orderShots) {
    // A tall window shows the same page.
    if (shot.who !== user || shot.isAlike === true || (shot.isTall === true && shot.open === undefined)) continue;
    await openScreen({ page, url, t: textsIn('en') }, shot, (order) => orders.get(order)?.id ?? '');
    problems.push(...(await problemsHere(page, shot.name)));
  }
  return [...problems, ...broken];
}
