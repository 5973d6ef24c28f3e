import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { openDevice } from '../../support/browser/browser.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { createOrders } from '../../support/browser/shown-orders.ts';

/** The screens of orders in every status, of both sides. */

/** A screen by its address, and what is done on it. None changes an order. */
type Screen = readonly [address: (idOf: IdOf) => string, open?: (page: Page) => Promise<void>];
type IdOf = (order: string) => string;

let orders: ReadonlyMap<string, string>;

const product = await provideProduct();
beforeAll(async () => {
  orders = await createOrders(product.url);
});

/** Orders whose pages have parts that no other one has. */
const differing = ['reviewed', 'material', 'testing', 'shipped', 'rejected', 'revised'] as const;

const history = (name: string) => (idOf: IdOf) => `/one-stop-order/history/${idOf(name)}`;
const desk = (name: string) => (idOf: IdOf) => `/admin/po_orders/${idOf(name)}`;
const at = (address: string) => () => address;

/** Presses the first button with this text. */
const press = (name: string) => async (page: Page) =>
  await page.getByRole('button', { name, exact: true }).first().click();

const customers: readonly Screen[] = [
  [at('/one-stop-order/history')],
  [(idOf) => `/one-stop-order/history?chosen=${idOf('testing')},${idOf('revised')}`],
  ...differing.map((name): Screen => [history(name)]),
  [history('reviewed'), press('Accept the price')],
  [history('shipped'), press('Confirm receipt')],
  [history('material'), press('Announce another parcel')],
  [history('revised'), async (page) => await page.getByText('What each revision changed').click()],
  [history('revised'), press('The record')],
  [(idOf) => `/one-stop-order/compare?a=${idOf('testing')}&b=${idOf('revised')}`],
  [at('/one-stop-order/Prototyping')],
  [at('/one-stop-order/messenger')],
];

const staff: readonly Screen[] = [
  [at('/admin/po_orders')],
  [at('/admin/po_orders?sort=number'), chooseTwo],
  [at('/admin/po_orders'), press('Columns')],
  ...differing.map((name): Screen => [desk(name)]),
  [desk('submitted'), press('Start the review')],
  [desk('reviewing'), changeALine],
  [desk('reviewing'), press('Ask for changes')],
  [desk('reviewing'), press('Reject')],
  [desk('reviewing'), press('Change')],
  [desk('material'), press('Count it')],
  [desk('material'), press('Refuse the parcel')],
  [desk('testing'), press('Add a report')],
  [desk('testing'), press('Ship')],
  [at('/admin/po-chat')],
  [at('/admin/po-chat'), async (page) => await page.locator('main ul a').first().click()],
];

test.each([
  ['a customer’s screens of orders', 'engineer', customers],
  ['the screens of staff for orders', 'expert', staff],
] as const)('%s can be read and operated by everybody', async (_name, user, screens) => {
  const device = await openDevice();
  await signIn(device.page, product.url, `${user}@demo.vfp`);
  const problems: string[] = [];
  for (const [address, open] of screens) {
    const path = address((order) => orders.get(order) ?? '');
    await openScreen(device.page, path);
    await open?.(device.page);
    problems.push(...(await problemsHere(device.page, path)));
  }
  expect([...problems, ...device.problems]).toEqual([]);
  await device.close();
});

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(`${product.url}${path}`);
  await page.locator('main').waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  if (path.includes('/history/')) await page.getByRole('dialog').waitFor();
}

async function chooseTwo(page: Page): Promise<void> {
  await page.locator('tbody th a').first().focus();
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
}

async function changeALine(page: Page): Promise<void> {
  await press('Approve')(page);
  await page.getByRole('dialog').locator('li button').first().click();
}
