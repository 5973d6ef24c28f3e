import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '#domain/limits.ts';
import { openDevice, phone, type Device } from '../support/browser.ts';
import { openExpertRoom, write } from '../support/messaging.ts';
import { signIn, startProduct, type Product } from '../support/product.ts';

/** What the page on which one signs in says about this device, and about a sign-in that fails. */

let product: Product;
let device: Device;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});
beforeEach(async () => {
  device = await openDevice({ viewport: phone });
});
afterEach(async () => {
  await device?.close();
});

async function attempt(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill('customer@demo.vfp');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('after too many wrong passwords it says how long to wait, until it is dismissed', async () => {
  const { page } = device;
  await page.goto(`${product.url}/login`);
  for (let tries = 0; tries < limits.loginFailures; tries++) {
    const answer = page.waitForResponse(/auth\/login/);
    await attempt(page, 'wrong-Password1!');
    expect((await answer).status()).toBe(401);
    await page.getByText('Incorrect username or password.').waitFor();
  }
  // Also with the right one: whoever guesses must not learn that it was.
  await attempt(page, 'Demo-2026!');
  await page.getByText('Login Failure').waitFor();
  await page.getByText(/^Too many tries with this e-mail\. Wait 1[45] minutes, then try again\.$/).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  expect(await page.getByText('Too many tries').count()).toBe(0);
  expect(device.problems).toEqual([]);
});

test('what was kept at sign-out is counted on the way back in, without opening a database; it goes when it is sent', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await openExpertRoom(page, product.url);
  await context.setOffline(true);
  for (const text of ['one', 'two', 'three']) await write(page, `Kept, ${text}`);
  await page.goto(`${product.url}/logout`);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByText('3 unsent on this device. Sign in to send them.').waitFor();
  await context.setOffline(false);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.reload();
  await page.getByText('3 unsent on this device. Sign in to send them.').waitFor();
  expect(loaded.filter((url) => /session-|known-device|dexie/i.test(url))).toEqual([]);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.goto(`${product.url}/waiting`);
  await page.getByText('Nothing is waiting').waitFor();
  await page.goto(`${product.url}/logout`);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect(await page.getByText(/unsent on this device/).count()).toBe(0);
});
