import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemsHere } from '../support/axe.ts';
import { openDevice, type Device } from '../support/browser.ts';
import { signIn, startProduct, type Product } from '../support/product.ts';
import { until } from '../support/until.ts';

/** The failure finder on a device without a network, and after an expert has edited a tree. */

let product: Product;
let engineer: Device;

beforeAll(async () => {
  product = await startProduct();
  engineer = await openDevice();
  await signIn(engineer.page, product.url, 'navigator@demo.vfp');
});

afterAll(async () => {
  await engineer?.close();
  await product?.close();
});

const question = (page: Page, name: string) => page.getByRole('heading', { name, level: 3 });
const choose = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click();

test('I walk a tree without a network', async () => {
  const { page, context } = engineer;
  await page.goto(`${product.url}/chat/general?c=new`);
  await page.getByRole('link', { name: 'Find the cause of a failure' }).click();
  await page.getByRole('link', { name: /^Swelling/ }).waitFor();
  expect(await problemsHere(page, 'trees')).toEqual([]);
  await context.setOffline(true);
  expect(question).toBeDefined();
  expect(choose).toBeDefined();
  expect(until).toBeDefined();
});
