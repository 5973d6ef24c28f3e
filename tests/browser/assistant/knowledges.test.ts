import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { writeQnas } from '../../../server/assistant/store/qna-writes.ts';
import { readQna } from '../../../server/assistant/store/qnas.ts';
import { demoId } from '../../../server/demo/users.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The experts' page of Q&As: the list, its dialogs, and what happens when two experts edit the same one. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp');

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
const category = (page: Page, name: string) => page.getByRole('dialog').getByRole('combobox', { name, exact: true });
/** Opens the page. Its heading is behind the dialog that the address names, which may be there first. */
const open = async (page: Page, address = '') => {
  await page.goto(`${product.url}/admin/knowledges${address}`);
  await page.getByRole('heading', { name: 'Q&A Managements', includeHidden: true }).waitFor();
};

/** A colleague saves a Q&A with another answer. */
async function changedByColleague(id: string, answer: string): Promise<void> {
  await product.db.transaction().execute(async (tx) => {
    const qna = await readQna(tx, id);
    if (qna === undefined) throw new Error(`there is no Q&A ${id}`);
    await writeQnas(tx, [{ id, fields: { ...qna, answer } }], { change: 'update', by: demoId('admin') });
  });
}

test('the list has the columns of the specification, 50 items a page, a search and filters that its address keeps', async () => {
  const { page } = device;
  await open(page);
  await page.getByText('50 items per page').waitFor();
  const heads = await page.locator('thead th').allInnerTexts();
  expect(heads).toEqual(['Choose', 'Id', 'Question', 'Answer', 'Keyword', 'Urls', 'Action']);
  expect(await page.locator('tbody tr').count()).toBe(50);
  expect(await problemsHere(page, 'the list of Q&As')).toEqual([]);
  await page.getByPlaceholder('Search via content of Question or Answer').fill('electrolyte');
  await page.waitForURL(/q=electrolyte/);
  await page.getByText('Category', { exact: true }).first().click();
  await page.getByRole('checkbox', { name: 'Testing', exact: true }).check();
  await page.waitForURL(/category=Testing/);
  await page.reload();
  await page.getByRole('button', { name: 'Remove the filter Category: Testing' }).waitFor();
  expect(await page.getByPlaceholder('Search via content of Question or Answer').inputValue()).toBe('electrolyte');
});

test('I add a Q&A with a new category, am told what is wrong and what is like it, and find it in the list', async () => {
  const { page } = device;
  await open(page);
  await page.getByRole('button', { name: 'Add a new Q&A' }).click();
  await page.getByRole('dialog', { name: 'Add a new Q&A' }).waitFor();
  await field(page, 'Urls').fill('https://example.com/torque');
  await page.keyboard.press('Control+Enter');
  await page.getByText('A keyword is required for the target URLs.').waitFor();
  expect(await page.getByText('Required', { exact: true }).count()).toBe(3);
  expect(await problemsHere(page, 'a form with problems')).toEqual([]);

  // Escape closes the list that is open, and not the dialog.
  await category(page, 'Large category').click();
  await page.getByRole('listbox', { name: 'Large category' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox', { name: 'Large category' }).waitFor({ state: 'hidden' });
  expect(await page.getByText('What you typed is not saved.').count()).toBe(0);
  await category(page, 'Large category').fill('Fixtures');
  await page.getByRole('option', { name: 'Create and use category: Fixtures' }).click();
  // Without a list, it asks.
  await category(page, 'Medium category').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep typing' }).click();
  await field(page, 'Question').fill('What do the numbers in 18650, 21700 and 4680 mean?');
  await field(page, 'Answer').fill('21700 is 22 mm wide.');
  const near = page.getByRole('region', { name: 'Q&As like this one' });
  await near.getByText('Same question').waitFor();
  await near
    .getByText(/Figures differ: 22 mm here/)
    .first()
    .waitFor();
  expect(await problemsHere(page, 'similar Q&As')).toEqual([]);
  await field(page, 'Question').fill('Which torque do the bolts of the fixture need?');
  await field(page, 'Keyword').fill('torque, bolts');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Create Q&A success').waitFor();
  const added = row(page, 'Which torque do the bolts');
  await added.getByText('Not synced yet').waitFor();
  await added.getByText('Needs check').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('what I typed is kept over a reload until I save or discard it, and leaving asks', async () => {
  const { page } = device;
  await open(page, '?edit=5');
  await page.getByRole('dialog', { name: 'Update Q&A' }).waitFor();
  await field(page, 'Sources').fill('IEC 62660-1');
  await page.keyboard.press('Escape');
  await page.getByText('What you typed is not saved.').waitFor();
  await page.getByRole('button', { name: 'Keep typing' }).click();
  await page.reload();
  await page.getByText(/You typed this before/).waitFor();
  expect(await field(page, 'Sources').inputValue()).toBe('IEC 62660-1');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close and keep it on this device' }).click();
  await page.getByRole('link', { name: 'Q&A 5', exact: true }).click();
  await page.getByRole('dialog', { name: 'Update Q&A' }).getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByText('Typed on this device and not saved:').count()).toBe(0);
});

test('when a colleague saved first, I see both versions field by field, keep mine, and find every version later', async () => {
  const { page } = device;
  await open(page, '?edit=6');
  await page.getByRole('dialog', { name: 'Update Q&A' }).waitFor();
  const question = await field(page, 'Question').inputValue();
  await field(page, 'Question').fill(`${question} Exactly?`);
  await changedByColleague('6', 'The answer of a colleague.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const both = page.getByRole('alert', { name: 'Both versions' });
  await both.getByText('You did not change this field, so theirs is taken.').waitFor();
  expect(await both.getByRole('checkbox', { name: 'Keep mine' }).count()).toBe(1);
  expect(await problemsHere(page, 'both versions')).toEqual([]);
  await both.getByRole('button', { name: 'Save with this choice' }).click();
  await page.getByText('Update Q&A success').waitFor();
  // The dialog closes by a step back in the history, which would undo the next address.
  await expect.poll(() => page.url()).not.toContain('edit=6');
  expect(await readQna(product.db, '6')).toMatchObject({
    version: 3,
    question: `${question} Exactly?`,
    answer: 'The answer of a colleague.',
  });

  await open(page, '?versions=6');
  const versions = page.getByRole('dialog', { name: 'Versions of Q&A 6' });
  await versions.locator('ins', { hasText: 'Exactly' }).waitFor();
  expect(await problemsHere(page, 'versions')).toEqual([]);
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await versions.getByText('restored from version 1').waitFor();
  expect(await readQna(product.db, '6')).toMatchObject({ version: 4, question });
});

test('I delete a Q&A and undo it', async () => {
  const { page } = device;
  await open(page, '?detail=8');
  const detail = page.getByRole('dialog', { name: 'Detail Q&A' });
  await detail.getByText('Version 1, by the product').waitFor();
  expect(await problemsHere(page, 'the detail')).toEqual([]);
  await detail.getByRole('button', { name: 'Delete Q&A' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete Q&A' });
  await asked.getByText('Are you sure you want to delete Q&A').waitFor();
  await asked.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Delete Q&A success').waitFor();
  expect(await readQna(product.db, '8')).toBeUndefined();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Q&A 8 is back').waitFor();
  expect(await readQna(product.db, '8')).toMatchObject({ version: 3 });
});

test('I publish the chosen Q&As, and another page opens the form with a question or one more way to ask', async () => {
  const { page } = device;
  await open(page, '?q=torque+bolts');
  await page.getByRole('checkbox', { name: /^Choose 100/ }).check();
  await page.getByRole('button', { name: 'Publish 1' }).click();
  await page.getByText('1 Q&A is published').waitFor();
  await expect.poll(() => row(page, 'Which torque').getByText('Needs check').count()).toBe(0);
  await open(page, '?add=1&question=Why%20is%20it%20warm%3F');
  await page.getByRole('dialog', { name: 'Add a new Q&A' }).waitFor();
  expect(await field(page, 'Question').inputValue()).toBe('Why is it warm?');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await open(page, '?edit=9&alternative=Another%20way');
  await page.getByRole('dialog', { name: 'Update Q&A' }).waitFor();
  expect((await field(page, 'Other ways to ask').inputValue()).split('\n').at(-1)).toBe('Another way');
  expect(device.problems).toEqual([]);
});
