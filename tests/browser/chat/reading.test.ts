import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openDevice, phone } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** Reading an answer: its sources, its tables and formulas, and the answers of a device without a network. */

const question = 'Which zorbium grades are there?';
const answer = [
  'Three grades, with **figures** at 25 °C:',
  '',
  '| Grade | Capacity |',
  '|:--|--:|',
  '| Z1 | 2,6 Ah |',
  '| Z2 | 3.1 Ah |',
  '',
  '$$E = \\frac{Q \\cdot U}{m}$$',
  '',
  'See [the data sheet](https://example.com/zorbium).',
].join('\n');

const product = await provideProduct();
await product.server.stop();
await sql`insert into knowledge (id, large, medium, small, question, answer, status, urls, sources)
  values ('zorbium', 'Chemistry', 'Cathodes', 'Zorbium', ${question}, ${answer}, 'published',
          '["https://example.com/zorbium"]', '["Handbook of zorbium"]')`.execute(product.db);
await product.server.start();
const device = await product.device('engineer@demo.vfp');

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(text);
  await page.keyboard.press('Enter');
}

const log = (page: Page) => page.getByRole('log');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sources of this answer' });

test('a table of an answer is copied as CSV, and a formula is shown', async () => {
  const { page, context } = device;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${product.url}/chat/general?c=new`);
  await ask(page, question);
  await log(page).getByRole('cell', { name: '3.1 Ah' }).waitFor();
  expect(await log(page).locator('math mfrac').count()).toBe(1);
  expect(await log(page).getByRole('link', { name: 'the data sheet (example.com)' }).getAttribute('rel')).toBe(
    'noopener noreferrer nofollow',
  );
  await log(page).getByRole('button', { name: 'Copy as CSV' }).click();
  await page.getByText('Copied').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Grade,Capacity\r\nZ1,"2,6 Ah"\r\nZ2,3.1 Ah');
});

test('offline, a numbered source opens its entry, and the focus returns to the number', async () => {
  const { page, context } = device;
  await context.setOffline(true);
  const number = log(page).getByRole('button', { name: `Source 1: ${question}` });
  await number.press('Enter');
  await sheet(page).getByRole('cell', { name: '3.1 Ah' }).waitFor();
  await sheet(page).getByText('Based on: Handbook of zorbium').waitFor();
  await sheet(page)
    .getByText(/^Knowledge as of /)
    .waitFor();
  await sheet(page).getByRole('button', { name: 'Copy the link to example.com' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://example.com/zorbium');
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`Source 1: ${question}`);
  await context.setOffline(false);
});

test('what would change an answer is asked with a click, and answered from another entry', async () => {
  const { page } = device;
  await page.goto(`${product.url}/chat/general?c=new`);
  await ask(page, 'What voltage window should I use for NMC/graphite?');
  await log(page).getByText('What would change this answer').waitFor();
  expect(await log(page).getByRole('button', { name: 'NMC', exact: true }).count()).toBe(0);
  await log(page).getByRole('button', { name: 'LFP', exact: true }).click();
  await log(page).getByText('And for LFP?').waitFor();
  await log(page)
    .getByRole('button', { name: 'Source 1: What voltage window should I use for LFP/graphite?' })
    .waitFor();
  expect(device.problems).toEqual([]);
});

test('on a phone a long answer begins below its question, and stays where I scroll to', async () => {
  const own = await openDevice({ viewport: phone });
  onTestFinished(() => own.close());
  const { page } = own;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.goto(`${product.url}/chat/general`);
  const asked = 'Why does my pouch cell swell?';
  await ask(page, asked);
  await page.getByText('Do you like this answer?').last().waitFor();
  const top = async () => {
    const [pane, message] = [
      await log(page).boundingBox(),
      await log(page).getByText(asked, { exact: true }).first().boundingBox(),
    ];
    return Math.round((message?.y ?? Number.NaN) - (pane?.y ?? 0));
  };
  await expect.poll(top).toBeLessThan(60);
  expect(await top()).toBeGreaterThanOrEqual(0);
  await log(page).hover();
  await page.mouse.wheel(0, 2000);
  await expect.poll(top).toBeLessThan(0);
});
