import { expect, test } from 'vitest';
import { readQnas } from '../../../server/assistant/store/qnas.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { bytesOf } from '../../support/browser/browser.ts';
import { row, xlsxOf } from '../../support/files/office-files.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** An expert imports Q&As from an Excel file. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp');

const heads = ['Id', 'Large category', 'Question', 'Reply', 'Price'];
const workbook = (...rows: string[][]) =>
  xlsxOf([{ name: 'Q', data: [heads, ...rows].map((cells, i) => row(i + 1, cells)).join('') }]);

test('I import a file: it is refused, mapped, mended, imported and undone', async () => {
  const { page } = device;
  await page.goto(`${product.url}/admin/knowledges`);
  await page.getByRole('button', { name: 'Import data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import data' });
  await dialog.getByText('Click to choose a file or drag file here to start import.').waitFor();
  await dialog.getByText('Only allow Excel file. File size up to 10MB.').waitFor();
  await dialog.getByText('Nothing was imported yet.').waitFor();
  expect(await problemsHere(page, 'import, choose')).toEqual([]);

  const picker = dialog.locator('input[type=file]');
  const choose = (bytes: Buffer, name = 'ours.xlsx') => picker.setInputFiles({ name, mimeType: '', buffer: bytes });
  await choose(Buffer.from('a,b'), 'ours.csv');
  await dialog.getByText('Only allow Excel file', { exact: true }).waitFor();
  await choose(Buffer.alloc(10 * 1024 * 1024 + 1), 'large.xlsx');
  await dialog.getByText('File size limited by 10MB').waitFor();

  // A column has another head, and one row is wrong.
  await choose(
    workbook(
      ['', 'Import story', 'What is imported?', 'An answer.', '1'],
      ['999999', 'Import story', 'What else?', '', '2'],
    ),
  );
  await dialog.getByText('No column is: Answer.').waitFor();
  expect(await problemsHere(page, 'import, checked')).toEqual([]);
  await page.reload();
  await dialog.getByText('No column is: Answer.').waitFor();
  await dialog.getByRole('combobox', { name: 'Field of column D' }).selectOption('Answer');
  await dialog.getByText('1 new').waitFor();
  await dialog.getByRole('row', { name: /A3.*No Q&A has the id “999999”/ }).waitFor();
  await dialog.getByRole('row', { name: /D3.*Answer is required/ }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect((await bytesOf(file)).toString('utf8')).toContain('"3","D3","Answer","Answer is required."');
  expect(await dialog.getByRole('button', { name: 'Import only the 1 valid row' }).isEnabled()).toBe(true);

  // It was mended outside, and is dropped.
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  const mended = workbook(
    ['', 'Import story', 'What is imported?', 'An answer.'],
    ['', 'Import story', '=HYPERLINK("http://a")', 'Text.'],
  );
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'mended.xlsx'));
      return transfer;
    },
    [...mended],
  );
  await dialog.getByRole('button', { name: /Click to choose a file/ }).dispatchEvent('drop', { dataTransfer: dropped });
  await dialog.getByRole('combobox', { name: 'Field of column D' }).selectOption('Answer');
  await dialog.getByText('2 new').waitFor();
  await dialog.getByRole('button', { name: 'Import all 2 Q&As' }).click();
  await dialog.getByText('2 created, 0 updated, 0 equal, 0 with errors.').first().waitFor();
  await page.getByText('Import data success').first().waitFor();
  const ours = async () =>
    (await readQnas(product.db)).filter(({ large }) => large === 'Import story').map(({ question }) => question);
  expect(await ours()).toEqual(['What is imported?', '=HYPERLINK("http://a")']);
  expect(await problemsHere(page, 'import, done')).toEqual([]);

  await dialog.getByRole('button', { name: 'Undo the import of mended.xlsx' }).click();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await dialog.getByText('Undone: 2 Q&As are as before.').waitFor();
  await dialog.getByText(/^mended\.xlsx: the import was undone by .+, \d\d:\d\d\.$/).waitFor();
  expect(await dialog.getByText('Import data success').count()).toBe(0);
  expect(await ours()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(device.problems).toEqual([]);
});

test('without a network I am told so, and the file that I chose is sent when I ask again', async () => {
  const { page, context } = device;
  await page.goto(`${product.url}/admin/knowledges`);
  await page.getByRole('button', { name: 'Import data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import data' });
  const picker = dialog.locator('input[type=file]');
  await dialog.getByText('mended.xlsx').waitFor();
  const [example] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Example file (QA_format.xlsx)' }).click(),
  ]);
  expect(example.suggestedFilename()).toBe('QA_format.xlsx');
  const buffer = await bytesOf(example);
  await context.setOffline(true);
  await picker.setInputFiles({ name: 'QA_format.xlsx', mimeType: '', buffer });
  await dialog.getByText('The file was not imported, because there is no connection.').waitFor();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Try again' }).first().click();
  await dialog.getByText('2 new').waitFor();
  expect(await dialog.getByText(/error/).count()).toBe(0);
});
