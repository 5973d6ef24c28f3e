import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoOrders } from '../../server/demo/orders.ts';
import { problemsHere } from '../support/axe.ts';
import { openDevice, type Device } from '../support/browser.ts';
import { callsOf } from '../support/calls.ts';
import { signIn, startProduct, type Product } from '../support/product.ts';
import { at } from '../support/server.ts';

/** A reviewed order on the customer's screen: its binding price, accepting it offline, and its documents. */

let product: Product;
let device: Device;

beforeAll(async () => {
  product = await startProduct();
  device = await openDevice();
});
afterAll(async () => {
  await device?.close();
  await product?.close();
});

test('an expert changed a line: I see what and why, accept offline, and download quote and invoice', async () => {
  const { page, context } = device;
  const orderId = await reviewedOrder();
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.goto(`${product.url}/one-stop-order/history/${orderId}`);
  const line = page.getByRole('row', { name: /^Report/ });
  await line.getByText('The first report is on us.').waitFor();
  expect(await line.getByText(/€150\.00/).count()).toBe(1);
  await page.getByText('binding until').waitFor();
  expect(await problemsHere(page, 'reviewed order')).toEqual([]);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Accept the price' }).click();
  await page.getByRole('group', { name: 'Accept the price' }).getByRole('button', { name: 'Accept the price' }).click();
  await page.getByText('Waits to be sent').first().waitFor();
  await page.getByRole('button', { name: 'Quote as PDF' }).click();
  await page.getByText('Quote: the PDF could not be downloaded.').waitFor();
  await context.setOffline(false);

  await page.getByText('Awaiting payment').locator('visible=true').first().waitFor();
  for (const name of ['Quote as PDF', 'Invoice as PDF']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  }
});

/** Places the demo order and approves it with a free report. @returns its id */
async function reviewedOrder(): Promise<string> {
  const customer = await callsOf(product.url, 'engineer@demo.vfp');
  const expert = await callsOf(product.url, 'expert@demo.vfp');
  const saved = await customer('/po_system/orders/save', { data: demoOrders[0]?.doc ?? {} });
  const order_id = String(at(saved, 'order.id'));
  await customer('/po_system/orders/place', { order_id, quote_hash: at(saved, 'order.price.quote_hash') });
  const command = (event: string, expect_status: string, more: object = {}) =>
    expert('/admin-api/po_system/order_command', { order_id, event, expect_status, ...more });
  await command('START_REVIEW', 'submitted');
  const overrides = [{ code: 'report', amount: 0, reason: 'The first report is on us.' }];
  await command('APPROVE', 'reviewing', { overrides });
  return order_id;
}
