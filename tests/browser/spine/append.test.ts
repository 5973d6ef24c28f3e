import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, type OwnBrowser } from '../../support/browser/browser.ts';
import { drafts } from '../../support/devices/disk.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/**
 * The time between Enter and the first push: a sent message is stored on the device, and one that could not be stored
 * returns to the box.
 */

const product = await provideProduct();
let device: OwnBrowser;

beforeAll(async () => {
  device = await openBrowser();
  await signIn(device.page, product.url, 'engineer@demo.vfp');
});

afterAll(() => device?.close());

/**
 * Each test starts with a newly started browser, offline. The previous browser is closed normally, because a browser
 * writes its cookies up to half a minute late.
 */
async function start(prepare: (page: Page) => Promise<unknown> = async () => undefined): Promise<Page> {
  await device.context.close();
  device = await openBrowser({ profile: device.profile });
  await prepare(device.page);
  await device.context.setOffline(true);
  await openTalk(device.page);
  return device.page;
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });

async function openTalk(page: Page): Promise<void> {
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  await box(page).waitFor();
}

/** Sends a message; resolves when it is shown, which means that it is stored. */
async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
  await page.getByRole('log').getByText(text).waitFor();
}

/** Returns the user's own messages on the page with this beginning, from top to bottom. */
async function shown(page: Page, beginning: string): Promise<string[]> {
  const all = await page.locator('[data-message] p').allTextContents();
  return all.filter((text) => text.startsWith(beginning));
}

/** Returns the messages on the server with this beginning, in order. */
async function arrived(beginning: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select data #>> '{message,content}' as text from events
    where type = 'message.sent' and starts_with(data #>> '{message,content}', ${beginning}) order by sseq`.execute(
    product.db,
  );
  return rows.map(({ text }) => text);
}

async function backOnline(beginning: string, count: number): Promise<void> {
  await device.context.setOffline(false);
  await until(`${count} have arrived`, async () => (await arrived(beginning)).length >= count);
}

/** Kills the browser and starts it offline. @returns the new page */
async function startAfterKill(): Promise<Page> {
  await device.kill();
  device = await openBrowser({ profile: device.profile });
  await device.context.setOffline(true);
  await openTalk(device.page);
  return device.page;
}

test('01 the browser is killed the moment the text is no draft any more: the message is there at the next start', async () => {
  const page = await start();
  await box(page).fill('Killed: cell 7 is swollen.');
  await until('it is a draft', async () => (await drafts(page)) === 1);
  await box(page).press('Enter');
  await until('it is none any more', async () => (await drafts(page)) === 0);
  await startAfterKill();
  await device.page.getByRole('log').getByText('Killed: cell 7 is swollen.').waitFor();
  await backOnline('Killed:', 1);
  expect(await arrived('Killed:')).toEqual(['Killed: cell 7 is swollen.']);
});

test('01 killed the moment the text has left its box, it is a message or in its box again at the next start', async () => {
  const page = await start();
  await box(page).fill('Sudden: cell 8 too.');
  await until('it is a draft', async () => (await drafts(page)) === 1);
  await box(page).press('Enter');
  await page.waitForFunction(() => document.querySelector('textarea')?.value === '', undefined, { polling: 5 });
  const after = await startAfterKill();
  const isInBox = async () => (await box(after).inputValue()) === 'Sudden: cell 8 too.';
  await until('it is there', async () => (await shown(after, 'Sudden:')).length === 1 || (await isInBox()));
  // Neither lost nor duplicated.
  expect((await shown(after, 'Sudden:')).length).toBeLessThan(2);
  await box(after).fill('');
});

/** Sets the storage quota of this origin, in bytes. */
async function allow(page: Page, quotaSize: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: product.url, quotaSize });
}

test('02 the disk is full: the text returns to its box with the reason, and is sent when there is space', async () => {
  const page = await start((opened) => allow(opened, 30_000_000));
  await allow(page, 1);
  await page.evaluate(useUpWhatIsAllotted);
  const text = 'Full: it sat at 45 °C.';
  await box(page).fill(text);
  await box(page).press('Enter');
  await page.getByRole('alert').getByText('could not be saved on this device').waitFor();
  expect(await box(page).inputValue()).toBe(text);
  expect(await shown(page, 'Full:')).toEqual([]);

  await allow(page, 60_000_000);
  await write(page, text);
  await backOnline('Full:', 1);
  expect(await arrived('Full:')).toEqual([text]);
});

test('02 started on a full disk, the app opens and shows what waits, which goes when there is room', async () => {
  const page = await start((opened) => allow(opened, 30_000_000));
  await write(page, 'Fuller: the RPT is running.');
  await allow(page, 1);
  await page.evaluate(useUpWhatIsAllotted);
  await openTalk(page);
  await page.getByRole('log').getByText('Fuller: the RPT is running.').waitFor();
  await allow(page, 60_000_000);
  await backOnline('Fuller:', 1);
  expect(await arrived('Fuller:')).toEqual(['Fuller: the RPT is running.']);
});

/** The browser checks the quota only from time to time; in between it uses up what it was granted before. */
async function useUpWhatIsAllotted(): Promise<void> {
  const opening = indexedDB.open('filler');
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('bytes', { autoIncrement: true }));
  await new Promise((opened) => opening.addEventListener('success', opened));
  const db = opening.result;
  const writes = (): Promise<boolean> =>
    new Promise((done) => {
      const writing = db.transaction('bytes', 'readwrite');
      writing.objectStore('bytes').add(new Uint8Array(1_000_000));
      writing.addEventListener('complete', () => done(true));
      writing.addEventListener('abort', () => done(false));
    });
  while (await writes());
  db.close();
  indexedDB.deleteDatabase('filler');
}

/** Makes the databases of a profile impossible to open: a file is in place of their folder. */
async function breakDatabases(profile: string): Promise<void> {
  const folder = join(profile, 'Default', 'IndexedDB');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, '');
}

test('03 a browser without storage says so on every page, and messages written online arrive once', async () => {
  const first = await openBrowser();
  await first.context.close();
  await breakDatabases(first.profile);
  const other = await openBrowser({ profile: first.profile });
  onTestFinished(() => other.close());
  const { page } = other;
  await page.goto(`${product.url}/login`);
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('This browser keeps nothing for this site').waitFor();
  await openTalk(page);
  await write(page, 'Unkept: is 4.25 V still safe?');
  await until('it has arrived', async () => (await arrived('Unkept:')).length > 0);
  await page.reload();
  await page.getByText('This browser keeps nothing for this site').waitFor();
  await page.getByRole('log').getByText('Unkept: is 4.25 V still safe?').waitFor();
  expect(await shown(page, 'Unkept:')).toHaveLength(1);
  expect(await arrived('Unkept:')).toHaveLength(1);
});

test('04 two tabs write in the same millisecond: every message has its own position, the same in both', async () => {
  const tabs = [await start(), await device.context.newPage()];
  await device.context.clock.setFixedTime(new Date());
  for (const tab of tabs) await openTalk(tab);
  const numbers = Array.from({ length: 8 }, (_, i) => i);
  await Promise.all(
    tabs.map(async (tab, t) => {
      for (const i of numbers) await write(tab, `Tab: ${t}/${i}`);
    }),
  );
  for (const tab of tabs) await until('all are shown', async () => (await shown(tab, 'Tab:')).length === 16);
  const [first, second] = await Promise.all(tabs.map((tab) => shown(tab, 'Tab:')));
  expect(second).toEqual(first);
  for (const t of [0, 1]) {
    expect(first?.filter((text) => text.startsWith(`Tab: ${t}/`))).toEqual(numbers.map((i) => `Tab: ${t}/${i}`));
  }
  await backOnline('Tab:', 16);
  expect(await arrived('Tab:')).toEqual(first);
  await tabs[1]?.close();
});

test('05 the page is reloaded before the first sending: the message is shown, waits, and arrives once', async () => {
  const page = await start();
  await write(page, 'Reloaded: it sat at 45 °C.');
  await page.reload();
  const message = page.locator('[data-message]', { hasText: 'Reloaded:' });
  await message.waitFor();
  const isWaiting = async () => ['queued', 'sending'].includes((await message.getAttribute('data-delivery')) ?? '');
  expect(await isWaiting()).toBe(true);
  await backOnline('Reloaded:', 1);
  await until('it is known to have arrived', async () => !(await isWaiting()));
  await page.reload();
  await message.waitFor();
  expect(await shown(page, 'Reloaded:')).toHaveLength(1);
  expect(await arrived('Reloaded:')).toHaveLength(1);
});
