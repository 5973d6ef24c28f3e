import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { bytesOf, phone } from '../../support/browser/browser.ts';
import { orderInTest } from '../../support/orders/demo-order.ts';
import { provideProduct } from '../../support/servers/product.ts';
import { attachmentBytes } from '#domain/ground/attachments.ts';

/** A laboratory without a network: cells and a report that wait on a phone, and what the customer has afterwards. */

const product = await provideProduct();
const lab = await product.device('expert@demo.vfp', { viewport: phone });
const customer = await product.device('engineer@demo.vfp');

test('offline I change cells, add a table of 6 MB and publish it; after a reload and back online the customer has both', async () => {
  const { id } = await orderInTest(product.url);
  const { page, context } = lab;
  await page.goto(`${product.url}/admin/po_orders/${id}`);
  await page.getByText('No report has been added.').waitFor();
  await context.setOffline(true);
  await page.reload();

  await page.getByLabel('Cells', { exact: true }).fill('1-5');
  await page.getByLabel('New state').selectOption('in_test');
  await page.getByRole('button', { name: 'Set the state' }).click();
  await page.getByText('19 built, 5 in test').first().waitFor();
  await page.getByText(/^Waiting to be sent since .*: Cells 1–5 in test$/).waitFor();

  await page.getByRole('link', { name: '1. Reference Parameter Test' }).click();
  const dialog = page.getByRole('dialog');
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await choose('empty.csv', Buffer.alloc(0));
  await dialog.getByText('empty.csv is empty.').waitFor();
  await choose('setup.exe', Buffer.from('MZ'));
  await dialog.getByText('setup.exe is of a type that is not accepted.').waitFor();
  const table = Buffer.from(`time_s,voltage_v\n${'1,3.7000\n'.repeat(700_000)}`);
  expect(table.length).toBeGreaterThan(attachmentBytes);
  await choose('cycling.csv', table);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cycling of the pilot');
  expect(await problemsHere(page, 'a report without a network')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a report' }).click();
  await page.getByText('0 of 6 MB, waits for the network').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Waits to be published').waitFor();
  await page.reload();
  await page.getByText('Waits to be published').waitFor();
  await page.getByText('19 built, 5 in test').first().waitFor();
  await page.getByRole('button', { name: 'Results are published' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Results are published' }).click();
  await page.getByText('19 built, 5 tested').first().waitFor();
  expect(await problemsHere(page, 'an order with cells and a report that wait')).toEqual([]);

  const mine = customer.page;
  await mine.goto(`${product.url}/one-stop-order/history/${id}`);
  await mine.getByText('24 built').waitFor();
  await context.setOffline(false);
  await mine.getByText('19 built, 5 tested').waitFor();
  await mine.getByText('Cycling of the pilot').waitFor();
  const download = mine.waitForEvent('download');
  await mine.getByRole('button', { name: /cycling\.csv/ }).click();
  expect((await bytesOf(await download)).equals(table)).toBe(true);
  await page.getByText('Published', { exact: true }).waitFor();
  expect([...lab.problems, ...customer.problems]).toEqual([]);
});
