import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { orderWithMaterial, submittedOrder } from '../../support/orders/demo-order.ts';
import { openDevice, phone } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** Staff in a laboratory without a network: reading, steps that wait, and what becomes of them. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp');

const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });
const step = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Takes a step on the page of the order that is open. */
async function take(page: Page, name: string): Promise<void> {
  await step(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.getByText(`Waiting to be sent since`).waitFor();
}

test('offline I start a review and accept material; after a reload and back online, one is applied and one refused', async () => {
  const { page, context } = device;
  const review = await submittedOrder(product.url, 'To review');
  const material = await orderWithMaterial(product.url, 'With foils');
  await page.goto(`${product.url}/admin/po_orders`);
  await row(page, review.number).waitFor();
  await row(page, material.number).getByText('Awaiting delivery of material').waitFor();

  await context.setOffline(true);
  await row(page, review.number).getByRole('link').click();
  await take(page, 'Start the review');
  await page.getByText('Submitted', { exact: true }).first().waitFor();
  await page.getByLabel('New note').fill('Foil looks thin');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await page.getByRole('listitem').getByText('Foil looks thin').waitFor();
  expect(await problemsHere(page, 'a step that waits')).toEqual([]);
  await page.goto(`${product.url}/admin/po_orders/${material.id}`);
  await take(page, 'Accept the material');
  await page.goto(`${product.url}/admin/po_orders`);
  await row(page, review.number).getByText('Waits: Start the review').waitFor();
  await row(page, material.number).getByText('Waits: Accept the material').waitFor();
  await page.getByText(/^As of /).waitFor();
  await page.getByRole('searchbox').fill('foils');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.locator('table:not([aria-busy])').waitFor();
  expect(await problemsHere(page, 'the list without a network')).toEqual([]);

  await material.step('MATERIAL_REFUSED', 'awaiting_delivery_of_material', { reason: 'The foil is torn' }, 'admin');
  await page.reload();
  await row(page, material.number).getByText('Waits: Accept the material').waitFor();
  await context.setOffline(false);

  await row(page, material.number).getByText('Not accepted: Accept the material').waitFor();
  await row(page, material.number).getByRole('link').click();
  await page.getByText('The order has changed since you saw it.').waitFor();
  await page.getByText(/material refused by .*: The foil is torn/).waitFor();
  await page.getByText('This step is no longer possible.').waitFor();
  expect(await problemsHere(page, 'a refused step')).toEqual([]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('There is nothing for you to do at this status.').waitFor();
  await page.goto(`${product.url}/admin/po_orders/${review.id}`);
  await step(page, 'Approve').waitFor();
  await page.getByText('Foil looks thin').waitFor();
  await page.getByText('In charge: Dr. Ines Moreau').waitFor();
  expect(device.problems).toEqual([]);
});

test('I choose three orders by keyboard, see what a step does to each, and two are reviewed while one cannot be', async () => {
  const { page, context } = device;
  const first = await submittedOrder(product.url, 'Bulk one');
  await submittedOrder(product.url, 'Bulk two');
  await (await submittedOrder(product.url, 'Bulk three')).step('START_REVIEW', 'submitted');
  await page.goto(`${product.url}/admin/po_orders?q=bulk&sort=number`);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
  await page.getByRole('link', { name: first.number }).focus();
  for (const key of ['x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await page.getByText('3 chosen').waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Start the review: 2 of 3' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Submitted → Reviewing').nth(1).waitFor();
  await sheet.getByText('Not possible: Reviewing').waitFor();
  expect(await problemsHere(page, 'preview of a step for several orders')).toEqual([]);
  await sheet.getByRole('button', { name: 'Start the review: 2 orders' }).click();
  await expect.poll(() => sheet.getByText('Waits to be sent').count()).toBe(2);
  await context.setOffline(false);
  await expect.poll(() => sheet.getByText('Reviewing', { exact: true }).count()).toBe(2);
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => page.locator('tbody').getByText('Reviewing', { exact: true }).count()).toBe(3);

  await page.getByRole('button', { name: 'Put in charge' }).click();
  await sheet.getByRole('combobox').selectOption({ label: 'Nobody' });
  await sheet.getByRole('button', { name: 'Put in charge of 3 orders' }).click();
  await expect.poll(() => sheet.getByRole('listitem').getByText('Nobody', { exact: true }).count()).toBe(3);
  expect(await problemsHere(page, 'several orders without anybody in charge')).toEqual([]);
  expect(device.problems).toEqual([]);
});

test('I save a view of the list, which opens with it, and delete it with a way back', async () => {
  const phoneDevice = await openDevice({ viewport: phone });
  const { page } = phoneDevice;
  await signIn(page, product.url, 'expert@demo.vfp');
  await page.goto(`${product.url}/admin/po_orders?status=reviewing&sort=number`);
  await page.locator('tbody tr').first().waitFor();
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await page.getByText('Views', { exact: true }).click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the view').fill('In review');
  await dialog.getByRole('checkbox').check();
  expect(await problemsHere(page, 'saving a view')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('summary').getByText('In review').waitFor();

  await page.goto(`${product.url}/admin/po_orders`);
  await expect.poll(() => new URL(page.url()).search).toBe('?status=reviewing&sort=number');
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await page.locator('summary').getByText('In review').click();
  await page.getByRole('button', { name: 'Delete the view In review' }).click();
  await page.locator('summary').getByText('Views', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('summary').getByText('In review').waitFor();
  expect(phoneDevice.problems).toEqual([]);
  await phoneDevice.close();
});
