import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The ways to create an account, and their e-mails. */

let device: Device;

const product = await provideProduct({ PRODUCT_NAME: 'Acme' });
beforeEach(async () => {
  device = await openDevice({ viewport: phone });
});
afterEach(async () => {
  await device?.close();
});

const password = 'Anode-2026!';

async function codeFor(email: string, atLeast = 1): Promise<string> {
  const [letter] = await lettersTo(product.url, email, atLeast);
  return letter?.code ?? '';
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

test('a new user signs up on a phone, corrects a mistake, enters the code and is signed in', async () => {
  const { page } = device;
  const email = 'nia@lab.test';
  await page.goto(`${product.url}/login`);
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Sign Up' }).waitFor();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  expect(await page.getByText('Required').count()).toBe(3);
  await fill(page, { 'E-mail': 'nia', Phone: 'none', Password: 'short', 'Confirm password': 'other' });
  for (const text of ['Invalid Email', 'Invalid Phone number', 'The confirmed password does not match']) {
    await page.getByText(text).waitFor();
  }
  await page.getByText(/^At least 8 characters/).waitFor();
  await fill(page, { 'E-mail': email, Phone: '+82 10 1234 5678', 'Display name': 'Nia Fischer' });
  await fill(page, { Password: password, 'Confirm password': password });
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText(`We have sent six digits to ${email}`).waitFor();

  await fill(page, { 'Code from the mail': '000000' });
  const code = await codeFor(email);
  if (code === '000000') throw new Error('one in a million');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('This code is wrong, used, too old, or was asked for on another device.').waitFor();
  expect(await page.getByText('Login Failure').count()).toBe(0);
  // The address is not asked for again, even after a reload.
  await page.reload();
  await page.getByText(`We have sent six digits to ${email}`).waitFor();
  await fill(page, { 'Code from the mail': ` ${code.slice(0, 3)} ${code.slice(3)} ` });
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Verify your account successfully').waitFor();
  await page.waitForURL(/\/chat\/general$/);
  expect(device.problems).toEqual([]);
});

test('a user with an account who wants a plan returns to that plan, by whichever forms', async () => {
  const { page } = device;
  await page.goto(`${product.url}/pay?plan=premium`);
  await page.waitForURL(/\/user-on-boarding\?type=new$/);
  expect(await page.getByRole('radio', { name: 'Premium, 14 days free' }).isChecked()).toBe(true);
  await page.getByRole('link', { name: 'I have an account' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('link', { name: 'I have an account' }).click();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('radio', { name: 'Premium, 14 days free', checked: true }).waitFor();
  await page.getByRole('link', { name: 'I have an account' }).click();
  // Both forms ask for an address.
  await page.getByRole('heading', { name: 'Login to your Account' }).waitFor();
  await fill(page, { 'E-mail': 'engineer@demo.vfp', Password: 'Demo-2026!' });
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/pay\?plan=premium$/);
  expect(device.problems).toEqual([]);
});

test('an e-mail address alone starts the trial, up to its tenth question, and from there it is one step to the plans', async () => {
  const { page } = device;
  const email = 'tester@lab.test';
  await page.goto(`${product.url}/try-now`);
  await page.waitForURL(/\/user-on-boarding\?type=instant_access$/);
  await fill(page, { 'E-mail': email });
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await page.getByText(`We have sent six digits to ${email}`).waitFor();
  await fill(page, { 'Code from the mail': await codeFor(email) });
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL(/\/chat\/general$/);
  const box = page.getByRole('textbox', { name: 'Your question' });
  for (let left = 10; left > 0; left--) {
    await page.getByText(`${left} of 10 trial question`).waitFor();
    await box.fill('How tall is a 4680 cell?');
    await page.keyboard.press('Enter');
  }
  await page.getByRole('heading', { name: 'Your trial questions are used up' }).waitFor();
  expect(await box.count()).toBe(0);
  // The answers remain, also after a reload.
  await page.reload();
  await page.getByRole('heading', { name: 'Your trial questions are used up' }).waitFor();
  await expect.poll(() => page.getByText('4680 is 46 x 80 mm').count()).toBe(10);
  await expect.poll(() => page.getByText('Acme_Bot', { exact: true }).count()).toBe(10);
  await page.getByRole('main').getByRole('link', { name: 'Subscribe Now' }).click();
  await page.waitForURL(/\/pay/);
  await page.getByRole('combobox').first().waitFor();
  expect(device.problems).toEqual([]);
});

test('a user who tried the product without a password signs in again with a code by e-mail', async () => {
  const { page } = device;
  const email = 'returns@lab.test';
  await page.goto(`${product.url}/user-on-boarding?type=instant_access`);
  await fill(page, { 'E-mail': email });
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await fill(page, { 'Code from the mail': await codeFor(email) });
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL(/\/chat\/general$/);
  await page.getByRole('main').waitFor();
  await page.goto(`${product.url}/logout`);
  await page.waitForURL(/\/login$/);

  await page.getByRole('link', { name: 'Sign in with a code by mail' }).click();
  await page.waitForURL(/\/login\?by=code$/);
  // Both forms ask for an address.
  await page.getByRole('heading', { name: 'Sign in with a code by mail' }).waitFor();
  await fill(page, { 'E-mail': email });
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByText(`If ${email} has an account, a code is on its way to it.`).waitFor();
  const code = await codeFor(email, 2);
  await fill(page, { 'Code from the mail': code === '000000' ? '000001' : '000000' });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('This code is wrong, used, too old, or was asked for on another device.').waitFor();
  expect(await page.getByText('Login Failure').count()).toBe(0);
  await fill(page, { 'Code from the mail': code });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/chat\/general$/);
  await page.getByRole('main').waitFor();
  expect(device.problems).toEqual([]);
});

test('offline the form says so, and keeps the typed text', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/user-on-boarding?type=new`);
  await fill(page, { 'E-mail': 'late@lab.test', Password: password, 'Confirm password': password });
  await context.setOffline(true);
  await page.getByText('No connection. This needs one.').waitFor();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('The server could not be reached.').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('We have sent six digits to late@lab.test').waitFor();
  expect(device.problems).toEqual([]);
});
