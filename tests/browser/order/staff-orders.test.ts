import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { desktop, phone } from '../../support/browser/browser.ts';
import { submittedOrder } from '../../support/orders/demo-order.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The staff's list of orders by keyboard and on a phone, and an order that a colleague changes meanwhile. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp');

const table = (page: Page) => page.getByRole('table');
const rows = (page: Page) => table(page).locator('tbody tr');

test('a colleague was faster: I see what changed before I go on', async () => {
  const { page } = device;
  const { id, step } = await submittedOrder(product.url, 'second trial');
  await page.goto(`${product.url}/admin/po_orders/${id}`);
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await page.getByLabel('Reason').fill('Placed twice');
  await step('START_REVIEW', 'submitted', {}, 'admin');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The order has changed since you opened this.').waitFor();
  await dialog.getByText(/review started by/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Cancel the order' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Continue with the order as it is now' }).click();
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Placed twice');
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await page.getByText('There is nothing for you to do at this status.').waitFor();
  expect(device.problems).toEqual([]);
});

test('I move through the rows by keyboard, sort by a column, and hide a column for this device', async () => {
  const { page } = device;
  await page.goto(`${product.url}/admin/po_orders?sort=number`);
  await rows(page).nth(2).waitFor();
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Tab');
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key);
  const focused = page.locator('tbody tr:focus-within');
  expect(await focused.evaluate((row) => [...(row.parentElement?.children ?? [])].indexOf(row))).toBe(1);
  await page.getByRole('button', { name: 'Number' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=-number');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Company' }).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await rows(page).first().waitFor();
  expect(await page.getByRole('columnheader', { name: 'Company' }).count()).toBe(0);
  await page.goto(`${product.url}/admin/po_orders/${demoId('pilot')}`);
  await page.getByRole('heading', { name: 'PO-2026-000001' }).waitFor();
});

test('on a phone the card of an order shows two values in a row, and nothing for what the order does not have', async () => {
  const { page } = device;
  await page.setViewportSize(phone);
  await page.goto(`${product.url}/admin/po_orders`);
  await rows(page).nth(2).waitFor();
  const shareLines = await rows(page).evaluateAll((all) =>
    all.map((card) => {
      const values = [...card.querySelectorAll('td[data-label]')].filter((value) => value.checkVisibility());
      return values.length > new Set(values.map((value) => Math.round(value.getBoundingClientRect().top))).size;
    }),
  );
  expect(shareLines).toEqual(shareLines.map(() => true));
  const missing = rows(page).locator('td[data-empty]');
  expect(await missing.count()).toBeGreaterThan(0);
  expect(await missing.locator('visible=true').count()).toBe(0);
  await page.setViewportSize(desktop);
});
