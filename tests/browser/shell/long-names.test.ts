import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { phone } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** A name of one long word, on a phone. */

const name = 'Donaudampfschifffahrtsgesellschaftskapitaensanwaerterin';

const product = await provideProduct();
await sql`update users set display_name = ${name} where email in ('engineer@demo.vfp', 'colleague@demo.vfp')`.execute(
  product.db,
);
const device = await product.device('engineer@demo.vfp', { viewport: phone });

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
