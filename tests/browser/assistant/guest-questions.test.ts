import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** Guests ask the assistant on public pages. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice({ viewport: phone });
  // Fingerprints of one Chromium are the same: each test has a device of its own, with its five questions.
  const value = randomBytes(32).toString('hex');
  await device.context.addCookies([{ name: 'deviceId', value, url: product.url }]);
});
afterEach(async () => {
  await device?.close();
});

const question = 'What are the dimensions of a 21700 cell?';
const box = (page: Page) => page.getByRole('textbox', { name: 'Your question' });
const log = (page: Page) => page.getByRole('log');
const answers = (page: Page) => log(page).getByRole('button', { name: 'Copy answer' });

async function openBox(page: Page, path: string): Promise<void> {
  await page.goto(`${product.url}${path}?lng=en`);
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await box(page).waitFor();
}

test('a guest gets five answers with their sources on the pricing page, sees the limit, and finds no history after a reload', async () => {
  const { page } = device;
  await openBox(page, '/pricing');
  expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
  for (let asked = 1; asked <= 5; asked++) {
    await box(page).fill(question);
    await page.keyboard.press('Enter');
    await page.getByText(`${5 - asked} of 5 questions left today`).waitFor();
    await expect.poll(() => answers(page).count()).toBe(asked);
  }
  await log(page).getByText('4680 is 46 x 80 mm').first().waitFor();
  const source = log(page)
    .getByRole('button', { name: /^Source 1/ })
    .first();
  await source.click();
  const sheet = page.getByRole('dialog', { name: 'Sources of this answer' });
  await sheet.getByText(/4680/).first().waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  const usedUp = page.getByRole('region', { name: 'Your questions without an account are used up' });
  await usedUp.waitFor();
  const problems = await problemsHere(page, 'questions of a guest, used up');
  expect(problems).toEqual([]);

  await openBox(page, '/pricing');
  expect(await answers(page).count()).toBe(0);
  expect(await page.getByText(question).count()).toBe(0);
  await box(page).fill('And how heavy is it?');
  await page.keyboard.press('Enter');
  await usedUp.getByText(/The next question is possible (today|tomorrow) at \d\d:\d\d/).waitFor();
  expect(await box(page).inputValue()).toBe('And how heavy is it?');
  // A fire is reported all the same.
  await box(page).fill('My cell is on fire!');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await log(page).getByText('act first, write later').waitFor();

  await usedUp.getByRole('link', { name: 'Start Free Trial' }).click();
  await page.waitForURL(/user-on-boarding\?type=instant_access/);
  expect(device.problems).toEqual([]);
});

test('related questions can be asked with a click, in Korean too', async () => {
  const { page } = device;
  await page.goto(`${product.url}/white-paper?lng=ko`);
  await page.getByRole('button', { name: '질문하기' }).click();
  const text = page.getByRole('textbox', { name: '질문' });
  await text.fill('리튬 석출은 왜 생기나요?');
  await text.press('Enter');
  await page.getByText('오늘 질문 5개 중 4개 남음').waitFor();
  const next = log(page).locator('ul button').first();
  const asked = (await next.textContent()) ?? '';
  await next.click();
  await page.getByText('오늘 질문 5개 중 3개 남음').waitFor();
  await log(page).getByText(asked, { exact: true }).nth(1).waitFor();
  expect(await problemsHere(page, 'questions of a guest, in Korean')).toEqual([]);
});

test('a guest who is sent to sign in, or reads any public page, is one click from the box', async () => {
  const { page } = device;
  const link = page.getByRole('link', { name: 'Ask without an account' });
  const hasFocus = () => box(page).evaluate((element) => element === document.activeElement);
  await page.goto(`${product.url}/chat/general?lng=en`);
  await page.waitForURL(/\/login/);
  await link.click();
  await page.waitForURL(/\/about_us#ask-here$/);
  await box(page).waitFor();
  expect(await hasFocus()).toBe(true);

  await page.goto(`${product.url}/contact_us?lng=en`);
  await link.click();
  await page.waitForURL(/\/about_us#ask-here$/);
  await expect.poll(hasFocus).toBe(true);

  await page.goto(`${product.url}/pricing?lng=en`);
  await link.click();
  await expect.poll(hasFocus).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/pricing');
  await box(page).fill(question);
  // The head is above; the box and its text stay, and get the focus again.
  await link.click();
  await expect.poll(hasFocus).toBe(true);
  expect(await box(page).inputValue()).toBe(question);
  expect(device.problems).toEqual([]);
});
