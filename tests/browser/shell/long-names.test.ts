import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { openDevice, phone, type Device } from '../../support/browser/browser.ts';
import { signIn, startProduct, type Product } from '../../support/servers/product.ts';

/** A name of one long word, on a phone. */

const name = 'Donaudampfschifffahrtsgesellschaftskapitaensanwaerterin';

let product: Product;
let device: Device;

beforeAll(async () => {
  product = await startProduct();
  await sql`update users set display_name = ${name} where email in ('engineer@demo.vfp', 'colleague@demo.vfp')`.execute(
    product.db,
  );
  device = await openDevice({ viewport: phone });
  await signIn(device.page, product.url, 'engineer@demo.vfp');
});

afterAll(async () => {
  await device?.close();
  await product?.close();
});

/** Whether all of a text is inside the window with a margin: what it stands in has at least as much padding. */
function isWhole(text: Locator): Promise<boolean> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    return left >= 8 && right <= innerWidth - 8;
  });
}

test('a long name breaks in the menu, in the list of colleagues, in the notice and above the draft', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/Prototyping/${demoId('draft')}?step=cell`);
  await page.getByRole('button', { name: /^Account of/ }).click();
  expect(await isWhole(page.getByText(name, { exact: true }).first())).toBe(true);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Share with colleagues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit this draft together' });
  const choice = dialog.getByText(name);
  await choice.click();
  expect(await isWhole(choice)).toBe(true);
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  const notice = page.getByText(`${name} can edit this draft now`);
  await notice.waitFor();
  expect(await isWhole(notice)).toBe(true);
  expect(await isWhole(page.getByText(`Shared with ${name}`))).toBe(true);
});
