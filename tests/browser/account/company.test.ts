import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { problemsHere } from '../../support/browser/axe.ts';
import { desktop, openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { invitationPassword } from '../../support/servers/letters.ts';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
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

async function openMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: item }).click();
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
  'a device that I sign out from another one is out within seconds, with what it has not sent',
  { tags: ['all-only'] },
  async () => {
    const { page } = colleague;
    await signIn(page, product.url, 'customer@demo.vfp');
    const roomId = await openExpertRoom(page, product.url);
    expect(roomId).not.toBe('');
    await colleague.context.setOffline(true);
    await write(page, 'written on the train');

    const here = manager.page;
    await signIn(here, product.url, 'customer@demo.vfp');
    await openMenu(here, 'My devices');
    const devices = here.getByRole('dialog', { name: 'My devices' });
    await devices.getByText('This device').waitFor();
    expect(await devices.getByRole('listitem').count()).toBe(2);
    expect(await problemsHere(here, 'my devices')).toEqual([]);
    await devices.getByRole('button', { name: /^Sign out/ }).click();
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);

    await colleague.context.setOffline(false);
    await page.getByText('VFP Login Error').waitFor();
    await page.waitForURL(/\/login/);
    await page.getByText('1 unsent on this device').waitFor();
    await login(page, 'customer@demo.vfp', 'Demo-2026!');
    await page.waitForURL(/\/chat/);
    await page.goto(`${product.url}/chat/chat-with-expert?room=${roomId}`);
    const bubble = page.getByRole('log').locator('[data-message]').filter({ hasText: 'written on the train' });
    await bubble
      .getByLabel(/sent|delivered/i)
      .or(bubble.getByText(/^(Sent|Delivered)/))
      .first()
      .waitFor();
    expect([...manager.problems, ...colleague.problems]).toEqual([]);
  },
);

test(
  'whoever changes the password stays signed in here, and is signed out elsewhere',
  { tags: ['all-only'] },
  async () => {
    const [here, there] = [manager.page, colleague.page];
    for (const page of [here, there]) await signIn(page, product.url, 'colleague@demo.vfp');
    await openMenu(here, 'Change password');
    const dialog = here.getByRole('dialog', { name: 'Change Password' });
    await dialog.getByLabel('Current password').fill('Wrong-2026!');
    await dialog.getByLabel('New password').fill(own);
    await dialog.getByLabel('Confirm password').fill(own);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await dialog.getByText('This is not your password').waitFor();
    expect(await problemsHere(here, 'another password')).toEqual([]);
    await dialog.getByLabel('Current password').fill('Demo-2026!');
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await here.getByText('Your password has been changed').waitFor();
    await there.getByText('VFP Login Error').waitFor();
    await there.waitForURL(/\/login/);
    await here.reload();
    await here.getByRole('button', { name: /^Account of/ }).waitFor();
    expect([...manager.problems, ...colleague.problems]).toEqual([]);
  },
);

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

test(
  'every tab of the settings is clean in both themes, on a phone and a desktop',
  { tags: ['all-only'] },
  async () => {
    const { page } = manager;
    await signIn(page, product.url, 'manager@demo.vfp');
    const problems: string[] = [];
    for (const [tab, shows] of [
      ['Company', 'Contact e-mail'],
      ['Users', 'licenses used'],
      ['Subscription', 'By invoice'],
      ['My files', 'No files yet'],
    ] as const) {
      await openTab(page, tab);
      await page.locator('main').getByText(shows).first().waitFor();
      problems.push(...(await problemsHere(page, tab)));
    }
    expect(problems).toEqual([]);
    await page.setViewportSize(phone);
    await page.goto(`${product.url}/settings/upload?tab=account`);
    const open = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=page]');
    await expect.poll(async () => ((await open.boundingBox())?.x ?? phone.width) + 40 < phone.width).toBe(true);
    await page.setViewportSize(desktop);
    await openTab(page, 'Company');
    await page.getByLabel('Contact e-mail').fill('nowhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Invalid Email').waitFor();
    await page.getByLabel('Contact e-mail').fill('office@helios.test');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The company data is saved').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Contact e-mail').inputValue()).toBe('office@helios.test');
  },
);
