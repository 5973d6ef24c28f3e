import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** A user changes the e-mail address of their account, and undoes it from the old mailbox. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice({ viewport: phone });
});
afterEach(async () => {
  await device?.close();
});

test('the code goes to the new address, a reload keeps the step, and the link in the notice sets the old address back', async () => {
  const { page } = device;
  const [from, to] = ['engineer@demo.vfp', 'mara@new.vfp'];
  await signIn(page, product.url, from);
  await page.goto(`${product.url}/settings/upload?tab=account`);
  const change = page.getByRole('button', { name: 'Change the e-mail address' });
  await change.click();
  const dialog = page.getByRole('dialog', { name: 'Change my e-mail address' });
  await dialog.getByLabel('New e-mail address').fill(to);
  await dialog.getByLabel('Current password').fill('Wrong-2026!');
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await dialog.getByText('This is not your password').waitFor();
  expect(await dialog.getByLabel('New e-mail address').inputValue()).toBe(to);
  expect(await problemsHere(page, 'a new address')).toEqual([]);
  await dialog.getByLabel('Current password').fill('Demo-2026!');
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await dialog.getByText(`We have sent an e-mail to ${to}`).waitFor();
  const code = (await lettersTo(product.url, to))[0]?.code ?? '';

  await page.reload();
  await change.click();
  await dialog.getByLabel('Code from the mail').fill(code);
  expect(await problemsHere(page, 'the code')).toEqual([]);
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await page.getByText(`Your address is ${to} now`).waitFor();
  await page.getByRole('definition').filter({ hasText: to }).waitFor();

  const [notice] = await lettersTo(product.url, from);
  const link = /^http\S+(\/undo-email-change#token=\S+)$/m.exec(notice?.text ?? '')?.[1] ?? '';
  const other = await openDevice({ viewport: phone });
  try {
    await other.page.goto(product.url + link);
    const button = other.page.getByRole('button', { name: 'Set the old address back' });
    await button.waitFor();
    expect(await problemsHere(other.page, 'undoing a change')).toEqual([]);
    await button.click();
    await other.page.getByText('The old address is back').waitFor();
    await other.page.getByRole('link', { name: 'Set a new password with a code' }).click();
    expect(await other.page.getByLabel('E-mail').inputValue()).toBe(from);
  } finally {
    await other.close();
  }
});

test('without a network the change says that it needs one', async () => {
  const { page } = device;
  await signIn(page, product.url, 'customer@demo.vfp');
  await page.goto(`${product.url}/settings/upload?tab=account`);
  const change = page.getByRole('button', { name: 'Change the e-mail address' });
  await change.waitFor();
  await page.context().setOffline(true);
  await page.getByText('No connection. This needs one.').first().waitFor();
  expect(await change.isDisabled()).toBe(true);
});
