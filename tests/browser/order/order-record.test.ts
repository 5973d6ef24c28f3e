import { expect, test } from 'vitest';
import { readRecord } from '#domain/order/life/record.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { bytesOf, phone } from '../../support/browser/browser.ts';
import { callsOf } from '../../support/servers/calls.ts';
import { submittedOrder } from '../../support/orders/demo-order.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The record of an order on the screens of its customer and of staff. */

const product = await provideProduct();
const customer = await product.device('engineer@demo.vfp', { viewport: phone });
const staff = await product.device('expert@demo.vfp');

test('I open the record of my order and download it whole; staff see their notes in it too, and offline it says what it needs', async () => {
  const { id } = await submittedOrder(product.url);
  const expert = await callsOf(product.url, 'expert@demo.vfp');
  await expert(`/admin-api/po_orders/orders/${id}/notes`, { text: 'Knows the format' });
  const { page, context } = customer;
  await page.goto(`${product.url}/one-stop-order/history/${id}`);
  await page.getByRole('button', { name: 'The record', exact: true }).click();
  await page.getByText('3. placed (Draft → Submitted)').waitFor();
  await page.getByText('Lines: 3. The chain is whole.').waitFor();
  expect(await problemsHere(page, 'record of an order')).toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the record' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^PO-\d+-\d+ record\.jsonl$/);
  expect(readRecord((await bytesOf(file)).toString('utf8'))).toMatchObject([{ head: { count: 3, order: id } }]);

  await staff.page.goto(`${product.url}/admin/po_orders/${id}`);
  await staff.page.getByRole('button', { name: 'The record', exact: true }).click();
  await staff.page.getByText('1. Internal note').waitFor();
  expect(await page.getByText('Internal note').count()).toBe(0);

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'The record', exact: true }).click();
  await page.getByText('The record comes from the server.').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'The record', exact: true }).click();
  await page.getByRole('button', { name: 'The record', exact: true }).click();
  await page.getByText('3. placed (Draft → Submitted)').waitFor();
  expect([...customer.problems, ...staff.problems]).toEqual([]);
});
