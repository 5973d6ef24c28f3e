import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { partlyOutside } from '../../support/browser/partly-outside.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { engineerPlaces, expertPlaces, goTo, publicPlaces, visit, type Place } from './places.ts';

/** A phone that is held across, with a notch on the left or on the right: nothing that one taps is below it. */

const across = { width: 844, height: 390 };
const notch = { top: 0, left: 47, right: 47, bottom: 21 };

const product = await provideProduct();
const device = await product.device(undefined, { viewport: across });
const staff = await product.device(undefined, { viewport: across });
beforeAll(async () => {
  for (const { context, page } of [device, staff]) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: notch });
  }
});

test('before signing in, no control is below a notch', async () => {
  expect(await belowNotch(device.page, publicPlaces)).toEqual([]);
});

test('for an engineer, no control is below a notch', async () => {
  await signIn(device.page, product.url, 'engineer@demo.vfp');
  expect(await belowNotch(device.page, engineerPlaces)).toEqual([]);
});

test('for an expert, no control is below a notch', async () => {
  await signIn(staff.page, product.url, 'expert@demo.vfp');
  expect(await belowNotch(staff.page, expertPlaces)).toEqual([]);
});

async function belowNotch(page: Page, places: Place[]): Promise<string[]> {
  const found: string[] = [];
  for (const [i, place] of places.entries()) {
    await (i === 0 ? goTo(page, product.url, place) : visit(page, place));
    // The emulated notch is there.
    await expect.poll(() => page.evaluate(leftOfBody)).toBe(notch.left);
    found.push(...(await partlyOutside(page, notch)).map((what) => `${place.name}: ${what}`));
  }
  return found;
}

function leftOfBody(): number {
  return Number.parseFloat(getComputedStyle(document.body).paddingLeft);
}
