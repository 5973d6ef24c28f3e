import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** A user requests the deletion of the account, sees the date, and cancels it. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice({ viewport: phone });
});
afterEach(async () => {
  await device?.close();
});

test('a copy of one’s data is asked for, and can be fetched when it is made', async () => {
  const { page } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.goto(`${product.url}/settings/upload?tab=account`);
  await page.getByRole('button', { name: 'Get a copy of my data' }).click();
  const list = page.getByRole('list', { name: 'Copies of my data' });
  await list.getByText(/^Ready until/).waitFor();
  expect(await problemsHere(page, 'a copy')).toEqual([]);
  const begun = page.waitForEvent('download');
  await list.getByRole('button', { name: /^Download the copy/ }).click();
  expect((await begun).suggestedFilename()).toBe('my-data.zip');
  expect((await lettersTo(product.url, 'engineer@demo.vfp'))[0]?.subject).toContain('is ready');
});

test('the deletion is requested in the user menu, says what is deleted and when, and is canceled with one press', async () => {
  const { page } = device;
  const email = 'customer@demo.vfp';
  await signIn(page, product.url, email);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('invoices, because the law requires it').waitFor();
  expect(await problemsHere(page, 'the end of an account')).toEqual([]);
  await dialog.getByLabel('Your password').fill('Wrong-2026!');
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not your password').waitFor();
  await dialog.getByLabel('Your password').fill('Demo-2026!');
  await dialog.getByRole('button', { name: 'Delete in 30 days' }).click();
  await page.getByText(/Your account is deleted on .+ Until then/).waitFor();
  expect(await problemsHere(page, 'the end of an account')).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByText(/^Deleted on/).waitFor();
  await page.keyboard.press('Escape');
  const [letter] = await lettersTo(product.url, email);
  expect(letter?.text).toContain('Keep my account');

  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).waitFor();
  expect((await lettersTo(product.url, email, 2))[0]?.subject).toContain('is kept');
});
