import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDevice, phone } from '../../support/browser/browser.ts';
import { openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** Actions on a message and on a room, by mouse, by keyboard and offline. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

const log = (page: Page) => page.getByRole('log');
const menuOf = (page: Page, text: string) => log(page).getByRole('button', { name: `More about: ${text}` });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

async function sent(page: Page, text: string): Promise<void> {
  await write(page, text);
  await menuOf(page, text).waitFor();
}

test('by keyboard: past the messages with one Tab, along them with arrows; a deletion asks first, and waits without a network', async () => {
  const { page, context } = device;
  await openExpertRoom(page, product.url);
  await sent(page, 'The first one');
  await sent(page, 'A slip of the pen');
  await log(page).focus();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('More about: A slip of the pen');
  await page.keyboard.press('Tab');
  expect(await focused(page)).not.toContain('More about');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe('More about: The first one');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await button(page, 'Copy text').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('More about: A slip of the pen');

  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await button(page, 'Delete for everyone').focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByText('This cannot be undone.').waitFor();
  await button(page, 'Cancel').click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await log(page).getByText('A slip of the pen').count()).toBe(1);
  await menuOf(page, 'A slip of the pen').click();
  await button(page, 'Delete for everyone').click();
  await button(page, 'Delete for everyone').click();
  const left = log(page).locator('[data-delivery="queued"]', { hasText: 'This message was deleted.' });
  await left.getByText('Waiting to be sent').waitFor({ state: 'attached' });
  expect(await log(page).getByText('A slip of the pen').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('log');

  await page.goto(`${product.url}/waiting`);
  await page.getByText('Deletion of a message in Chat with an expert').waitFor();
  await context.setOffline(false);
  await page.getByText('Nothing is waiting').waitFor();
  await openExpertRoom(page, product.url);
  await log(page).getByText('This message was deleted.').waitFor();
  expect(await log(page).getByText('A slip of the pen').count()).toBe(0);
});

test('a new chat with the assistant replaces the current one, and so does a past one', async () => {
  const { page } = device;
  const [first, second] = ['The first: what is a 21700 cell?', 'The second: what is an 18650 cell?'];
  const ask = async (text: string) => {
    await page.getByRole('link', { name: 'New conversation' }).click();
    await expect.poll(() => log(page).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Your question' }).fill(text);
    await page.keyboard.press('Enter');
    await log(page).getByText(text).waitFor();
  };
  await page.goto(`${product.url}/chat/general`);
  await ask(first);
  await ask(second);
  await page.getByRole('button', { name: 'Past conversations' }).click();
  await dialog(page).locator('a:not([aria-current])').first().click();
  await expect.poll(() => log(page).getByText(second).count()).toBe(0);
  await log(page).getByText(first).waitFor();
  expect(await log(page).count()).toBe(1);
});

test('a chat page calls me Me and the assistant by its name, and asks for a question in the specified words', async () => {
  const { page } = device;
  await page.goto(`${product.url}/chat/general`);
  await page.getByPlaceholder('Ask any Battery Related Question').fill('What is a C-rate?');
  await page.keyboard.press('Enter');
  await log(page).getByText('VFP_Bot', { exact: true }).last().waitFor();
  await log(page).getByText('Me', { exact: true }).last().waitFor();
  await openExpertRoom(page, product.url);
  const box = page.getByRole('textbox', { name: 'Message' });
  await expect.poll(() => box.getAttribute('placeholder')).toBe('Ask any Battery Related Question');
});

test('an expert on a phone takes the customer out of a conversation, after one more question', async () => {
  const { page } = device;
  const expert = await openDevice({ viewport: phone });
  try {
    await signIn(expert.page, product.url, 'expert@demo.vfp');
    const roomId = await openExpertRoom(page, product.url);
    await sent(page, 'Can anybody hear me?');
    await expert.page.goto(`${product.url}/admin/expert-chat-messages?room=${roomId}`);
    await menuOf(expert.page, 'Can anybody hear me?').waitFor();
    const out = expert.page.getByRole('button', { name: /^Remove .* from this conversation$/ });
    await out.click();
    await dialog(expert.page)
      .getByText(/loses access on every device/)
      .waitFor();
    await button(expert.page, 'Cancel').click();
    await dialog(expert.page).waitFor({ state: 'detached' });
    expect(await out.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await log(page).getByText('Can anybody hear me?').count()).toBe(1);
    await out.click();
    await button(expert.page, 'Remove').click();
    await page.getByText('Conversation not found').waitFor();
    expect(await page.getByText('Can anybody hear me?').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    expect([...device.problems, ...expert.problems]).toEqual([]);
  } finally {
    await expert.close();
  }
});

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
}
