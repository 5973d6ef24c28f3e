import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publicPages } from '#domain/account/public-pages.ts';
import { notificationToken } from '../../../server/chat/store/notification-switch.ts';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** Public pages: they are light, they keep typed text, and the white paper fits the window. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice({ viewport: phone, consent: 'notAsked' });
});
afterEach(async () => {
  await device?.close();
});

test.each(publicPages.map(({ path }) => path))(
  '%s loads at most 126 KB of scripts in all, asks the server for nothing, and has neither Dexie nor socket.io',
  async (path) => {
    const { page } = device;
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
    const scripts = await scriptsOf(page, `${product.url}${path}`);
    await page.getByRole('dialog').waitFor();
    expect(await page.locator('h1').count()).toBe(1);
    expect(scripts.map(({ url }) => url).filter((url) => /signed-in|session-|search-|workbox/.test(url))).toEqual([]);
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    expect(bytes).toBeGreaterThan(80 * 1024);
    expect(bytes).toBeLessThanOrEqual(126 * 1024);
    expect(asked).toEqual([]);
    expect(device.problems).toEqual([]);
  },
);

test('each page tells search engines what it is, also after a walk through the app', async () => {
  const { page } = device;
  await page.goto(`${product.url}/about_us`);
  const description = () => page.locator('meta[name="description"]').getAttribute('content');
  await expect.poll(description).toMatch(/^What the Virtual Factory Platform does/);
  expect(await page.title()).toBe('About Us · Virtual Factory Platform');
  await page.getByRole('link', { name: 'Read the white paper' }).click();
  await expect.poll(description).toMatch(/^How battery work gets done/);
  expect(await page.title()).toBe('White Paper · Virtual Factory Platform');
});

test.each([
  [320, 'mobile'],
  [420, 'mobile'],
  [421, 'tablet'],
  [1024, 'tablet'],
  [1025, 'desktop'],
])('in a window %i px wide the white paper is the one for %s', async (width, layout) => {
  const { page } = device;
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${product.url}/white-paper`);
  const links = page.getByRole('link', { name: /PDF/ });
  await links.first().waitFor();
  for (const link of await links.all()) expect(await link.getAttribute('href')).toBe(`/pdf/white-paper-${layout}.pdf`);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the PDF' }).click();
  expect((await file).suggestedFilename()).toBe(`white-paper-${layout}.pdf`);
});

test('a contact message is checked as it is typed, survives being offline and a reload, and is sent once', async () => {
  const { page, context } = device;
  const sent: unknown[] = [];
  await page.route('**/subscriptions/contact_us', async (route) => {
    sent.push({ ...route.request().postDataJSON(), key: route.request().headers()['idempotency-key'] });
    // The first reply is lost: the same message must be recognized.
    if (sent.length === 1) await route.abort();
    else await route.fulfill({ status: 201, headers: { 'x-vfp-api': '1' }, json: { id: 'x', sent: true } });
  });
  await page.goto(`${product.url}/contact_us`);
  await page.getByRole('button', { name: 'Required only' }).click();
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  expect(await page.getByText('Required', { exact: true }).count()).toBe(3);
  await page.getByLabel('Your name').fill('Ada Park');
  await page.getByLabel('E-mail').fill('ada@example');
  await page.getByText('Invalid Email').waitFor();
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Message').fill('Which pouch formats can you build?');
  await page.reload();
  expect(await page.getByLabel('Message').inputValue()).toBe('Which pouch formats can you build?');
  await context.setOffline(true);
  await page.getByText('No connection. Your text is kept on this page').waitFor();
  await context.setOffline(false);
  await send.click();
  await page.getByText('Your text is kept. The server could not be reached').waitFor();
  await send.click();
  await page.getByRole('heading', { name: 'Your message has arrived' }).waitFor();
  await page.getByText('We answer to ada@example.com.').waitFor();
  const letter = { name: 'Ada Park', email: 'ada@example.com', message: 'Which pouch formats can you build?' };
  expect(sent).toEqual([1, 2].map(() => ({ ...letter, key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string })));
  expect(new Set(sent.map((each) => (each as { key: string }).key)).size).toBe(1);
  await page.reload();
  expect(await page.getByLabel('Message').inputValue()).toBe('');
});

test('the link in an expert’s e-mail asks first, and then unsubscribes', async () => {
  const { page } = device;
  const { rows } = await sql<{ id: string }>`select id from users where email = 'expert@demo.vfp'`.execute(product.db);
  const [expert] = rows;
  if (expert === undefined) throw new Error('the demo has no expert');
  const getsLetters = async () =>
    (await sql<{ on: boolean }>`select notify_expert as on from users where id = ${expert.id}`.execute(product.db))
      .rows[0]?.on;
  const token = await notificationToken(product.db, expert.id);
  await page.goto(`${product.url}/deactivate-expert-notification?token=${token}`);
  const button = page.getByRole('button', { name: 'Switch these e-mails off' });
  await button.waitFor();
  expect(await getsLetters()).toBe(true);
  await button.click();
  await page.getByText('The e-mails are switched off').waitFor();
  expect(await getsLetters()).toBe(false);
  await page.goto(`${product.url}/deactivate-expert-notification?token=${expert.id}.wrong`);
  await button.click();
  await page.getByText('This link is not valid.').waitFor();
  await page.goto(`${product.url}/deactivate-expert-notification`);
  await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
});

/** Opens the address and returns the scripts loaded then and soon after, with their compressed sizes in bytes. */
async function scriptsOf(page: Page, address: string): Promise<{ url: string; bytes: number }[]> {
  await page.goto(address, { waitUntil: 'networkidle' });
  return await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ url: name, bytes: encodedBodySize })),
  );
}
