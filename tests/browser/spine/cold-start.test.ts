import { beforeAll, expect, test } from 'vitest';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/**
 * What an app shows that is opened without a network. React keeps a fallback for at least 300 ms, so between the first
 * skeleton and the page there must be none.
 */

const product = await provideProduct();
const device = await product.device();

beforeAll(async () => {
  await device.context.addInitScript(() => {
    // A busy machine may need longer to load a page than the product waits for it.
    const { setTimeout: after } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms?: number) => after(run, ms === 1000 ? 60_000 : ms),
    });
    const frames: string[] = [];
    Object.assign(globalThis, { shownFrames: frames });
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const main = added instanceof Element ? (added.matches('main') ? added : added.querySelector('main')) : null;
        if (main === null) continue;
        frames.push(main.querySelector('output[aria-label="Loading"]') === null ? 'page' : 'skeleton');
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await signIn(device.page, product.url, 'engineer@demo.vfp');
});

test.each([
  ['/chat/general', 'What do the numbers in 18650'],
  ['/chat/chat-with-expert', 'Mara Lindqvist'],
  ['/one-stop-order/history', 'PO-2026-000001'],
])('%s follows the skeleton of the frame at once', async (path, shows) => {
  const { page } = device;
  product.network.restore();
  await page.goto(product.url + path);
  await page.getByText(shows).first().waitFor();
  product.network.cut();
  await page.reload();
  await page.getByText(shows).first().waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { shownFrames: string[] }).shownFrames)).toEqual([
    'skeleton',
    'page',
  ]);
});
