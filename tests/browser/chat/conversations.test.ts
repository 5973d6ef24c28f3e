import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiHeader } from '#domain/ground/wire/api-header.ts';
import { bytesOf, desktop, openDevice, phone } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** Past conversations: found again, renamed, pinned, saved, printed, deleted and brought back, also offline. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

const log = (page: Page) => page.getByRole('log');
const sheet = (page: Page) => page.getByRole('dialog').first();
const top = (page: Page) => page.getByRole('dialog').last();

const path = '/chat/general';
const questions = ['What is a quokka?', 'And a wombat?', 'What do the numbers in 18650, 21700 and 4680 mean?'] as const;
const newTitle = 'Cell sizes';
/** A word of the third answer, and of no question. */
const word = 'nominal';
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search all conversations' });
const options = (page: Page, title: string) => sheet(page).getByRole('button', { name: `Options of "${title}"` });
const choose = (page: Page, name: string) => top(page).getByRole('button', { name, exact: true }).click();

async function openPast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Past conversations' }).click();
  await search(page).waitFor();
}

/** Finds the conversation by a word, opens it at the message, and waits until the message is highlighted in view. */
async function findAgain(page: Page): Promise<void> {
  await openPast(page);
  await search(page).fill(word);
  const found = sheet(page).getByRole('link').filter({ hasText: questions[0] });
  await expect.poll(() => found.locator('mark').first().textContent()).toBe(word);
  await found.click();
  await page.locator('[data-found]', { hasText: word }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
}

test('a conversation found by a word is renamed, pinned, deleted and brought back, online and offline', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}${path}?c=new`);
  for (const text of questions) {
    await page.getByRole('textbox', { name: 'Your question' }).fill(text);
    await page.keyboard.press('Enter');
    await log(page).getByText(text, { exact: true }).first().waitFor();
  }
  await log(page).getByText(word).first().waitFor();
  await page.getByRole('link', { name: 'New conversation' }).click();
  await expect.poll(() => log(page).count()).toBe(0);
  await findAgain(page);
  await context.setOffline(true);
  await findAgain(page);

  await openPast(page);
  await options(page, questions[0]).click();
  await choose(page, 'Rename');
  await top(page).getByRole('textbox', { name: 'Title' }).fill(newTitle);
  await page.keyboard.press('Enter');
  await options(page, newTitle).click();
  await choose(page, 'Pin');
  await page.getByRole('region', { name: 'Pinned' }).getByText(newTitle).waitFor();

  await options(page, newTitle).click();
  await choose(page, 'Delete');
  await expect.poll(() => log(page).count()).toBe(0);
  // The undo outlives a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await log(page).getByText(word).first().waitFor();
  await context.setOffline(false);

  const other = await openDevice({ viewport: phone });
  await signIn(other.page, product.url, 'engineer@demo.vfp');
  await other.page.goto(`${product.url}${path}`);
  await openPast(other.page);
  await other.page.getByRole('region', { name: 'Pinned' }).getByText(newTitle).waitFor();
  expect([...device.problems, ...other.problems]).toEqual([]);
  await other.close();
});

test('a conversation is saved as a file and printed whole, without the menus', async () => {
  const { page } = device;
  await page.goto(`${product.url}${path}`);
  await openPast(page);
  await options(page, newTitle).click();
  const saving = page.waitForEvent('download');
  await choose(page, 'Save as Markdown');
  const text = (await bytesOf(await saving)).toString();
  expect(text).toMatch(/^# Cell sizes\n/);
  for (const question of questions) expect(text).toContain(`> ${question}`);
  await page.evaluate(() => {
    Object.assign(window, { print: () => undefined });
  });
  await options(page, newTitle).click();
  await choose(page, 'Print');
  const paper = page.locator('[data-paper]');
  await paper.waitFor({ state: 'attached' });
  expect(await paper.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await paper.getByText(questions[2]).first().waitFor();
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => paper.count()).toBe(0);
});

test('the palette opens a conversation, a page and a room by the keyboard alone, also offline', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/settings/upload?lng=en`);
  await page.getByRole('button', { name: 'Find (Ctrl+K)' }).waitFor();
  await context.setOffline(true);
  const find = async (query: string, kind: string) => {
    // Nobody waits for the palette, whose code is loaded the first time.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(query);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Find pages, conversations and orders' }).inputValue())
      .toBe(query);
    await page.getByRole('group', { name: kind }).getByRole('option', { selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  };
  await find('cell sizes', 'Conversations');
  await log(page).getByText(questions[0], { exact: true }).first().waitFor();
  await find('benchmark', 'Pages');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/chat/benchmarking');
  await find('chat with an expert', 'Chats with experts');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/chat/chat-with-expert');
  await context.setOffline(false);
});

test('while the server is busy, the search says that only what is on this device was searched', async () => {
  const { page } = device;
  const busy = {
    status: 429,
    headers: { [apiHeader]: '1' },
    json: { code: 'RATE_LIMITED', message: 'Too many requests.' },
  };
  // Before the page is opened: on a busy machine, Chromium does not apply a new route to the calls of an open page that
  // a service worker controls, and the real server replies.
  await page.route('**/api/v1/chat/search*', (route) => route.fulfill(busy));
  await page.goto(`${product.url}${path}`);
  await openPast(page);
  await search(page).fill(word);
  const said = sheet(page).getByRole('status');
  const busyText = 'The server is busy: only what is on this device was searched. Search again in a moment.';
  await expect.poll(() => said.innerText()).toContain(busyText);
  await page.unroute('**/api/v1/chat/search*');
});

test('the only conversation with experts is open beside its list, and on a phone there is the list', async () => {
  const { page } = device;
  await page.setViewportSize(desktop);
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.locator('[data-room][aria-current]').count()).toBe(1);
  await page.setViewportSize(phone);
  await page.getByRole('textbox', { name: 'Message' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Chat with an expert/ }).waitFor();
});
