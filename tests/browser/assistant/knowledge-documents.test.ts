import { expect, test } from 'vitest';
import { problemsHere } from '../../support/browser/axe.ts';
import { docxOf, paragraph, types } from '../../support/files/office-files.ts';
import { provideProduct } from '../../support/servers/product.ts';

/** An expert makes Q&As from a document. */

const product = await provideProduct();
const device = await product.device('expert@demo.vfp');

const gas = 'Our ZX-9 formation chamber vents through the east duct, and its filter is changed after forty trays.';
const filter = 'Order the ZX-9 filter from the store with the number F-2207, and log the change at the chamber.';
const manual = docxOf(
  [paragraph('Venting of the ZX-9 chamber'), paragraph(gas), paragraph('Filter of the ZX-9'), paragraph(filter)].join(
    '',
  ),
);

test('I make a Q&A from a manual, leave a piece out, and what I typed survives a reload', async () => {
  const { page } = device;
  await page.goto(`${product.url}/admin/knowledges-center/documents`);
  await page.getByText('No documents yet').waitFor();
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await page.getByText('Write the category first.').waitFor();
  await page.getByLabel('Large category').fill('Laboratory');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.getByText('“notes.txt” is no PDF and no Word file').waitFor();
  const again = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await again).setFiles({ name: 'manual.docx', mimeType: types.docx, buffer: manual });

  const first = page.getByRole('listitem', { name: 'Piece 1' });
  await first.getByLabel('Question').fill('Where does the ZX-9 chamber vent?');
  expect(await problemsHere(page, 'pieces of a document')).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0);
  await page.getByRole('listitem', { name: 'Piece 2' }).getByRole('button', { name: 'Leave out' }).click();
  await page.getByText('left out: 1').waitFor();
  await page.reload();
  await expect.poll(() => first.getByLabel('Question').inputValue()).toBe('Where does the ZX-9 chamber vent?');
  await first.getByRole('button', { name: 'Make a Q&A' }).click();
  await first.getByRole('link', { name: /^Q&A 1\d{5}$/ }).waitFor();
  await page.getByRole('link', { name: 'All documents' }).click();
  await page
    .getByRole('link', { name: /manual\.docx/ })
    .getByText('1 Q&A made')
    .waitFor();
  expect(await problemsHere(page, 'documents')).toEqual([]);
  expect(device.problems).toEqual([]);
});
