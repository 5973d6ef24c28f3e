import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { protocolVersion } from '#domain/spine/wire/sync.ts';
import { demoOrders } from '../../../server/demo/orders.ts';
import { demoId } from '../../../server/demo/users.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { callsOf, type Post } from '../../support/servers/calls.ts';
import { parcelContent } from '../../support/orders/goods.ts';
import { signIn, startProduct, type Product } from '../../support/servers/product.ts';
import { at } from '../../support/servers/server.ts';

/** Staff in a laboratory without a network: reading, steps that wait, and what becomes of them. */

let product: Product;
let device: Device;
let [customer, expert, admin]: Post[] = [];

beforeAll(async () => {
  product = await startProduct();
  device = await openDevice();
  customer = await callsOf(product.url, 'engineer@demo.vfp');
  expert = await callsOf(product.url, 'expert@demo.vfp');
  admin = await callsOf(product.url, 'admin@demo.vfp');
  await signIn(device.page, product.url, 'expert@demo.vfp');
});
afterAll(async () => {
  await device?.close();
  await product?.close();
});

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
  const review = await submittedOrder('To review');
  const material = await orderAwaitingMaterial('With foils');
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

  await admin?.('/admin-api/po_system/order_command', {
    order_id: material.id,
    event: 'MATERIAL_REFUSED',
    expect_status: 'awaiting_delivery_of_material',
    reason: 'The foil is torn',
  });
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
  const made = [await submittedOrder('Bulk one'), await submittedOrder('Bulk two'), await submittedOrder('Bulk three')];
  const last = made[2]?.id;
  await expert?.('/admin-api/po_system/order_command', {
    order_id: last,
    event: 'START_REVIEW',
    expect_status: 'submitted',
  });
  await page.goto(`${product.url}/admin/po_orders?q=bulk&sort=number`);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
  await page.getByRole('link', { name: made[0]?.number ?? '' }).focus();
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

interface Made {
  id: string;
  number: string;
}

async function submittedOrder(title: string): Promise<Made> {
  const saved = await customer?.('/po_system/orders/save', { data: { ...demoOrders[0]?.doc, title } });
  const id = String(at(saved, 'order.id'));
  await customer?.('/po_system/orders/place', { order_id: id, quote_hash: at(saved, 'order.price.quote_hash') });
  return { id, number: String(at(saved, 'order.number')) };
}

async function orderAwaitingMaterial(title: string): Promise<Made> {
  const order = await submittedOrder(title);
  const { id: order_id } = order;
  const command = (who: Post | undefined, event: string, expect_status: string) =>
    who?.('/admin-api/po_system/order_command', { order_id, event, expect_status });
  await command(expert, 'START_REVIEW', 'submitted');
  const approved = await command(expert, 'APPROVE', 'reviewing');
  const args = {
    orderId: order_id,
    event: 'ACCEPT_QUOTE',
    expectStatus: 'reviewed',
    quoteHash: at(approved, 'price.quote_hash'),
  };
  const accepting = { cmdId: randomUUID(), n: 0, type: 'order.transition', v: 1, args };
  const push = { protocol: protocolVersion, clientId: randomUUID(), actor: demoId('engineer'), commands: [accepting] };
  await customer?.('/sync/push', push);
  await command(admin, 'INVOICE_PAID', 'awaiting_payment');
  await command(expert, 'NEEDS_MATERIAL', 'processing');
  const parcels = `/admin-api/po_orders/orders/${order_id}/parcels`;
  const arrived = await expert?.(parcels, { step: 'arrived', content: parcelContent, sender: 'The customer' });
  await expert?.(parcels, { parcel_id: at(arrived, 'parcels.0.id'), step: 'counted', counts: [2, 1] });
  return order;
}
