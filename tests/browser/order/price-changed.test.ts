import { expect, test } from 'vitest';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { callsOf } from '../../support/servers/calls.ts';
import { fillAddress, fillCells, startOrder } from '../../support/browser/order-screens.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** An order that was placed offline, at prices that staff changed meanwhile. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

test('I placed offline and the prices changed: I see each line that did, agree, and the order is placed at that price', async () => {
  const { page, context } = device;
  await startOrder(page, product.url);
  await fillCells(page);
  await fillAddress(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Place when online' }).click();
  await page.getByText('Will be placed when online').first().waitFor();

  await saveDearerCard();
  await context.setOffline(false);
  const table = page.getByRole('table', { name: /^You saw .* it is .* now/ });
  await table.waitFor();
  expect(await table.getByRole('row', { name: /Prototyping set-up/ }).innerText()).toMatch(
    /The rate card changed\s+€450.00\s+€500.00\s+\+€50.00/,
  );
  expect(await page.getByText('The rate card changed from example-2026-1 to').count()).toBe(1);
  expect(await problemsHere(page, 'price difference')).toEqual([]);
  const [, total] = /€([\d,.]+)/.exec(await page.getByRole('button', { name: /^Place for/ }).innerText()) ?? [];
  await page.getByRole('button', { name: /^Place for/ }).click();
  await page.getByText('is placed').waitFor();
  await page.getByRole('link', { name: 'Show the order' }).click();
  await page.getByText(`€${total}`).first().waitFor();
});

/** An expert saves a card with a dearer set-up. */
async function saveDearerCard(): Promise<void> {
  const post = await callsOf(product.url, 'expert@demo.vfp');
  const card = { ...exampleRateCard, prototypingSetup: 500_00 };
  await post('/admin-api/rate_cards', { replaces: 1, card, note: 'Dearer' });
}
