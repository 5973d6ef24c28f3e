import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { orderRoomIdOf } from '#domain/spine/commands.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { submittedOrder } from '../../support/orders/demo-order.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The conversation about an order, on the customer's side and beside the order for staff. */

const product = await provideProduct();
const customer = await product.device('engineer@demo.vfp');
const expert = await product.device('expert@demo.vfp');

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log');
const panel = (page: Page) => page.getByRole('complementary', { name: 'About this order' });

test('I write about my order offline; an expert takes the conversation, answers beside the order, and both see its status change', async () => {
  const { id, number } = await submittedOrder(product.url, 'Swelling study');
  const mine = customer.page;
  await mine.goto(`${product.url}/one-stop-order/messenger?room=${orderRoomIdOf(id)}`);
  await log(mine).getByText('Submitted', { exact: true }).waitFor();
  await mine.getByRole('button', { name: 'Samples for battery testing' }).waitFor();
  expect(await problemsHere(mine, 'an empty room with a status')).toEqual([]);
  await customer.context.setOffline(true);
  await box(mine).fill('Please use the second drawing.');
  await box(mine).press('Enter');
  await log(mine).getByText('Please use the second drawing.').waitFor();
  await mine.locator('[data-delivery=queued]').waitFor();
  await customer.context.setOffline(false);
  await mine.locator('[data-delivery=sent],[data-delivery=delivered]').waitFor();

  const { page } = expert;
  await page.goto(`${product.url}/admin/po-chat`);
  const show = await page.getByLabel('Show').elementHandle();
  // The second is chosen before the router has shown the first.
  await page.getByLabel('Status').evaluate((status, first) => {
    for (const [select, value] of [[first, 'unassigned'] as const, [status, 'submitted'] as const]) {
      if (!(select instanceof HTMLSelectElement)) throw new Error('no select');
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, show);
  await expect.poll(() => new URL(page.url()).search).toBe('?show=unassigned&status=submitted');
  const row = page.getByRole('link', { name: new RegExp(number) });
  await row.getByText('Conversation not taken').waitFor();
  expect(await problemsHere(page, 'list of PO chats')).toEqual([]);
  await row.click();
  await log(page).getByText('Please use the second drawing.').waitFor();
  await panel(page).getByRole('link', { name: 'Swelling study' }).waitFor();
  await panel(page).getByRole('button', { name: 'Take it' }).click();
  await panel(page).getByRole('button', { name: 'Hand back' }).waitFor();
  await page.getByLabel('Reply', { exact: true }).selectOption('Order received');
  expect(await box(page).inputValue()).toContain(`thank you for order ${number}`);
  expect(await problemsHere(page, 'a PO chat beside its order')).toEqual([]);
  await box(page).press('Enter');
  await log(mine).getByText(`thank you for order ${number}`).waitFor();

  await panel(page).getByRole('button', { name: 'Start the review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the review' }).click();
  for (const each of [page, mine]) {
    await log(each).getByText('Reviewing', { exact: true }).waitFor();
    await log(each).getByText('review started').waitFor();
  }
  expect(await problemsHere(mine, 'a room with two status changes')).toEqual([]);
  await log(mine).getByRole('link', { name: 'Open the order' }).last().click();
  await mine.getByRole('dialog').getByRole('heading', { name: 'Swelling study' }).waitFor();
  expect(customer.problems).toEqual([]);
  expect(expert.problems).toEqual([]);
});
