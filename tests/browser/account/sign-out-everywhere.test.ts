import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct, untilReadyOffline } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** A sign-out on one page signs out all pages of the browser and, once online, ends the session on the server. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice();
  await signIn(device.page, product.url, 'engineer@demo.vfp');
});
afterEach(async () => {
  await device?.close();
});

/** Returns the token of this browser's session. */
async function tokenHere(): Promise<string> {
  const cookies = await device.context.cookies();
  return decodeURIComponent(cookies.find(({ name }) => name === 'at')?.value ?? '');
}

async function statusOf(token: string): Promise<number> {
  const { status } = await fetch(`${product.url}/api/v1/users/me`, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

test('signed out on one page without a network, the other page closes, nothing is sent, and the server ends the session when the network is back', async () => {
  const { page, context } = device;
  const token = await tokenHere();
  await openExpertRoom(page, product.url);
  await untilReadyOffline(page);
  const other = await context.newPage();
  await openExpertRoom(other, product.url);
  await context.setOffline(true);
  await write(other, 'Kept for myself');
  await page.goto(`${product.url}/logout`);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.waitForURL(/\/login/);
  await page.getByText('the server is notified when the connection is back').waitFor();
  await other.waitForURL(/\/login/);
  expect(await other.getByText('Kept for myself').count()).toBe(0);
  await other.getByText('1 unsent on this device').waitFor();
  expect(await statusOf(token)).toBe(200);
  await context.setOffline(false);
  await until('the server has ended the session', async () => (await statusOf(token)) === 401);
  await page.getByText('the server is notified when the connection is back').waitFor({ state: 'detached' });
  expect(await countOf(product.db, 'Kept for myself')).toBe(0);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await until('it is sent', async () => (await countOf(product.db, 'Kept for myself')) === 1);
});

test('an offline sign-out survives a reload and reaches the server before another user signs in', async () => {
  const { page, context } = device;
  const token = await tokenHere();
  await untilReadyOffline(page);
  await context.setOffline(true);
  await page.goto(`${product.url}/logout`);
  await page.waitForURL(/\/login/);
  await page.reload();
  await page.getByText('the server is notified when the connection is back').waitFor();
  await context.setOffline(false);
  await signIn(page, product.url, 'customer@demo.vfp');
  expect(await statusOf(token)).toBe(401);
  expect(await statusOf(await tokenHere())).toBe(200);
});
