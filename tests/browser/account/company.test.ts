import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { problemsHere } from '../../support/browser/axe.ts';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { invitationPassword } from '../../support/servers/letters.ts';
import { countOf, write } from '../../support/browser/messaging.ts';
import { photo, signIn, provideProduct } from '../../support/servers/product.ts';

/** A company's administrator, an invited colleague, and what both see of it. */

let manager: Device;
let colleague: Device;

const product = await provideProduct();
beforeEach(async () => {
  manager = await openDevice();
  colleague = await openDevice({ viewport: phone });
});
afterEach(async () => {
  await manager?.close();
  await colleague?.close();
});

const own = 'Anode-2026!';

async function openTab(page: Page, name: string): Promise<void> {
  await page.goto(`${product.url}/settings/upload`);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
}

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('an invited colleague gets an e-mail, signs in, sets a password and chats; the admin sees the license used', async () => {
  const email = 'nia@helios.test';
  const admin = manager.page;
  await signIn(admin, product.url, 'manager@demo.vfp');
  await openTab(admin, 'Users');
  await admin.getByText('2 of 5 licenses used').waitFor();
  await admin.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await dialog.getByText('Required').waitFor();
  // The focus is on the missing field.
  await expect.poll(() => dialog.getByLabel('E-mail').evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog.getByLabel('E-mail').fill('customer@demo.vfp');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await dialog.getByText('This address is in your company already').waitFor();
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Display name').fill('Nia Fischer');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await admin.getByText(`An invitation is on its way to ${email}`).waitFor();
  await admin.getByText('3 of 5 licenses used').waitFor();
  await admin.getByRole('list', { name: 'Invited' }).getByText(email).waitFor();

  const { page } = colleague;
  await login(page, email, await invitationPassword(product.url, email));
  await page.getByText('New Passowrd Required!').waitFor();
  // A reload loses the challenge, and the e-mail contains no code.
  await page.reload();
  await page.waitForURL(/\/login$/);
  await page.getByText('Sign in once more with the password you were given, then choose a new one').waitFor();
  await login(page, email, await invitationPassword(product.url, email));
  await page.getByLabel('New password', { exact: true }).fill(own);
  await page.getByLabel('Confirm password').fill(own);
  await page.getByRole('button', { name: /^Change Password/ }).click();
  await page.waitForURL(/\/chat\/general$/);
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('button', { name: 'Start a conversation' }).first().click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await write(page, 'Hello from Helios');
  await expect.poll(() => countOf(product.db, 'Hello from Helios')).toBe(1);
  // The company's settings are not available to this user.
  await page.goto(`${product.url}/settings/upload?tab=users`);
  await page.getByText('Only you see them.').waitFor();
  expect(await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts()).toEqual([
    'My files',
    'Account',
  ]);

  await openTab(admin, 'Users');
  await admin.getByRole('list', { name: 'Users' }).getByText('Nia Fischer').waitFor();
  expect(await admin.getByRole('list', { name: 'Invited' }).count()).toBe(0);
  await admin.getByText('3 of 5 licenses used').waitFor();
  await admin.getByRole('button', { name: 'Remove Nia Fischer' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await admin.getByText('2 of 5 licenses used').waitFor();
  await page.getByText(/^You are no longer a member of Helios/).waitFor();
  expect([...manager.problems, ...colleague.problems]).toEqual([]);
});

test(
  'files that I upload are on my other devices; offline I see what was there, and what needs a connection',
  { tags: ['all-only'] },
  async () => {
    const [here, there] = [manager.page, colleague.page];
    for (const page of [here, there]) await signIn(page, product.url, 'manager@demo.vfp');
    await openTab(here, 'My files');
    await here.getByText('No files yet').waitFor();
    const picker = here.getByLabel('Upload files');
    await picker.setInputFiles({ name: 'macro.html', mimeType: 'text/html', buffer: Buffer.from('<p>') });
    await here.getByText(/file type/i).waitFor();
    const big = { name: 'big.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5 * 1024 * 1024) };
    await picker.setInputFiles(big);
    await here.getByText('Max file size greater than 5M').waitFor();
    await picker.setInputFiles(photo);
    const files = here.getByRole('list', { name: 'My files' });
    await files.getByText(photo.name).waitFor();

    await openTab(there, 'My files');
    await there.getByRole('list', { name: 'My files' }).getByText(photo.name).waitFor();
    const [download] = await Promise.all([
      there.waitForEvent('download'),
      there.getByRole('button', { name: `Download ${photo.name}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(photo.name);

    await manager.context.setOffline(true);
    await here.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Company' }).click();
    await here.getByText('This needs a connection').waitFor();
    // Wait for one item: the known quotas are shown without further calls.
    await here.getByRole('list', { name: 'What the company uses' }).waitFor();
    expect(await here.getByText(/^As of|This needs a connection/).count()).toBe(1);
    const tried = here.waitForEvent('requestfailed', (request) => request.url().includes('/quotas'));
    await here.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'My files' }).click();
    await tried;
    await here
      .getByText(/^As of \d\d:\d\d/)
      .first()
      .waitFor();
    await files.getByText(photo.name).waitFor();
    await here.getByRole('list', { name: 'What your account uses' }).waitFor();
    expect(await here.getByText(/^As of/).count()).toBe(1);
    expect(await problemsHere(here, 'own files offline')).toEqual([]);
    await manager.context.setOffline(false);
    await expect.poll(() => here.getByText(/^As of/).count()).toBe(0);

    await here.getByRole('button', { name: `Delete ${photo.name}` }).click();
    await here.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await here.getByText('No files yet').waitFor();
    expect([...manager.problems, ...colleague.problems]).toEqual([]);
  },
);
