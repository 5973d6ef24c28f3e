import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDevice, type Device } from '../support/browser.ts';
import { openExpertRoom } from '../support/messaging.ts';
import { signIn, startProduct, type Product } from '../support/product.ts';

/** The network fails while a reply is in transit, and the reply still arrives. */

let product: Product;
let device: Device;

beforeAll(async () => {
  product = await startProduct();
  device = await openDevice();
});
afterAll(async () => {
  await device?.close();
  await product?.close();
});

test('an answer that comes after the network has gone does not make the page say that it is connected', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await openExpertRoom(page, product.url);
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/sync/pull', async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await released.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  // Focusing the page triggers a pull.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await asked.promise;
  await context.setOffline(true);
  released.resolve();
  await answered.promise;
  await page.unroute('**/api/v1/sync/pull');
  const waiting = await context.newPage();
  // By then the page has processed the reply: another page opens and shows the same.
  await waiting.goto(`${product.url}/waiting`);
  await waiting.getByText('Offline', { exact: true }).waitFor();
  await waiting.close();
  await page.getByText('No connection. What you write is kept and sent later.').waitFor();
  expect(device.problems).toEqual([]);
});
