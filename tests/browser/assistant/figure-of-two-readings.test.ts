import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { startOrder, stepOf } from '../../support/browser/order-screens.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** A figure that can be read in two ways, typed into an order. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

test('I type 1,000 cells: both readings are offered, my text stays over a reload, and the order has the one that I choose', async () => {
  const { page } = device;
  await startOrder(page, product.url);
  await page.getByText('We coat, assemble and form cells').click();
  await stepOf(page, 'Cell').click();
  const cells = page.getByLabel('Number of cells');
  await cells.fill('1,000');
  await page.keyboard.press('Tab');
  const asked = page.getByRole('group', { name: 'What is meant?' });
  await asked.getByText('“1,000” can be read in two ways.').waitFor();
  expect(await asked.getByRole('button').allInnerTexts()).toEqual(['1', '1000']);
  expect(await problemsHere(page, 'a figure of two readings')).toEqual([]);

  await page.reload();
  await asked.waitFor();
  expect(await cells.inputValue()).toBe('1,000');

  await asked.getByRole('button', { name: '1000' }).click();
  await asked.waitFor({ state: 'detached' });
  expect(await cells.inputValue()).toBe('1000');
});
