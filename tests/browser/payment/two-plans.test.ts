import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { issueRenewals } from '../../../server/payment/renewals.ts';
import { openDevice, type Device } from '../../support/browser/browser.ts';
import { paymentsOf } from '../../support/orders/buying.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';

/** A running plan beside an order that waits for payment: what the page says and offers for each. */

let device: Device;

const product = await provideProduct();
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => device?.close());

const numberIn = (text: string) => /INV-\d{4}-\d{6}/.exec(text)?.[0] ?? '';

test('an administrator orders another plan, is told to pay it, and cancels and resumes the running one', async () => {
  const { page } = device;
  const main = page.getByRole('main');
  await signIn(page, product.url, 'manager@demo.vfp');
  await page.goto(`${product.url}/pay`);
  await page.getByRole('link', { name: 'Change plan' }).click();
  const plan = page.getByLabel('Plan');
  expect(await plan.inputValue()).toBe('premium');
  const taken = plan.getByRole('option', { name: 'Professional (you have it now)', includeHidden: true });
  expect(await taken.isDisabled()).toBe(true);

  await plan.selectOption('standard');
  await page.getByLabel('Address').fill('Batterigatan 4');
  await page.getByRole('button', { name: /^Order and pay/ }).click();
  await page.getByRole('button', { name: 'Order now' }).click();
  await page.getByText(/^Your company uses more licenses than this plan has\./).waitFor();
  await plan.selectOption('premium');
  await page.getByRole('button', { name: /^Order and pay/ }).click();
  await page.getByRole('button', { name: 'Order now' }).click();
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
  const ordered = numberIn(await main.innerText());

  await sql`update subscriptions set current_period_end = now() + interval '5 days' where status = 'active'`.execute(
    product.db,
  );
  await issueRenewals(paymentsOf(product));
  await page.reload();
  await page.getByText(`Your invoice has the number ${ordered}.`, { exact: false }).waitFor();
  await page.getByRole('link', { name: 'See your plan' }).click();
  await page.getByText(`Pay invoice ${ordered} of`, { exact: false }).waitFor();
  expect(new Set((await main.innerText()).match(/INV-\d{4}-\d{6}/g)).size).toBe(2);

  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByText(/^Cancelled\. You keep the plan until/).waitFor();
  await page.getByRole('heading', { name: 'Your order: Premium' }).waitFor();

  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('heading', { name: 'Your order: Premium' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Keep the plan' }).click();
  const keeping = page.getByRole('dialog', { name: 'Keep the plan?' });
  await keeping.getByText(/^Professional continues after .* The next invoice comes by mail/).waitFor();
  await keeping.getByRole('button', { name: 'Keep the plan' }).click();
  await page.getByRole('button', { name: 'Cancel plan' }).click();

  // The same action again on the same page is a new one.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByText(/^Cancelled\. You keep the plan until/).waitFor();
  expect(device.problems).toEqual([]);
});
