import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesOf, openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { queued } from '../../support/devices/disk.ts';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { photo, signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** Signing out with pending messages: the user is asked, and each answer does what it says. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice({ viewport: phone });
  await signIn(device.page, product.url, 'engineer@demo.vfp');
});
afterEach(async () => {
  await device?.close();
});

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const isOut = (page: Page) => page.waitForURL(/\/login/);

/** Writes three messages offline, the last with a photo, and then signs out. */
async function writeAndLeave(about: string): Promise<string[]> {
  const { page, context } = device;
  await openExpertRoom(page, product.url);
  await context.setOffline(true);
  const texts = [`${about}, one`, `${about}, two`, `${about}, three`];
  for (const text of texts) {
    if (text.endsWith('three')) await page.locator('input[type=file]').setInputFiles(photo);
    await write(page, text);
  }
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('link', { name: 'Logout' }).filter({ visible: true }).click();
  await dialog(page).getByText('3 things have not been sent').waitFor();
  return texts;
}

function countsOf(texts: string[]): Promise<number[]> {
  return Promise.all(texts.map((text) => countOf(product.db, text)));
}

test('58 signing out with three unsent: sent now, shown how far, and then signed out', async () => {
  const { page, context } = device;
  const texts = await writeAndLeave('Send');
  await button(page, 'Send now').click();
  await dialog(page).getByText('0 of 3 sent. There is no connection: 3 stay for now.').waitFor();
  expect(await page.getByRole('progressbar', { name: 'Sending' }).count()).toBe(1);
  await context.setOffline(false);
  await isOut(page);
  expect(await countsOf(texts)).toEqual([1, 1, 1]);
});

test('58 signing out with three unsent: kept, they wait for my next sign-in, and are sent by it', async () => {
  const { page, context } = device;
  const texts = await writeAndLeave('Keep');
  await page.keyboard.press('Escape');
  await page.waitForURL(/chat-with-expert/);
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('link', { name: 'Logout' }).filter({ visible: true }).click();
  await button(page, 'Keep it').focus();
  await page.keyboard.press('Enter');
  await isOut(page);
  expect(await countsOf(texts)).toEqual([0, 0, 0]);
  await context.setOffline(false);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await until('all are sent', async () => (await countsOf(texts)).every((count) => count === 1));
});

test('58 signing out with three unsent: exported as one file with the photo, and still there', async () => {
  const { page } = device;
  const texts = await writeAndLeave('Export');
  const saving = page.waitForEvent('download');
  await button(page, 'Export').click();
  const file = (await bytesOf(await saving)).toString();
  for (const text of texts) expect(file).toContain(text);
  expect(file).toContain(photo.buffer.toString('base64'));
  await dialog(page).getByText('Exported. It is still on this device.').waitFor();
  expect(await queued(page)).toBeGreaterThanOrEqual(3);
});

test('58 signing out with three unsent: discarded after one more question, they are gone for good', async () => {
  const { page, context } = device;
  const texts = await writeAndLeave('Discard');
  await button(page, 'Discard').click();
  await button(page, 'Cancel').click();
  await dialog(page).getByText('3 things have not been sent').waitFor();
  await button(page, 'Discard').click();
  await button(page, 'Discard and sign out').click();
  await isOut(page);
  expect(await queued(page)).toBe(0);
  await context.setOffline(false);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.goto(`${product.url}/waiting`);
  await page.getByText('Nothing is waiting').waitFor();
  expect(await countsOf(texts)).toEqual([0, 0, 0]);
});

test('when the network returns while I am asked, everything is sent, and I am signed out only when I say so', async () => {
  const { page, context } = device;
  const texts = await writeAndLeave('Meanwhile');
  await context.setOffline(false);
  await dialog(page).getByText('Everything has been sent').waitFor();
  expect(await countsOf(texts)).toEqual([1, 1, 1]);
  await button(page, 'Stay signed in').click();
  await page.getByRole('log').getByText('Meanwhile, one').waitFor();
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('link', { name: 'Logout' }).filter({ visible: true }).click();
  await isOut(page);
});
