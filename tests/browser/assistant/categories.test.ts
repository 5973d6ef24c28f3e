import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { desktop, phone } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The categories of the Q&As, as an expert sees and renames them. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp', { viewport: desktop });

test('I rename a category with a preview, undo it, and merge one that differs only by case', async () => {
  const { page } = device;
  const { rows } = await sql<{ large: string; count: number }>`
    select large, count(*)::int as count from qnas group by large order by lower(large) limit 1`.execute(product.db);
  const { large = '', count = 0 } = rows[0] ?? {};
  await page.goto(`${product.url}/admin/knowledges-center`);
  await page.getByRole('heading', { name: 'Categories' }).waitFor();
  const branch = page.locator('details').filter({ hasText: large }).first();
  await branch.locator('summary').click();
  await branch
    .getByRole('link', { name: `${count} Q&As` })
    .first()
    .waitFor();
  expect(await problemsHere(page, 'the categories')).toEqual([]);

  await branch.getByRole('button', { name: `Rename or merge ${large}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Rename or merge “${large}”` });
  await dialog.getByRole('button', { name: 'Rename or merge' }).click();
  await dialog.getByText('This is its name already.').waitFor();
  const name = dialog.getByRole('combobox', { name: 'Large category' });
  await name.fill('Sparrows');
  await dialog.getByText(`${count} Q&As will be in “Sparrows”.`).waitFor();
  expect(await problemsHere(page, 'a rename')).toEqual([]);
  await dialog.getByRole('button', { name: `Rename for ${count} Q&As` }).click();
  await page.locator('summary').filter({ hasText: 'Sparrows' }).waitFor();
  await page.getByText(`${large} was renamed to Sparrows`).waitFor();
  await page.getByRole('button', { name: `Undo: ${large} to Sparrows` }).click();
  await page.getByText(`${count} Q&As are as they were before`).waitFor();
  await page.locator('summary').filter({ hasText: large }).first().waitFor();
  expect(await page.locator('summary').filter({ hasText: 'Sparrows' }).count()).toBe(0);

  const odd = large.toUpperCase();
  await sql`update qnas set large = ${odd}, version = version + 1
    where id = (select id from qnas where large = ${large} order by id limit 1)`.execute(product.db);
  await page.reload();
  await page.getByText('differ only by case or spaces').waitFor();
  expect(await problemsHere(page, 'names that are alike')).toEqual([]);
  await page.getByRole('button', { name: `Merge “${odd}” into “${large}”` }).click();
  const merge = page.getByRole('dialog', { name: `Rename or merge “${odd}”` });
  await merge.getByText('joins those in').waitFor();
  await merge.getByRole('button', { name: 'Merge 1 Q&A' }).click();
  await page.getByText(`${odd} was merged into ${large}`).waitFor();
  await expect.poll(() => page.getByText('differ only by case or spaces').count()).toBe(0);
  expect(device.problems).toEqual([]);
});

test('on a phone I find a category by its name, and see its Q&As', async () => {
  const { page } = device;
  await page.setViewportSize(phone);
  const { rows } = await sql<{ large: string; medium: string }>`
    select large, medium from qnas where medium <> '' group by large, medium order by large, medium limit 1`.execute(
    product.db,
  );
  const { large = '', medium = '' } = rows[0] ?? {};
  await page.goto(`${product.url}/admin/knowledges-center`);
  await page.getByRole('searchbox', { name: 'Name of a category' }).fill('no such name');
  await page.getByText('No category is named “no such name”.').waitFor();
  await page.getByRole('searchbox', { name: 'Name of a category' }).fill(medium);
  const row = page.getByRole('listitem').filter({ hasText: medium }).first();
  await row.waitFor();
  expect(await problemsHere(page, 'a found category')).toEqual([]);
  await row.getByRole('button', { name: /Rename or merge/ }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Medium category' }).fill('Anything else');
  await page.getByText('in “' + large + ' / Anything else”').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await row.getByRole('link', { name: /Q&A/ }).first().click();
  await page.waitForURL(/\/admin\/knowledges\?category=/);
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  expect(device.problems).toEqual([]);
});

test('while a Korean syllable is composed, the arrows, Enter and Escape belong to it', async () => {
  const { page } = device;
  await page.setViewportSize(desktop);
  await page.goto(`${product.url}/admin/knowledges-center`);
  const branch = page.locator('details').first();
  await branch.locator('summary').click();
  await branch
    .getByRole('button', { name: /^Rename or merge/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('combobox', { name: 'Large category' });
  await name.fill('음극');
  const composed = async (key: string) =>
    name.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });
  const chosen = async () => name.getAttribute('aria-activedescendant');
  await composed('ArrowDown');
  expect(await chosen()).toBe(null);
  await page.keyboard.press('ArrowDown');
  await expect.poll(chosen).not.toBe(null);
  // The list is still open, and so is the dialog.
  await composed('Enter');
  await composed('Escape');
  expect(await name.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
