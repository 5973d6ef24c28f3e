import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { fillCells, startOrder, stepOf } from '../../support/browser/order-screens.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** What would change the price of an order: applied with one press, and undone. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

test('coated foil that is sent lowers the price by what the lever says, and Undo brings the price back', async () => {
  const { page } = device;
  await startOrder(page, product.url);
  await fillCells(page);
  await stepOf(page, 'Review').click();
  const panel = page.getByRole('complementary', { name: 'Price' });
  const total = panel.getByRole('row', { name: /^Total/ });
  const lever = panel.getByRole('button', { name: /coated foil/ });
  await page.getByRole('heading', { name: 'When it comes, and what each step costs' }).waitFor();
  await total.filter({ hasText: '€4,950.00' }).waitFor();
  await lever.filter({ hasText: '-€1,708.00' }).click();
  await panel.getByText('Cathode: Coating method: Slot die → You coat it').waitFor();
  expect(await problemsHere(page, 'levers of the price')).toEqual([]);
  await panel.getByRole('button', { name: 'Change the order' }).click();
  await total.filter({ hasText: '€3,242.00' }).waitFor();
  await page.getByText('Your material arrives').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await total.filter({ hasText: '€4,950.00' }).waitFor();
});
