import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedThings } from '../../../src/shell/public/online/stored-things.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { consentCookieDays } from '#domain/ground/cookies.ts';

/** The question about cookies: four answers, nothing optional before one, and never in the way. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice({ consent: 'notAsked' });
});
afterEach(async () => {
  await device?.close();
});

const question = (page: Page) => page.getByRole('dialog', { name: /[Cc]ookie/ });
const answer = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click();

async function choice(): Promise<{ categories: string[]; days: number } | undefined> {
  const cookie = (await device.context.cookies()).find(({ name }) => name === 'cookie_consent');
  if (cookie === undefined) return undefined;
  const { categories } = JSON.parse(decodeURIComponent(cookie.value)) as { categories: string[] };
  return { categories, days: Math.round((cookie.expires - Date.now() / 1000) / 86_400) };
}

async function recorded(): Promise<unknown[]> {
  const { rows } = await sql<{ categories: string[] }>`select categories from consents order by given_at desc`.execute(
    product.db,
  );
  return rows.map((row) => row.categories);
}

const optional = new Set(storedThings.filter(({ category }) => category !== 'necessary').map(({ name }) => name));
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test('before an answer nothing optional is kept: a theme lasts as long as the page', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/about_us`);
  await question(page).waitFor();
  await page.getByRole('button', { name: /^Theme/ }).click();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  await page.getByLabel('Language').selectOption('ko');
  await page.getByRole('heading', { name: '첫 질문부터' }).waitFor();
  const names = [...(await kept(page)), ...(await context.cookies()).map(({ name }) => name)];
  expect(names.filter((name) => optional.has(name))).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'Battery work' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBeNull();
});

test('who accepts all keeps what this page knows, for 180 days, and is not asked again', async () => {
  const { page } = device;
  await page.goto(`${product.url}/about_us`);
  await page.getByRole('button', { name: /^Theme/ }).click();
  await answer(page, 'Accept all');
  await question(page).waitFor({ state: 'detached' });
  expect(await choice()).toEqual({
    categories: ['necessary', 'functional', 'performance'],
    days: consentCookieDays,
  });
  await expect.poll(recorded).toContainEqual(['necessary', 'functional', 'performance']);
  await page.reload();
  await page.getByRole('heading', { name: 'Battery work' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  expect(await question(page).count()).toBe(0);
});

test('who wants only what is required gets that, and can change it by the footer; withdrawing erases', async () => {
  const { page } = device;
  await page.goto(`${product.url}/about_us`);
  await answer(page, 'Required only');
  expect((await choice())?.categories).toEqual(['necessary']);
  const footer = page.getByRole('button', { name: 'Cookie preferences' });
  await footer.click();
  await question(page).getByLabel('Functional').check();
  await answer(page, 'Save preferences');
  expect((await choice())?.categories).toEqual(['necessary', 'functional']);
  expect(await footer.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: /^Theme/ }).click();
  expect(await kept(page)).toContain('vfp.theme');
  await page.evaluate(() => void (document.cookie = 'conversation_id=the-last-one; path=/'));
  await footer.click();
  await answer(page, 'Required only');
  expect((await kept(page)).filter((name) => optional.has(name))).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).not.toContain('the-last-one');
  await expect.poll(async () => (await recorded())[0]).toEqual(['necessary']);
});

test('it works by keyboard alone, and has an accessible name', { tags: ['all-only'] }, async () => {
  const { page } = device;
  await page.goto(`${product.url}/about_us`);
  await question(page).waitFor();
  const manage = question(page).getByRole('button', { name: 'Manage preferences' });
  for (let steps = 0; steps < 6 && !(await manage.evaluate((each) => each === document.activeElement)); steps++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Your cookie preferences');
  expect(await problemsHere(page, 'cookie preferences')).toEqual([]);
  expect(await question(page).getByLabel('Necessary').isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await manage.waitFor();
  expect(await problemsHere(page, 'the question about cookies')).toEqual([]);
  expect(await choice()).toBeUndefined();
});

test('without a server the choice is stored all the same, without an error', async () => {
  const { page } = device;
  await page.route('**/auth/banner/cookies', (route) => route.abort());
  await page.goto(`${product.url}/about_us`);
  await answer(page, 'Accept all');
  await question(page).waitFor({ state: 'detached' });
  expect((await choice())?.categories).toContain('functional');
  expect(await page.getByText(/could not|failed/i).count()).toBe(0);
});

test(
  'on a phone it covers nothing of what one does: signing in, and writing a message',
  { tags: ['all-only'] },
  async () => {
    const { page } = device;
    await page.setViewportSize(phone);
    await signIn(page, product.url, 'engineer@demo.vfp');
    await question(page).waitFor();
    await openExpertRoom(page, product.url);
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    const [composer, notice] = [await box.boundingBox(), await question(page).boundingBox()];
    expect((composer?.y ?? 0) + (composer?.height ?? 0)).toBeLessThan(notice?.y ?? 0);
    await write(page, 'Written while being asked');
    await page.getByRole('log').getByText('Written while being asked').waitFor();
  },
);

test('whatever lies in the browser is listed in the privacy policy', { tags: ['all-only'] }, async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/about_us`);
  await page.getByRole('button', { name: /^Theme/ }).click();
  await answer(page, 'Accept all');
  await signIn(page, product.url, 'engineer@demo.vfp');
  await openExpertRoom(page, product.url);
  await page.goto(`${product.url}/chat/general?c=new`);
  await page.getByRole('textbox', { name: 'Your question' }).fill('Which temperature should cells be stored at?');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Which temperature').waitFor();
  await page.reload();
  const found = await page.evaluate(async () => [
    ...Object.keys(localStorage).map((name) => `localStorage ${name}`),
    ...Object.keys(sessionStorage).map((name) => `sessionStorage ${name}`),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
  ]);
  found.push(...(await context.cookies()).map(({ name }) => `cookie ${name}`));
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter((thing) => !isListed(thing))).toEqual([]);
});

function isListed(thing: string): boolean {
  return storedThings.some(({ kind, name }) =>
    name.endsWith('*') ? thing.startsWith(`${kind} ${name.slice(0, -1)}`) : thing === `${kind} ${name}`,
  );
}
