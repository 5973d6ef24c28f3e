import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** What would change the price of an order: applied with one press, and undone. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

test('coated foil that is sent lowers the price by what the lever says, and Undo brings the price back', async () => {
  const { page } = device;
  const step = (name: string) =>
    page.getByRole('navigation', { name: 'Order steps' }).getByRole('button', { name: new RegExp(name) });
  await page.goto(`${product.url}/one-stop-order/Prototyping`);
  await page.getByRole('button', { name: 'Start a new order' }).click();
  await page.waitForURL('**?step=service');
  await page.getByText('We coat, assemble and form cells').click();
  await step('Cell').click();
  await page.getByLabel('Format', { exact: true }).selectOption('21700');
  await page.getByLabel('Chemistry', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Number of cells').fill('24');
  await page.keyboard.press('Tab');
  await step('Review').click();
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
