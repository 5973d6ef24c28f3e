import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** The language of the interface: detection, changing it, and missing texts. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice();
});
afterEach(async () => {
  await device?.close();
});

interface Said {
  query?: string;
  cookie?: string;
  localStorage?: string;
  sessionStorage?: string;
  navigator?: string[];
}

const rows: [string, Said, 'ko' | 'en'][] = [
  ['the address before the cookie', { query: 'ko', cookie: 'en' }, 'ko'],
  ['the cookie before local storage', { cookie: 'ko', localStorage: 'en' }, 'ko'],
  ['local storage before session storage', { localStorage: 'ko', sessionStorage: 'en' }, 'ko'],
  ['session storage before the browser', { sessionStorage: 'ko', navigator: ['en-US'] }, 'ko'],
  ['the browser before the page', { navigator: ['ko-KR', 'en'] }, 'ko'],
  ['the page where the browser speaks none of ours', { navigator: ['fr'] }, 'en'],
  ['English where nothing fits', { query: 'xx', navigator: ['fr', 'de'] }, 'en'],
  ['the first of the browser’s languages that we speak', { navigator: ['fr', 'ko', 'en'] }, 'ko'],
  ['nothing that is no language', { query: '../en', navigator: ['ko'] }, 'ko'],
];

test.each(rows)('the language comes from %s', { tags: ['all-only'] }, async (_name, said, expected) => {
  const { page, context } = device;
  await page.goto(`${product.url}/robots.txt`);
  await page.evaluate(({ localStorage: local, sessionStorage: session }) => {
    if (local !== undefined) localStorage.setItem('i18nextLng', local);
    if (session !== undefined) sessionStorage.setItem('i18nextLng', session);
  }, said);
  if (said.cookie !== undefined)
    await context.addCookies([{ name: 'i18nextLng', value: said.cookie, url: product.url }]);
  await page.addInitScript(
    (languages) => {
      Object.defineProperty(navigator, 'languages', { get: () => languages });
    },
    said.navigator ?? ['en-US'],
  );
  const query = said.query === undefined ? '' : `?lng=${encodeURIComponent(said.query)}`;
  await page.goto(`${product.url}/about_us${query}`);
  await expect.poll(() => headingOf(page)).toMatch(expected === 'ko' ? /^첫 질문부터/ : /^Battery work/);
  expect(await page.locator('html').getAttribute('lang')).toBe(expected);
  // The detected language is stored.
  const cached = await page.evaluate(() => localStorage.getItem('i18nextLng'));
  expect(cached?.split('-')[0]).toBe(expected);
});

test('the switch in the menu changes everything at once, dates too, and is remembered', async () => {
  const { page } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.goto(`${product.url}/one-stop-order/history`);
  await page.getByText('PO-2026-000001').first().waitFor();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByLabel('Language').selectOption('ko');
  await page.getByRole('heading', { name: '주문 내역' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: '주문 내역' }).waitFor();
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByPlaceholder('대화 검색').waitFor();
  await expect
    .poll(() => page.locator('main').innerText())
    .toMatch(/(\d+월 \d+일|[월화수목금토일]|어제|오늘|\d\d:\d\d)/);
});

test('a language that was chosen works without a network on pages not seen yet', { tags: ['all-only'] }, async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByLabel('Language').selectOption('ko');
  const isKept = () => page.evaluate(async () => (await caches.match('/locales/ko/navigator.json')) !== undefined);
  await expect.poll(isKept).toBe(true);
  product.network.cut();
  await context.setOffline(true);
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  await page.getByText('새 주문 시작').first().waitFor();
  await context.setOffline(false);
  product.network.restore();
});

test('texts that fail with 5xx are asked for again; with 4xx it is English at once', async () => {
  const { page } = device;
  const asked = { common: 0, public: 0 };
  await page.route('**/locales/ko/common.json', async (route) => {
    asked.common++;
    if (asked.common === 1) await route.fulfill({ status: 503, body: 'busy' });
    else await route.continue();
  });
  await page.route('**/locales/ko/public.json', async (route) => {
    asked.public++;
    await route.fulfill({ status: 404, body: 'not there' });
  });
  await page.goto(`${product.url}/about_us?lng=ko`);
  await expect.poll(() => headingOf(page)).toMatch(/^Battery work/);
  await page.getByRole('link', { name: '요금제' }).first().waitFor();
  expect(asked).toEqual({ common: 2, public: 1 });
});

async function headingOf(page: Page): Promise<string> {
  return await page.locator('h1').first().innerText();
}
