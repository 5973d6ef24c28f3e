import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { bytesOf, openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { textOf } from '../../support/files/pdf-text.ts';
import { signIn, startProduct, type Product } from '../../support/servers/product.ts';
import { startStripe, type StripeStandIn } from '../../support/servers/stripe.ts';

/** Prices, purchases by invoice and by card, and what a plan gives access to as soon as it is paid. */

let stripe: StripeStandIn;
let product: Product;
let device: Device;

beforeAll(async () => {
  stripe = await startStripe();
  product = await startProduct({ ...stripe.env, TAX_PERCENT: '19' });
  stripe.tell(product.url);
});
afterAll(async () => {
  await product?.close();
  await stripe?.close();
});
beforeEach(async () => {
  device = await openDevice();
});
afterEach(async () => {
  await device?.close();
});

/** Calls the API as this demo user. */
async function asSomebody(email: string, method: string, path: string): Promise<unknown> {
  const login = await fetch(`${product.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'x-device-id': 'b'.repeat(64), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Demo-2026!' }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const answer = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return await answer.json();
}

async function markPaid(number: string): Promise<void> {
  const { items } = (await asSomebody('admin@demo.vfp', 'GET', '/admin-api/invoices')) as {
    items: { id: string; number: string }[];
  };
  await asSomebody(
    'admin@demo.vfp',
    'POST',
    `/admin-api/invoices/${items.find((each) => each.number === number)?.id}/paid`,
  );
}

const menuItem = (page: Page, name: string) => page.getByRole('complementary').getByText(name, { exact: true });

test('a tester buys by invoice, saves it as PDF, and may chat with experts the moment it is paid', async () => {
  const { page } = device;
  await signIn(page, product.url, 'trial@demo.vfp');
  await page.getByRole('link', { name: 'Subscribe Now' }).first().click();
  await page.waitForURL(/\/pay$/);
  await page.getByLabel('Plan', { exact: true }).selectOption('professional');
  await page.getByLabel('Company').fill('Anodenwerk 한빛');
  await page.getByLabel('Address').fill('Zellstraße 1\n10115 Berlin');
  expect(await problemsHere(page, 'checkout')).toEqual([]);
  await page.getByLabel('E-mail for invoices').fill('none');
  await page.getByRole('button', { name: /^Order and pay €296\.31 a month$/ }).click();
  await page.getByText('Invalid Email').waitFor();
  await page.getByLabel('E-mail for invoices').fill('bills@lab.test');
  await page.getByRole('button', { name: /^Order and pay/ }).click();
  // Nothing is ordered before who is billed was confirmed.
  const summary = page.getByRole('group', { name: 'Is this right?' });
  expect(await summary.innerText()).toContain('Zellstraße 1');
  expect(await summary.innerText()).toContain('19 % tax is added on the invoice.');
  expect(await lettersTo(product.url, 'bills@lab.test', 0)).toEqual([]);
  await summary.getByRole('button', { name: 'Order now' }).click();
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
  expect(await problemsHere(page, 'result')).toEqual([]);
  const number = /INV-\d{4}-\d{6}/.exec(await page.getByRole('main').innerText())?.[0] ?? '';
  expect((await lettersTo(product.url, 'bills@lab.test'))[0]?.subject).toBe(`Invoice ${number} from VFP`);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download invoice ${number} as PDF` }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${number}.pdf`);
  expect(textOf(await bytesOf(file))).toContain(number);

  await markPaid(number);
  await page.getByRole('heading', { name: 'Your plan is active' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Subscribe Now' }).count()).toBe(0);
  await menuItem(page, 'Expert').click();
  await page.waitForURL(/\/chat\/chat-with-expert$/);
  expect(device.problems).toEqual([]);
});

test('a customer changes to another plan by card, on the page of the provider, and it is there when they come back', async () => {
  const { page } = device;
  await signIn(page, product.url, 'customer@demo.vfp');
  await page.goto(`${product.url}/pricing`);
  await page.getByRole('link', { name: 'Your plan: Professional', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Choose: Premium' }).click();
  await page.waitForURL(/\/pay\?plan=premium$/);
  expect(await page.getByLabel('Plan', { exact: true }).inputValue()).toBe('premium');
  await page.getByLabel('Pay', { exact: true }).selectOption('card');
  await page.getByLabel('Address').fill('Batterigatan 4\n721 31 Västerås');
  await page.getByRole('button', { name: /^Order and pay €702\.10/ }).click();
  await page.getByRole('button', { name: 'Order now' }).click();
  await page.getByRole('heading', { name: 'Card payment' }).waitFor();
  expect(page.url().startsWith(stripe.url)).toBe(true);
  await page.getByRole('button', { name: 'Pay 702.1' }).click();
  await page.getByRole('heading', { name: 'Your plan is active' }).waitFor();
  await page.getByText('Premium is open to you now.').waitFor();
  await page.getByRole('link', { name: 'See your plan' }).click();
  await page.getByText('By card').waitFor();
  await page.getByText('Paid', { exact: true }).first().waitFor();
  expect(await problemsHere(page, 'a plan')).toEqual([]);

  await page.getByRole('button', { name: 'Cancel plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel the plan?' });
  await dialog.getByText(/You keep Premium until/).waitFor();
  expect(await problemsHere(page, 'cancelling')).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByText(/^Cancelled\. You keep the plan until/).waitFor();
  await expect.poll(() => stripe.calls.at(-1)?.form).toEqual({ cancel_at_period_end: 'true' });

  await page.getByRole('button', { name: 'Keep the plan' }).click();
  const keeping = page.getByRole('dialog', { name: 'Keep the plan?' });
  await keeping.getByText(/^Premium continues after .* for €702\.10 a month, charged to your card as before/).waitFor();
  expect(await problemsHere(page, 'keeping')).toEqual([]);
  await keeping.getByRole('button', { name: 'Keep the plan' }).click();
  await page.getByRole('button', { name: 'Cancel plan' }).waitFor();
  expect(await page.getByText(/^Cancelled\./).count()).toBe(0);
  await expect.poll(() => stripe.calls.at(-1)?.form).toEqual({ cancel_at_period_end: 'false' });
  expect(device.problems).toEqual([]);
});

test('a guest compares the plans on a phone, and the one they choose is chosen in the sign-up', async () => {
  await device.close();
  device = await openDevice({ viewport: phone });
  const { page } = device;
  await page.goto(`${product.url}/pricing`);
  await page.getByText('€249', { exact: true }).waitFor();
  await page.getByText('19 % tax is added on the invoice.').first().waitFor();
  await page.getByRole('link', { name: 'Try it free: Premium' }).click();
  await page.waitForURL(/\/user-on-boarding\?type=new&plan=premium$/);
  expect(await page.getByRole('radio', { name: 'Premium, 14 days free' }).isChecked()).toBe(true);
  await page.getByRole('link', { name: 'Compare the plans' }).click();
  await page.getByRole('link', { name: 'Contact us: Navigator Premium' }).click();
  await page.waitForURL(/\/contact_us$/);
  await page.goto(`${product.url}/pay`);
  await page.waitForURL(/\/user-on-boarding\?type=new$/);
  expect(device.problems).toEqual([]);
});

test('a guest who chose a paid plan signs up, enters the code, and arrives at the purchase', async () => {
  const { page } = device;
  const email = 'paula@lab.test';
  await page.goto(`${product.url}/pricing`);
  await page.getByRole('link', { name: 'Sign up: Standard' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Anode-2026!');
  await page.getByLabel('Confirm password').fill('Anode-2026!');
  // The whole page is in view on a desktop.
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText(`We have sent six digits to ${email}`).waitFor();
  await page.getByLabel('Code from the mail').fill((await lettersTo(product.url, email))[0]?.code ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL(/\/pay\?plan=standard$/);
  expect(await page.getByLabel('Plan', { exact: true }).inputValue()).toBe('standard');
  expect(device.problems).toEqual([]);
});

test('without a network the pages say so, and what was typed is there when it returns', async () => {
  const { page, context } = device;
  await signIn(page, product.url, 'expert@demo.vfp');
  await page.goto(`${product.url}/pay`);
  await page.getByLabel('Address').fill('Kathodenweg 2');
  await context.setOffline(true);
  await page.getByText('No connection. Buying needs one; what you typed stays here.').waitFor();
  await page.getByRole('button', { name: /^Order and pay/ }).click();
  await page.getByRole('button', { name: 'Order now' }).click();
  await page.getByText('The server could not be reached. Nothing was ordered twice: try again.').waitFor();
  await page.reload();
  await page.getByText('Plans and prices come from the server.', { exact: false }).waitFor();
  await context.setOffline(false);
  await page.getByLabel('Address').waitFor();
  expect(device.problems).toEqual([]);
});
