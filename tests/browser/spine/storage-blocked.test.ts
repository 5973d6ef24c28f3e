import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type OwnBrowser } from '../../support/browser/browser.ts';
import { countOf, write } from '../../support/browser/messaging.ts';
import { provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** A browser that stores nothing: no cookies, no storage, no databases, no service worker. */

const product = await provideProduct();
let browser: OwnBrowser;

beforeAll(async () => {
  const profile = mkdtempSync(join(tmpdir(), 'vfp-blocked-'));
  mkdirSync(join(profile, 'Default'));
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(settings));
  browser = await openBrowser({ profile });
});
afterAll(() => browser?.close());

test('with all cookies and storage blocked, public pages work, the app works while it is open, and the user is told what to do', async () => {
  const { page } = browser;
  await page.goto(`${product.url}/about_us`);
  await page.getByText('An assistant with sources').waitFor();
  await page.goto(`${product.url}/login`);
  await page.getByLabel('E-mail').fill('engineer@demo.vfp');
  await page.getByLabel('Password').fill('Demo-2026!');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText(/^This browser keeps nothing for this site.*Allow cookies and site data/).waitFor();
  await page
    .getByRole('link', { name: /^Expert/ })
    .first()
    .click();
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  await write(page, 'Sent from a browser that keeps nothing');
  await until('it is sent', async () => (await countOf(product.db, 'Sent from a browser that keeps nothing')) === 1);
  expect(browser.problems).toEqual([]);
});
