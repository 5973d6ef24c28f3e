import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, phone } from '../../support/browser/browser.ts';
import { photo, signIn, provideProduct } from '../../support/servers/product.ts';

/** What was ordered, as its customer and the expert read it. */

const product = await provideProduct();
const engineer = await product.device(undefined, { viewport: phone });
const expert = await product.device(undefined, { viewport: desktop });

test('an order placed offline says so, and its customer and the expert can read it with its files', async () => {
  const { page, context } = engineer;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  await page.getByRole('link', { name: /PO-/ }).first().click();
  await page.waitForURL('**?step=service');
  await page.getByLabel('Your name for this order').fill('Swelling study');
  await goTo(page, 'Files');
  await page.locator('input[type=file]').setInputFiles(photo);
  await page.getByRole('list', { name: 'Files of this order' }).waitFor();
  await context.setOffline(true);
  await goTo(page, 'Cell');
  await page.getByLabel('Number of cells').fill('24');
  await page.getByRole('button', { name: 'Fill empty fields with typical values' }).click();
  await goTo(page, 'Review');
  await page.getByRole('list', { name: 'Files of this order' }).getByRole('button', { name: photoName }).waitFor();
  await page.getByRole('button', { name: 'Place when online' }).click();
  await page.getByText('Will be placed when online').first().waitFor();
  await page.goto(`${product.url}/one-stop-order/history`);
  const row = page.getByRole('link', { name: /Swelling study/ });
  await row.getByText('Placed, waits for connection').waitFor();
  await context.setOffline(false);
  await row.getByText('Submitted').waitFor();

  await row.click();
  await says(page.getByRole('dialog'));
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('dialog').evaluate((sheet) => sheet.scrollHeight <= sheet.clientHeight)).toBe(true);
  expect(await page.locator('#root').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  await signIn(expert.page, product.url, 'expert@demo.vfp');
  await expert.page.goto(`${product.url}/admin/expert-chat-messages`);
  await expert.page
    .getByRole('link', { name: /Mara Lindqvist/ })
    .first()
    .click();
  await expert.page.getByRole('button', { name: 'The order of this conversation' }).click();
  await says(expert.page.getByRole('dialog'));
});

const photoName = /swollen-cell/;

async function says(sheet: Locator): Promise<void> {
  await sheet.getByRole('heading', { name: 'Swelling study' }).waitFor();
  await sheet.getByRole('heading', { name: 'Specification' }).waitFor();
  const value = (name: string) =>
    sheet.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd').first();
  expect(await value('Number of cells').innerText()).toMatch(/^24\scells$/);
  expect(await value('Format').innerText()).toBe('21700');
  await sheet.getByRole('list', { name: 'Files of this order' }).getByRole('button', { name: photoName }).waitFor();
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Order steps' }).getByRole('button', { name }).click();
}
