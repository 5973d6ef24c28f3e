import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { desktop, phone } from '../../support/browser/browser.ts';
import { submittedOrder } from '../../support/orders/demo-order.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/**
 * What a review leads to on the customer's screen: changes that are asked, or a binding price, which is accepted offline,
 * and its documents.
 */

const product = await provideProduct();
const device = await product.device();

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
  const { id: orderId, step } = await submittedOrder(product.url);
  await page.goto(`${product.url}/one-stop-order/history/${orderId}`);
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('group', { name: 'Take back' }).getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Waits to be sent').first().waitFor();
  await step('START_REVIEW', 'submitted');
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

test('an expert asks for changes: I see that and why in the lists and in every step, also offline, until I place again', async () => {
  const { page, context } = device;
  await page.setViewportSize(phone);
  await page.goto(`${product.url}/one-stop-order/history`);
  const orderId = await askedOrder();
  const row = page.getByRole('list', { name: 'Orders' }).getByRole('link', { name: /Changes asked/ });
  await row.waitFor();
  const tabs = page.getByRole('navigation', { name: 'Quick navigation' });
  await tabs.getByRole('link', { name: /^Orders.*1 needs you/ }).waitFor();
  expect(await problemsHere(page, 'orders with one that was sent back')).toEqual([]);
  await page.setViewportSize(desktop);
  const menu = page.getByRole('link', { name: /^Order History/ });
  await menu.getByText('1 needs you').waitFor();
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  await page.getByRole('link', { name: /Changes asked/ }).click();
  const note = page.getByRole('alert').filter({ hasText: 'The experts ask for changes' });
  await note.getByText('Dr. Ines Moreau').waitFor();
  expect(await note.getByRole('paragraph').innerText()).toBe(asked);
  expect(await problemsHere(page, 'a step of an order that was sent back')).toEqual([]);
  await page.setViewportSize(desktop);

  await context.setOffline(true);
  await page.reload();
  // A mark on the element: the same one stays in all steps, so that it is announced once.
  await note.evaluate((element) => element.setAttribute('data-seen', ''));
  for (const step of ['Service', 'Cell', 'Tests', 'Files', 'Review']) {
    const steps = page.getByRole('navigation', { name: 'Order steps' });
    await steps.getByRole('button', { name: new RegExp(`^${step}`) }).click();
    await page.locator(`[data-step="${step.toLowerCase()}"]`).waitFor();
    expect(await note.getAttribute('data-seen')).toBe('');
  }
  await page.goto(`${product.url}/one-stop-order/history`);
  await row.waitFor();
  await page.goto(`${product.url}/one-stop-order/Prototyping/${orderId}?step=review`);
  await note.waitFor();
  await page.getByRole('button', { name: 'Place when online' }).click();
  await page.getByText('Will be placed when online').waitFor();
  expect(await note.count()).toBe(0);
  await menu.getByText('1 needs you').waitFor({ state: 'detached' });
  await context.setOffline(false);
  await page.getByText('is placed').waitFor();
  expect(device.problems).toEqual([]);
});

const asked = 'The tabs of 8 mm do not fit.\nPlease choose 6 mm.';

/** Places the demo order and asks for changes. @returns its id */
async function askedOrder(): Promise<string> {
  const { id: orderId, step } = await submittedOrder(product.url);
  await step('START_REVIEW', 'submitted');
  await step('REQUEST_CHANGES', 'reviewing', { reason: asked });
  return orderId;
}

/** Places the demo order and approves it with a free report. @returns its id */
async function reviewedOrder(): Promise<string> {
  const { id: orderId, step } = await submittedOrder(product.url);
  await step('START_REVIEW', 'submitted');
  const overrides = [{ code: 'report', amount: 0, reason: 'The first report is on us.' }];
  await step('APPROVE', 'reviewing', { overrides });
  return orderId;
}
