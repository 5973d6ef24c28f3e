import { expect, test } from 'vitest';
import { openExpertRoom } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** The network fails while a reply is in transit, and the reply still arrives. */

const product = await provideProduct();
const device = await product.device();

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
