import { beforeAll, expect, test } from 'vitest';
import { phone } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { partlyOutside } from '../../support/browser/partly-outside.ts';
import { engineerPlaces, expertPlaces, goTo, publicPlaces, visit, type Place } from './places.ts';

/** Text at 200 %, set in the browser: nothing is pushed out of the window or covered. */

const widths = [phone, { width: 1280, height: 800 }];

const product = await provideProduct();
const device = await product.device(undefined, { viewport: phone });
const staff = await product.device(undefined, { viewport: phone });
beforeAll(async () => {
  for (const { context, page } of [device, staff]) {
    const session = await context.newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  }
});

test('before signing in, large text stays in the window', async () => {
  expect(await outsideOf(publicPlaces)).toEqual([]);
});

test('for an engineer, large text stays in the window', async () => {
  await signIn(device.page, product.url, 'engineer@demo.vfp');
  expect(await outsideOf(engineerPlaces)).toEqual([]);
});

test('for an expert, large text stays in the window, and rooms are told apart by their names', async () => {
  const { page } = staff;
  await signIn(page, product.url, 'expert@demo.vfp');
  expect(await outsideOf(expertPlaces, page)).toEqual([]);
  await page.setViewportSize(phone);
  await page.goto(`${product.url}/admin/po-chat`);
  const name = page.getByRole('list', { name: 'Conversations' }).getByText('Mara Lindqvist').first();
  await name.waitFor();
  expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true);
});

test('where a style of the user makes text large, a conversation has most of a wide window: it alternates with the list', async () => {
  const page = await staff.context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  // Unlike the size that is set in the browser, the width of the window is not compared with this one.
  await page.addInitScript(() => {
    document.addEventListener(
      'readystatechange',
      () => document.documentElement.style.setProperty('font-size', '32px'),
      { once: true },
    );
  });
  for (const path of ['/admin/expert-chat-messages', '/admin/po-chat']) {
    await page.goto(`${product.url}${path}`);
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
    await expect.poll(async () => (await page.getByRole('log').boundingBox())?.width).toBeGreaterThan(720);
  }
  await page.close();
});

async function outsideOf(places: Place[], page = device.page): Promise<string[]> {
  const found: string[] = [];
  for (const [i, place] of places.entries()) {
    await (i === 0 ? goTo(page, product.url, place) : visit(page, place));
    for (const size of widths) {
      await page.setViewportSize(size);
      found.push(...(await partlyOutside(page)).map((what) => `${place.name}, ${size.width} px: ${what}`));
    }
  }
  return found;
}
