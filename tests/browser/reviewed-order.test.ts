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

test('what I asked for offline came too late: I am told the status the order has now, and nothing to try again', async () => {
  const { page, context } = device;
  const { orderId, command } = await placedOrder();
  await page.goto(`${product.url}/one-stop-order/history/${orderId}`);
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('group', { name: 'Take back' }).getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Waits to be sent').first().waitFor();
  await command('START_REVIEW', 'submitted');
  await context.setOffline(false);

  const refused = page.getByRole('alert').filter({ hasText: '“Take back” came too late' });
  await refused.getByText('the order is in the status “Reviewing” now').waitFor();
  expect(await refused.getByRole('button').allTextContents()).toEqual(['Leave it as it is']);
  expect(await problemsHere(page, 'too late')).toEqual([]);
  await page.goto(`${product.url}/waiting`);
  await page.getByText('Take back').first().waitFor();
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  await page.goBack();
  await refused.getByRole('button').click();
  await refused.waitFor({ state: 'detached' });
});

/** Places the demo order. @returns its id, and what sends a step of the experts */
async function placedOrder() {
  const customer = await callsOf(product.url, 'engineer@demo.vfp');
  const expert = await callsOf(product.url, 'expert@demo.vfp');
  const saved = await customer('/po_system/orders/save', { data: demoOrders[0]?.doc ?? {} });
  const orderId = String(at(saved, 'order.id'));
  await customer('/po_system/orders/place', { order_id: orderId, quote_hash: at(saved, 'order.price.quote_hash') });
  const command = (event: string, expect_status: string, more: object = {}) =>
    expert('/admin-api/po_system/order_command', { order_id: orderId, event, expect_status, ...more });
  return { orderId, command };
}

/** Places the demo order and approves it with a free report. @returns its id */
async function reviewedOrder(): Promise<string> {
  const { orderId, command } = await placedOrder();
  await command('START_REVIEW', 'submitted');
  const overrides = [{ code: 'report', amount: 0, reason: 'The first report is on us.' }];
  await command('APPROVE', 'reviewing', { overrides });
  return orderId;
}
