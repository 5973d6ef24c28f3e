import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { desktop, phone, type Device } from '../../support/browser/browser.ts';
import { startOrder, stepOf } from '../../support/browser/order-screens.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** Two colleagues edit one draft: Mara at a desk, and Jun on a phone that loses its network. */

const product = await provideProduct();
const mara = await product.device(undefined, { viewport: desktop });
const jun = await product.device(undefined, { viewport: phone });

const quantityOf = ({ page }: Device) => page.getByLabel('Number of cells');

/** Writes the number of cells and leaves the field. */
async function fill(device: Device, cells: string): Promise<void> {
  await quantityOf(device).fill(cells);
  await device.page.keyboard.press('Tab');
}

async function stored(orderId: string): Promise<{ quantity?: number; conflicts: number }> {
  const { rows } = await sql<{ quantity?: number; conflicts: number }>`
    select (data #>> '{doc,quantity}')::int as quantity, jsonb_array_length(data -> 'conflicts') as conflicts
    from orders where id = ${orderId}`.execute(product.db);
  return rows[0] ?? { conflicts: 0 };
}

test('a colleague with whom I share a draft edits it, and what we both write is shown with both names until one of us chooses', async () => {
  const { page } = mara;
  await signIn(page, product.url, 'engineer@demo.vfp');
  await signIn(jun.page, product.url, 'colleague@demo.vfp');
  await startOrder(page, product.url);
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByText('We coat, assemble and form cells').click();
  await page.getByLabel('Your name for this order').fill('Pilot with Jun');
  await stepOf(page, 'Cell').click();
  await page.getByLabel('Format', { exact: true }).selectOption('21700');
  await fill(mara, '100');
  await page.getByText('Saved', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Share with colleagues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit this draft together' });
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByText('Choose a colleague first.').waitFor();
  await dialog.getByLabel('Jun Park').check();
  expect(await problemsHere(page, 'share')).toEqual([]);
  await page.setViewportSize(desktop);
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText('Shared with Jun Park').first().waitFor();

  await jun.page.goto(`${product.url}/one-stop-order/Prototyping`);
  const drafts = jun.page.getByRole('listitem').filter({ hasText: 'Pilot with Jun' });
  await drafts.getByText('by Mara Lindqvist').waitFor();
  expect(await drafts.getByRole('button', { name: /Discard/ }).count()).toBe(0);
  await drafts.getByRole('link').click();
  await jun.page.getByText('Mara Lindqvist shares this draft with you').waitFor();
  await stepOf(jun.page, 'Cell').click();
  await fill(jun, '120');
  await page.getByText('Jun Park changed: Number of cells').waitFor();
  expect(await quantityOf(mara).inputValue()).toBe('120');

  await jun.context.setOffline(true);
  await fill(jun, '200');
  await jun.page.getByText('Saved on this device').waitFor();
  await fill(mara, '240');
  await until('the server has 240', async () => (await stored(orderId)).quantity === 240);
  await jun.context.setOffline(false);
  const conflict = page.getByText(/You wrote 240\s*cells, Jun Park wrote 200/);
  await conflict.waitFor();
  await jun.page.getByText(/Mara Lindqvist wrote 240\s*cells, you wrote 200/).waitFor();
  expect(await problemsHere(page, 'conflict')).toEqual([]);
  await page.setViewportSize(desktop);
  // The meters to coat followed from the number of cells, and follow the choice.
  await jun.page.getByText('2 fields that were written with it follow your choice.').waitFor();
  await jun.page.getByRole('button', { name: /^Use 200/ }).click();
  await conflict.waitFor({ state: 'detached' });
  expect(await stored(orderId)).toEqual({ quantity: 200, conflicts: 0 });
  expect(await quantityOf(mara).inputValue()).toBe('200');
  await stepOf(jun.page, 'Review').click();
  await jun.page.getByRole('heading', { name: 'Review' }).waitFor();
  expect(await jun.page.getByRole('button', { name: /Place/ }).count()).toBe(0);

  await page.getByRole('button', { name: 'Share with colleagues' }).click();
  await dialog.getByLabel('Jun Park').uncheck();
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText('Only you can edit this draft now').waitFor();
  await jun.page.getByText('Mara Lindqvist does not share this draft with you').waitFor();
  expect([...mara.problems, ...jun.problems]).toEqual([]);
});
