import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countingEmptyCombinations } from '../../../server/assistant/store/empty-combinations.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The experts' list of what the knowledge base lacks. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp');

test('I see what answers could not offer, filter it by kind, and read what the entry says, also offline', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/admin/records`);
  await page.getByRole('link', { name: 'Missing combinations' }).click();
  await page.getByText('Nothing is missing').waitFor();

  const { rows } = await sql<{ id: string }>`select id from knowledge
    where question like '%NMC811%' and status = 'published' order by id limit 2`.execute(product.db);
  const [first = '', second = ''] = rows.map(({ id }) => id);
  await countingEmptyCombinations([
    { entryId: first, kind: 'chemistry', option: 'lto' },
    { entryId: second, kind: 'chemistry', option: 'lto' },
    { entryId: first, kind: 'format', option: 'pouch' },
  ]).execute(product.db);
  await page.reload();
  const table = page.getByRole('table');
  await table.getByRole('row', { name: /LTO/ }).first().waitFor();
  expect(await table.locator('tbody tr').count()).toBe(3);
  expect(await problemsHere(page, 'what is missing')).toEqual([]);
  await page.getByText('Missing for', { exact: true }).first().click();
  await page.getByRole('checkbox', { name: 'Format' }).check();
  await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
  expect(new URL(page.url()).search).toBe('?view=missing&kind=format');

  await context.setOffline(true);
  await page.reload();
  await table.getByRole('button', { name: /NMC811/ }).click();
  const sheet = page.getByRole('dialog', { name: /NMC811/ });
  await expect.poll(async () => (await sheet.innerText()).length).toBeGreaterThan(200);
  expect(await problemsHere(page, 'an entry')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await context.setOffline(false);
  expect(device.problems).toEqual([]);
});
