import { expect, test } from 'vitest';
import { demoId } from '../../../server/demo/users.ts';
import { problemsHere } from '../../support/browser/axe.ts';
import { pdfOf, types } from '../../support/files/office-files.ts';
import { fillAddress, fillCells, startOrder, stepOf } from '../../support/browser/order-screens.ts';
import { provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** A file that contradicts the order: the sentence under it, and the tick that keeps both. */

const product = await provideProduct();
const device = await product.device('engineer@demo.vfp');

test('the review leads to the file that contradicts the order, and its tick makes the order ready', async () => {
  const { page } = device;
  await startOrder(page, product.url);
  await fillCells(page);
  await stepOf(page, 'Files').click();
  const drawing = {
    name: 'drawing.pdf',
    mimeType: types.pdf,
    buffer: await pdfOf(['Drawing', 'Can 18650, all in mm']),
  };
  const scan = { name: 'scan.pdf', mimeType: types.pdf, buffer: await pdfOf([' ']) };
  await page.locator('input[type="file"]').setInputFiles([drawing, scan]);
  const warning = page.getByText('drawing.pdf, page 2 says 18650; the order says 21700. “Can 18650, all in mm”');
  await warning.waitFor();
  await page.getByText('scan.pdf could not be read for contradictions.').waitFor();
  expect(await stepOf(page, 'Files').getAttribute('data-state')).toBe('problem');
  expect(await problemsHere(page, 'files of an order')).toEqual([]);

  await stepOf(page, 'Review').click();
  await warning.waitFor();
  await page.getByRole('button', { name: 'Files', exact: true }).first().click();
  await page.waitForURL('**?step=files');
  const meant = page.getByRole('checkbox', { name: 'This is meant' });
  await until('the tick has the focus', () => meant.evaluate((field) => field === document.activeElement));
  await meant.click();
  await until('the tick is kept', () => meant.isChecked());
  await fillAddress(page);
});

test('a file that the server refuses says why where I added it, and is discarded there', async () => {
  const { page } = device;
  await page.goto(`${product.url}/one-stop-order/Prototyping/${demoId('draft')}?step=files`);
  const broken = { name: 'broken.pdf', mimeType: types.pdf, buffer: Buffer.from('no PDF at all') };
  await page.locator('input[type="file"]').setInputFiles(broken);
  const reason = page.getByText('Not sent. broken.pdf: This file type is not accepted.');
  await reason.waitFor();
  expect(await problemsHere(page, 'a refused file of an order')).toEqual([]);
  // There is no text, and no box for it.
  expect(await page.getByRole('button', { name: /^(Edit|Copy)$/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await reason.waitFor({ state: 'detached' });
  expect(await page.getByText(broken.name).count()).toBe(0);
});
