import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type OwnBrowser } from '../../support/browser/browser.ts';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** The files of a browser's database are damaged or missing while messages are pending. */

const product = await provideProduct();
let browser: OwnBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  await signIn(browser.page, product.url, 'engineer@demo.vfp');
});
afterAll(() => browser?.close());

const lost = /^2 things had not been sent from this browser, and its storage for this site is damaged or was deleted/;

test.each<[string, (file: string) => void]>([
  ['are damaged', (file) => writeFileSync(file, 'This is no database.')],
  ['are gone', (file) => rmSync(file)],
])('when the files of the database %s, the app says how much had not been sent, and works', async (what, harm) => {
  await openExpertRoom(browser.page, product.url);
  await browser.context.setOffline(true);
  await write(browser.page, 'Never sent');
  await write(browser.page, 'Nor this');
  await until('both are counted', () =>
    browser.page.evaluate(() => localStorage.getItem('vfp.parked')?.endsWith(':2}')),
  );
  const { profile } = browser;
  await browser.context.close();
  const databases = join(profile, 'Default', 'IndexedDB');
  expect(existsSync(databases)).toBe(true);
  for (const entry of readdirSync(databases, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) harm(join(entry.parentPath, entry.name));

  browser = await openBrowser({ profile });
  const { page } = browser;
  await page.goto(`${product.url}/chat/general`);
  await page.getByText(lost).waitFor();
  await page.getByText('What was not sent could not be read').waitFor();
  await openExpertRoom(page, product.url);
  // The previous case has written to the same room.
  await write(page, `Written after they ${what}`);
  await until('it is sent', async () => (await countOf(product.db, `Written after they ${what}`)) > 0);
  expect(browser.problems).toEqual([]);
});
