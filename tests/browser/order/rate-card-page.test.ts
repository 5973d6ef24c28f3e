import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { addRateCard } from '../../../server/order/store/rate-cards.ts';
import { demoId } from '../../../server/demo/users.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The staff's page of the rate card: figures, what they change for open orders, and versions. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp');

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).first();

test('I change figures, see what open orders would cost, meet a colleague who saved first, and save', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/admin/rate-card`);
  await field(page, 'Report and data').fill('1.234,5');
  await row(page, 'Report and data').getByText('Read as €1,234.50').waitFor();
  await field(page, 'From 500 cells').fill('120');
  await page.getByText('Write more than 0 and at most 100 %.').waitFor();
  await page.getByText('1 figure cannot be saved as it is').waitFor();
  expect(await problemsHere(page, 'rate card')).toEqual([]);
  await page.getByRole('button', { name: 'Undo From 500 cells' }).click();
  await field(page, 'Prototyping set-up').fill('500');
  await page.getByText('2 figures changed').waitFor();

  await page.reload();
  expect(await field(page, 'Report and data').inputValue()).toBe('1.234,5');
  await page.getByRole('button', { name: 'Show what changes' }).click();
  const preview = page.getByRole('table').filter({ hasText: 'Before' });
  await preview.waitFor();
  const differences = await preview.locator('tbody td:last-child').allInnerTexts();
  const amounts = differences.map((text) => Number(text.replaceAll(/[^\d.-]/g, '')));
  expect(amounts.length).toBeGreaterThan(1);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  expect(await problemsHere(page, 'preview')).toEqual([]);

  await addRateCardOfColleague();
  await page.getByRole('button', { name: 'Save version 2' }).click();
  await page.getByText('Write why, so that others can follow it.').waitFor();
  await page.getByLabel('Why the figures change').fill('Rent of the laboratory');
  await page.getByRole('button', { name: 'Save version 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save version 2?' });
  await dialog.getByText(/drafts? gets? another price/).waitFor();
  await dialog.getByRole('button', { name: 'Save version 2' }).click();

  await page
    .getByRole('alert')
    .getByText(/saved version 2 .*Dearer spectra/)
    .waitFor();
  expect(await field(page, 'Report and data').inputValue()).toBe('1.234,5');
  await row(page, 'Impedance spectrum').getByText('was €4.00').waitFor();
  expect(await problemsHere(page, 'stale')).toEqual([]);
  await page.getByRole('button', { name: 'Continue from version 2' }).click();
  await page.getByRole('button', { name: 'Save version 3' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save version 3' }).click();
  await page.getByText('Version 3 is saved').waitFor();
  await page.getByRole('heading', { name: /^Version 3/ }).waitFor();
  await page.getByText('0 figures changed').waitFor();

  const comparison = page.getByRole('region', { name: 'Compare two versions' });
  await comparison.getByLabel('From').selectOption('1');
  expect(await comparison.locator('tbody tr').allInnerTexts()).toHaveLength(3);
  await comparison.getByRole('row', { name: /Report and data €150.00 €1,234.50/ }).waitFor();

  await page.getByRole('button', { name: 'Start from version 1' }).click();
  await page.getByText('3 figures changed').waitFor();
  expect(await field(page, 'Impedance spectrum').inputValue()).toBe('4.00');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('0 figures changed').waitFor();

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: /^Version 3/ }).waitFor();
  await field(page, 'Report and data').fill('9');
  await page.getByText('Saving needs a connection.').waitFor();
  expect(await page.getByRole('button', { name: 'Save version 4' }).isDisabled()).toBe(true);
  await context.setOffline(false);
  expect(device.problems).toEqual([]);
});

/** A colleague saves version 2, with dearer spectra. */
async function addRateCardOfColleague(): Promise<void> {
  const card = { ...exampleRateCard, spectrum: 9_00 };
  const version = { replaces: 1, card, note: 'Dearer spectra.', madeBy: demoId('admin') };
  await product.db.transaction().execute((tx) => addRateCard(tx, version));
}
