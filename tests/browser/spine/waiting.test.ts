import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { bytesOf } from '../../support/browser/browser.ts';
import { tokenOf } from '../../support/kinds.ts';
import { photo, provideProduct } from '../../support/servers/product.ts';

/** The page of pending commands: each one in the user's words, and every action on it, offline. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

beforeAll(async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/one-stop-order/Prototyping/${demoId('draft')}?step=cell`);
  await page.getByLabel('Number of cells').waitFor();
  await context.setOffline(true);
  await page.getByLabel('Number of cells').fill('36');
  await page.keyboard.press('Tab');
  await page.getByText('Saved on this device').waitFor();
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  await page.locator('input[type=file]').setInputFiles(photo);
  await page.getByRole('textbox', { name: 'Message' }).fill('A cell is swollen.\nWhat now?');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('A cell is swollen.').waitFor();
  await page.goto(`${product.url}/waiting`);
});

const row = (name: RegExp): Locator => device.page.getByRole('listitem').filter({ hasText: name });
const message = () => row(/Message to/);

test('each thing is named as where it was made, with its age and what it waits for', async () => {
  const order = row(/Changes to/);
  await order.waitFor();
  expect(await order.textContent()).toMatch(/Number of cells: 36/);
  expect(await order.textContent()).toMatch(/Waits for a connection/);
  expect(await message().textContent()).toMatch(/Message to .*swollen/);
  expect(await message().textContent()).toContain(photo.name);
  const age = message().locator('time');
  expect(await age.textContent()).toMatch(/now|ago/);
  expect(await age.getAttribute('title')).toMatch(/\d{4} at \d\d:\d\d/);
});

test('the export holds the text and the photo', async () => {
  const saving = device.page.waitForEvent('download');
  await message().getByRole('button', { name: 'Export' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^Message to .*\.html$/);
  const file = (await bytesOf(saved)).toString();
  expect(file).toContain('A cell is swollen.\nWhat now?');
  expect(file).toContain(photo.buffer.toString('base64'));
});

test('a discarded command returns with Undo, and with Ctrl+Z', async () => {
  const { page } = device;
  await message().getByRole('button', { name: 'Discard' }).click();
  await message().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await message().waitFor();
  await message().getByRole('button', { name: 'Discard' }).focus();
  await page.keyboard.press('Enter');
  await message().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await message().waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('a message taken up again is in its box with its photo, and out of the queue', async () => {
  const { page } = device;
  await message().getByRole('button', { name: 'Edit' }).click();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.waitFor();
  await expect.poll(() => box.inputValue()).toBe('A cell is swollen.\nWhat now?');
  await page.getByText('It is not sent until you press Send.').waitFor();
  await page.getByRole('button', { name: `Remove ${photo.name}` }).waitFor();
  await page.goto(`${product.url}/waiting`);
  await row(/Changes to/).waitFor();
  expect(await message().count()).toBe(0);
});

test('the changes of an order lead back to the wizard', async () => {
  const { page } = device;
  await row(/Changes to/)
    .getByRole('link', { name: 'Edit' })
    .click();
  await page.waitForURL(/Prototyping\/[0-9a-f-]{36}/);
  await page.getByText('Saved on this device').waitFor();
  expect(new URL(page.url()).pathname).toContain(demoId('draft'));
});

test('a change that arrives after the order was discarded elsewhere shows what happened, and is kept', async () => {
  const { page, context } = device;
  const id = demoId('draft');
  const authorization = `Bearer ${await tokenOf(product.url, 'engineer@demo.vfp')}`;
  const args = { orderId: id, event: 'DISCARD', expectStatus: 'draft' };
  const commands = [{ cmdId: randomUUID(), n: 1, type: 'order.transition', v: 1, args }];
  const answer = await fetch(`${product.url}/api/v1/sync/push`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ protocol: 1, clientId: randomUUID(), actor: demoId('engineer'), commands }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"ok"')]);
  await page.goto(`${product.url}/waiting`);
  await context.setOffline(false);
  await row(/Changes to/)
    .getByText(/^The order was placed, or discarded, before this change reached the server/)
    .waitFor();
});
