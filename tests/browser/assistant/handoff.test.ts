import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { phone } from '../../support/browser/browser.ts';
import { photo, signIn, provideProduct } from '../../support/servers/product.ts';

/** From a question to the expert's inbox and back. */

const before = 'What do the numbers in 18650, 21700 and 4680 mean?';
const question = 'Who repairs my glove box on Sundays?';
const tried = 'I replaced the gloves, and the pressure still falls.';
const reply = 'Call the workshop, they come on Mondays.';

const product = await provideProduct();
const engineer = await product.device(undefined, { viewport: phone });
const second = await product.device();
const expert = await product.device();

test('a question handed over offline and again on a second device is one message at the top of the inbox, and is answered', async () => {
  const { page } = engineer;
  await signIn(expert.page, product.url, 'expert@demo.vfp');
  await expert.page.goto(`${product.url}/admin/expert-chat-messages`);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await signIn(second.page, product.url, 'engineer@demo.vfp');
  // They come from an order.
  await page.goto(`${product.url}/one-stop-order/history/${demoId('pilot')}`);
  await page.getByRole('dialog').getByText('Price at placing').waitFor();
  await page.goto(`${product.url}/chat/general?c=new`);
  await ask(page, before);
  await page.getByRole('button', { name: 'Ask an expert' }).first().waitFor();
  await page.locator('input[type=file]').setInputFiles(photo);
  await ask(page, question);
  await page.getByRole('button', { name: 'Ask an expert' }).nth(1).waitFor();
  const { pathname, search } = new URL(page.url());

  // The second device has the question before the first one hands it over offline.
  await second.page.goto(product.url + pathname + search);
  await second.page.getByRole('button', { name: 'Ask an expert' }).nth(1).waitFor();
  await engineer.context.setOffline(true);
  await page.getByRole('button', { name: 'Ask an expert' }).nth(1).click();
  const card = page.getByRole('dialog', { name: 'Ask an expert' });
  await card.getByText(question).first().waitFor();
  await card.getByRole('checkbox', { name: new RegExp(photo.name) }).waitFor();
  await card.getByText('With the assistant: 4 messages').click();
  await card.getByText(before).first().waitFor();
  const aboutOrder = card.getByRole('checkbox', { name: /^It is about order PO-/ });
  expect(await aboutOrder.isChecked()).toBe(false);
  expect(await problemsHere(page, 'the card')).toEqual([]);
  await page.setViewportSize(phone);
  await card.getByRole('textbox', { name: 'What did you try?' }).fill(tried);
  // A card that was closed keeps what was written on it.
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ask an expert' }).nth(1).click();
  expect(await card.getByRole('textbox', { name: 'What did you try?' }).inputValue()).toBe(tried);
  await aboutOrder.check();
  await card.getByRole('button', { name: 'Send to the experts' }).click();
  await page.getByText(/For an expert since \d\d:\d\d, not sent yet/).waitFor();
  await page.getByText('It is sent when you are connected again.').waitFor();
  expect(await page.getByRole('button', { name: 'Ask an expert' }).count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open chat');
  await second.page.getByRole('button', { name: 'Ask an expert' }).nth(1).click();
  const other = second.page.getByRole('dialog', { name: 'Ask an expert' });
  await other.waitFor();
  // The second device still shows the card when the first one's question arrives.
  await engineer.context.setOffline(false);
  await page.getByText(/With an expert since \d\d:\d\d/).waitFor();
  await second.page.getByText(/With an expert since \d\d:\d\d/).waitFor();
  await other.waitFor({ state: 'detached' });
  expect(await cardsOf(question)).toBe(1);

  // It is at the top of the expert's inbox, unread, with its waiting time,
  const row = expert.page.getByRole('listitem').filter({ hasText: question });
  await row.getByText('1 unread').waitFor();
  await row.getByText(/waiting \d+ min/).waitFor();
  const [top] = await expert.page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').allTextContents();
  expect(top).toContain(question);

  // and the engineer has nothing unread in the expert chat.
  await page.getByRole('link', { name: 'Open chat' }).click();
  await page.getByRole('log').getByText('Handed over from the assistant').waitFor();
  expect(await page.getByRole('log').getByText(question).first().isVisible()).toBe(true);

  // The expert sees the earlier questions and answers and the photo, and answers.
  await row.getByRole('link').click();
  const received = expert.page.getByRole('log').locator('[data-message]').filter({ hasText: 'Handed over' });
  await received.getByText('With the assistant: 4 messages').click();
  expect(await received.count()).toBe(1);
  await received.getByText(before).first().waitFor();
  await received.getByRole('region', { name: 'What did you try?' }).getByText(tried).waitFor();
  await received.getByRole('list', { name: 'Sources of this answer' }).getByRole('link').first().waitFor();
  await received.getByRole('img', { name: photo.name }).waitFor();
  expect(await problemsHere(expert.page, 'the card in the inbox')).toEqual([]);
  await received.getByRole('button', { name: /^Order PO-/ }).click();
  await expert.page.getByRole('dialog').getByText('Price at placing').waitFor();
  await expert.page.keyboard.press('Escape');
  // The inbox shows "read, not answered" until an expert writes.
  await row.getByText('read, not answered').waitFor();
  await expert.page.getByRole('textbox', { name: 'Message' }).fill(reply);
  await expert.page.keyboard.press('Enter');
  await page.getByRole('log').getByText(reply).waitFor();
  await expect.poll(() => expert.page.getByText('read, not answered').count()).toBe(0);
  expect(await cardsOf(question)).toBe(1);
  for (const device of [engineer, second, expert]) expect(device.problems).toEqual([]);
});

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(text);
  await page.keyboard.press('Enter');
  // The answer's head may be the same text.
  await page.getByRole('log').getByText(text, { exact: true }).first().waitFor();
}

/** Returns the number of handoff messages with this question. */
async function cardsOf(content: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from messages where data ->> 'content' = ${content} and data #> '{handoff,turns}' is not null`.execute(
    product.db,
  );
  return rows[0]?.n ?? 0;
}
