import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { bytesOf, desktop } from '../../support/browser/browser.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** The question set: its figures over time, and as a file. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp', { viewport: desktop });

/** Writes a version that was measured some days ago. */
async function measured(number: number, days: number, recall1: number): Promise<void> {
  const figures = {
    in_scope: 300,
    strangers: 60,
    recall1,
    mrr: recall1 + 0.05,
    answered: recall1 - 0.1,
    answered_right: recall1 - 0.15,
    strangers_answered: 0.02 * number,
  };
  await sql`insert into index_versions (number, made_at, why, note, entries, changes, figures, sets)
    values (${number}, now() - ${days} * interval '1 day', 'sync', ${`Week ${number}`}, 445,
            '{"created": 0, "changed": 1, "deleted": 0}', ${JSON.stringify({ before: figures, after: figures })},
            ${JSON.stringify([{ name: 'korean', figures: { ...figures, recall1: 0.5 } }])})`.execute(product.db);
}

test('I see the figures of the question set over time, and of one of its sets', async () => {
  const { page } = device;
  const list = `${product.url}/admin/knowledges-center/questions`;
  await page.goto(list);
  await page.getByText('Nothing was measured yet.').waitFor();
  for (const [i, recall1] of [0.7, 0.74, 0.72, 0.81, 0.86].entries()) await measured(i + 1, 35 - 7 * i, recall1);
  await sql`update question_sets set added_at = now() - interval '30 days' where id in (
    select id from question_sets order by id limit 3)`.execute(product.db);
  await page.reload();
  const table = page.getByRole('table', { name: 'Figures over time' });
  await table.waitFor();
  expect(await table.getByRole('row', { name: /Week 5/ }).innerText()).toContain('86.0%');
  expect(await table.getByRole('row', { name: /Week 2/ }).innerText()).toContain('3 added, 0 removed');
  expect(await problemsHere(page, 'the figures over time')).toEqual([]);
  await page.getByLabel('Set', { exact: true }).first().selectOption({ label: 'Korean' });
  await expect.poll(() => table.getByRole('row', { name: /Week 5/ }).innerText()).toContain('50.0%');
});

test('I export the questions, mend a wrong row of my file, and import it', async () => {
  const { page } = device;
  await page.goto(`${product.url}/admin/knowledges-center/questions`);
  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const text = (await bytesOf(await exporting)).toString('utf8');
  const [heads = ''] = text.split('\r\n');
  expect(heads).toContain('"Question of the entry"');

  const drop = async (name: string) =>
    await page.getByRole('button', { name: 'Import from CSV' }).dispatchEvent('drop', {
      dataTransfer: await page.evaluateHandle((file) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['Question,Entry\nHow do parrots age?,none\n'], file));
        return transfer;
      }, name),
    });
  await drop('mine.xlsx');
  await page.getByText('“mine.xlsx” is no CSV file. Save the table as CSV, then choose it again.').waitFor();
  await drop('dropped.csv');
  await page
    .getByRole('dialog', { name: 'Import “dropped.csv”' })
    .getByText('1 new, 0 changed, 0 as they are.')
    .waitFor();
  await page.keyboard.press('Escape');
  const choose = (content: string) =>
    page
      .getByLabel('Import from CSV')
      .last()
      .setInputFiles({
        name: 'mine.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(content),
      });
  await choose('Question,Entry\nHow do parrots age?,\n,none\n');
  const dialog = page.getByRole('dialog', { name: 'Import “mine.csv”' });
  await dialog.getByText('2 rows are wrong, so nothing is imported.').waitFor();
  await dialog.getByText('Line 2, Entry: Name the entry that answers it').waitFor();
  expect(await problemsHere(page, 'wrong rows')).toEqual([]);
  await choose('Question,Entry\nHow do parrots age?,none\n');
  await dialog.getByText('1 new, 0 changed, 0 as they are.').waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Imported: 1 new, 0 changed.').waitFor();
  await page.getByRole('row', { name: /How do parrots age/ }).waitFor();
  expect(device.problems).toEqual([]);
});
