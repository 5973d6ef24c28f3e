import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { queued } from '../../support/devices/disk.ts';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { freeze, runUntilShown } from '../../support/browser/page-clock.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/**
 * The server ends a session while commands are pending: one notice, one reload after four seconds, and the commands
 * stay with their user.
 */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice();
  await signIn(device.page, product.url, 'engineer@demo.vfp');
});
afterEach(async () => {
  await device?.close();
});

/** Ends all sessions of a user, as an administrator would. */
async function endSessions(email: string): Promise<void> {
  await sql`update sessions set revoked_at = now() where user_id = (select id from users where email = ${email})`.execute(
    product.db,
  );
}

const notice = (page: Page) => page.getByText('VFP Login Error');

test('54 the reload after a 401 keeps the outbox: one notice, one reload, four seconds apart, and the next sign-in sends it', async () => {
  const { page, context } = device;
  await openExpertRoom(page, product.url);
  await context.setOffline(true);
  await write(page, 'Written before the session ended');
  await endSessions('engineer@demo.vfp');
  let loads = 0;
  page.on('load', () => loads++);
  // Each call of the page fails by itself: the push, the pull and the socket, all at once.
  const refused: number[] = [];
  page.on('response', (response) => response.status() === 401 && refused.push(response.status()));
  await page.clock.install();
  await freeze(page);
  await context.setOffline(false);
  await runUntilShown(page, notice(page));
  await page.clock.fastForward(3000);
  expect(await notice(page).count()).toBe(1);
  expect(await queued(page)).toBeGreaterThan(0);
  expect(loads).toBe(0);
  await page.clock.fastForward(1500);
  // The page that is loaded now may have to try again for its texts.
  await page.clock.resume();
  await page.waitForURL(/\/login/);
  expect(refused.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect(await notice(page).count()).toBe(0);
  await page.getByText('You were signed out on this device.').waitFor();
  expect(loads).toBe(1);
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/\bat=|userData=/);
  expect(await queued(page)).toBeGreaterThan(0);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await until('it is sent', async () => (await countOf(product.db, 'Written before the session ended')) === 1);
  await until('nothing waits', async () => (await queued(page)) === 0);
});

test('signed out while I write, I go on writing below the notice, and the sign-in returns to my text in its room', async () => {
  const { page } = device;
  const room = await openExpertRoom(page, product.url);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Half a sen');
  await page.clock.install();
  await freeze(page);
  await endSessions('engineer@demo.vfp');
  await runUntilShown(page, notice(page));
  await page.getByText('You were signed out on this device. Sign in to go on; what you wrote is kept.').waitFor();
  await box.pressSequentially('tence');
  await page.clock.fastForward(3000);
  expect(await box.inputValue()).toBe('Half a sentence');
  await box.pressSequentially(' more');
  expect(await page.getByText('not on this device').count()).toBe(0);
  await page.clock.fastForward(1500);
  await page.clock.resume();
  await page.waitForURL(/\/login/);
  // Still after a second reload.
  await page.getByRole('button', { name: 'Login' }).waitFor();
  await page.reload();
  await page.getByText('You were signed out on this device.').waitFor();
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(new RegExp(`room=${room}`));
  await until('the text is back', async () => (await box.inputValue()) === 'Half a sentence more');
});

test('a page whose session went with its cookie says so, and what waits', async () => {
  const { page, context } = device;
  await openExpertRoom(page, product.url);
  await context.setOffline(true);
  await write(page, 'Written before the cookie went');
  await until('it is counted', async () =>
    page.evaluate(() => localStorage.getItem('vfp.parked')?.includes(':1') === true),
  );
  await context.clearCookies({ name: 'at' });
  await context.setOffline(false);
  await page.reload();
  await page.waitForURL(/\/login/);
  await page.getByText('You were signed out on this device.').waitFor();
  await page.getByText('1 unsent on this device').waitFor();
  await page.reload();
  await page.getByText('You were signed out on this device.').waitFor();
  expect(await page.getByText('the page you asked for').count()).toBe(0);
});

test('after I have signed out myself, the sign-in page does not speak of it', async () => {
  const { page } = device;
  await page.goto(`${product.url}/logout`);
  await page.waitForURL(/\/login/);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect(await page.getByText('You were signed out').count()).toBe(0);
});

test('55 another user signing in on this device neither sees nor sends what is pending for its owner', async () => {
  const { page, context } = device;
  await openExpertRoom(page, product.url);
  await context.setOffline(true);
  await write(page, 'For my own eyes');
  await page.goto(`${product.url}/logout`);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.waitForURL(/\/login/);
  await context.setOffline(false);
  await page.getByLabel('E-mail').fill('customer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/chat/);
  await page.goto(`${product.url}/waiting`);
  await page.getByText('Nothing is waiting').waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  await openExpertRoom(page, product.url);
  await write(page, 'Written by the other');
  await until('the other one’s is sent', async () => (await countOf(product.db, 'Written by the other')) === 1);
  expect(await page.getByText('For my own eyes').count()).toBe(0);
  expect(await countOf(product.db, 'For my own eyes')).toBe(0);
  const author = await sql<{ email: string }>`
    select u.email from events e join users u on u.id::text = e.data #>> '{message,author,id}'
    where e.data #>> '{message,content}' = 'Written by the other'`.execute(product.db);
  expect(author.rows).toEqual([{ email: 'customer@demo.vfp' }]);
  await page.goto(`${product.url}/logout`);
  await page.waitForURL(/\/login/);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await until('its owner’s is sent', async () => (await countOf(product.db, 'For my own eyes')) === 1);
});
