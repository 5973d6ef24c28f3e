import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoOrders } from '../../../server/demo/orders.ts';
import { demoId } from '../../../server/demo/users.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { bytesOf, desktop, phone } from '../../support/browser/browser.ts';
import { callsOf } from '../../support/servers/calls.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { at } from '../../support/servers/server.ts';

/** The staff's list of orders and one order, from a submitted one to its price on the customer's screen. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp');
const customer = await product.device();

const table = (page: Page) => page.getByRole('table');
const rows = (page: Page) => table(page).locator('tbody tr');

test('an expert finds a submitted order, reviews it and changes a line, and its customer sees the price and why', async () => {
  const { page } = device;
  const { id, number } = await submittedOrder('=1+1 foil trial');
  await page.goto(`${product.url}/admin/po_orders`);
  await rows(page).nth(2).waitFor();
  expect(await problemsHere(page, 'list of orders')).toEqual([]);
  await page.getByText('Status', { exact: true }).locator('visible=true').first().click();
  await page.getByRole('checkbox', { name: 'Submitted' }).check();
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(new URL(page.url()).search).toBe('?status=submitted');
  await page.getByRole('searchbox').fill('trial');
  await expect.poll(() => new URL(page.url()).search).toBe('?q=trial&status=submitted');
  // While a list is read again, its old rows are paler.
  await page.locator('table:not([aria-busy])').waitFor();
  expect(await problemsHere(page, 'filtered list of orders')).toEqual([]);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = (await bytesOf(await saved)).toString('utf8');
  expect(file).toContain(`"${number}","'=1+1 foil trial"`);

  await page.getByRole('link', { name: number }).press('x');
  await page.getByText('1 chosen').waitFor();
  await page.getByRole('link', { name: number }).press('Enter');
  await page.getByRole('heading', { name: number }).waitFor();
  await page.getByRole('button', { name: 'Start the review' }).click();
  await page.getByLabel('Internal note').fill('Ask for the data sheet');
  expect(await problemsHere(page, 'before a step')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Start the review' }).click();
  await page.getByText('Ask for the data sheet').waitFor();
  await page.getByText('In charge: Dr. Ines Moreau').waitFor();

  await page.getByRole('button', { name: 'Approve' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Change Report/ }).click();
  await sheet.getByLabel('New amount').fill('99,50');
  await sheet.getByRole('button', { name: /^Approve for/ }).click();
  await sheet.getByText('Give a reason.').waitFor();
  expect(await problemsHere(page, 'approving')).toEqual([]);
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('The first report costs less.');
  await sheet.getByRole('button', { name: /^Approve for/ }).click();
  await page.getByText('The first report costs less.').waitFor();
  expect(await problemsHere(page, 'an approved order')).toEqual([]);
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?q=trial&status=submitted');
  await page.getByText('No row fits').waitFor();

  await signIn(customer.page, product.url, 'engineer@demo.vfp');
  await customer.page.goto(`${product.url}/one-stop-order/history/${id}`);
  const line = customer.page.getByRole('row', { name: /^Report/ });
  await line.getByText('The first report costs less.').waitFor();
  expect(await line.getByText('€99.50').count()).toBe(1);
  expect(await customer.page.getByText('Ask for the data sheet').count()).toBe(0);
  expect(device.problems).toEqual([]);
});

test('a colleague was faster: I see what changed before I go on', async () => {
  const { page } = device;
  const { id } = await submittedOrder('second trial');
  await page.goto(`${product.url}/admin/po_orders/${id}`);
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await page.getByLabel('Reason').fill('Placed twice');
  const expert = await callsOf(product.url, 'admin@demo.vfp');
  await expert('/admin-api/po_system/order_command', {
    order_id: id,
    event: 'START_REVIEW',
    expect_status: 'submitted',
  });
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

async function submittedOrder(title: string): Promise<{ id: string; number: string }> {
  const calls = await callsOf(product.url, 'engineer@demo.vfp');
  const saved = await calls('/po_system/orders/save', { data: { ...demoOrders[0]?.doc, title } });
  const order_id = String(at(saved, 'order.id'));
  await calls('/po_system/orders/place', { order_id, quote_hash: at(saved, 'order.price.quote_hash') });
  return { id: order_id, number: String(at(saved, 'order.number')) };
}
